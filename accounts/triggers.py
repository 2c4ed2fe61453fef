"""What keeps the audit log as it was written: triggers, for each database in its own words."""

from django.db.backends.base.base import BaseDatabaseWrapper

POSTGRESQL_MADE = (
    """
    CREATE FUNCTION audit_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'the audit log is never changed'
            USING ERRCODE = 'integrity_constraint_violation';
    END $$
    """,
    """
    CREATE TRIGGER audit_is_kept BEFORE UPDATE OR DELETE ON accounts_auditentry
    FOR EACH ROW EXECUTE FUNCTION audit_is_kept()
    """,
    """
    CREATE TRIGGER audit_is_kept_whole BEFORE TRUNCATE ON accounts_auditentry
    FOR EACH STATEMENT EXECUTE FUNCTION audit_is_kept()
    """,
)
POSTGRESQL_GONE = (
    "DROP TRIGGER audit_is_kept ON accounts_auditentry",
    "DROP TRIGGER audit_is_kept_whole ON accounts_auditentry",
    "DROP FUNCTION audit_is_kept()",
)
# Replacing a row is an insertion to SQLite, and asks no trigger of deletion.
SQLITE_MADE = (
    """
    CREATE TRIGGER audit_is_not_updated BEFORE UPDATE ON accounts_auditentry
    BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END
    """,
    """
    CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON accounts_auditentry
    BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END
    """,
    """
    CREATE TRIGGER audit_is_not_replaced BEFORE INSERT ON accounts_auditentry
    WHEN EXISTS (
        SELECT 1 FROM accounts_auditentry WHERE number = NEW.number OR digest = NEW.digest
    )
    BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END
    """,
)
SQLITE_GONE = (
    "DROP TRIGGER audit_is_not_updated",
    "DROP TRIGGER audit_is_not_deleted",
    "DROP TRIGGER audit_is_not_replaced",
)
MADE = {"postgresql": POSTGRESQL_MADE, "sqlite": SQLITE_MADE}
GONE = {"postgresql": POSTGRESQL_GONE, "sqlite": SQLITE_GONE}


def keep(connection: BaseDatabaseWrapper) -> None:
    """Let the database refuse changes of the audit log from now on."""
    _run(connection, MADE[connection.vendor])


def let_go(connection: BaseDatabaseWrapper) -> None:
    """Undo it."""
    _run(connection, GONE[connection.vendor])


def _run(connection: BaseDatabaseWrapper, statements: tuple[str, ...]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
