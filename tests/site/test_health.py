"""The probes."""

import pytest
from django.core.management import call_command
from django.db import connection

from botanik_site import health
from botanik_site.backups import restoring
from botanik_site.celery import app


class TestHealthz:
    def test_it_says_that_the_process_lives(self, client):
        response = client.get("/healthz")

        assert (response.status_code, response.content) == (200, b"alive\n")

    def test_it_answers_a_probe_that_names_no_known_host(self, client):
        assert client.get("/healthz", headers={"host": "10.0.0.7"}).status_code == 200


class TestReadyz:
    def test_it_is_ready_when_every_part_works(self, client, worker):
        response = client.get("/readyz")

        assert response.status_code == 200
        assert response.json() == {
            "ready": True,
            "parts": {
                "database": "ok",
                "migrations": "ok",
                "restored": "ok",
                "clock": "ok",
                "broker": "ok",
                "channel layer": "ok",
                "static files": "ok",
            },
        }

    @pytest.mark.django_db(transaction=True)
    def test_it_names_migrations_that_are_not_applied(self, client):
        call_command("migrate", "accounts", "zero", fake=True, verbosity=0)
        try:
            response = client.get("/readyz")
        finally:
            call_command("migrate", "accounts", fake=True, verbosity=0)

        assert response.status_code == 503
        assert response.json()["parts"]["migrations"] == "fails: PendingMigrations"

    @pytest.mark.django_db
    def test_it_names_a_restored_database_that_was_not_verified(self, client):
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE TABLE {restoring.MARK} (since integer)")

        response = client.get("/readyz")

        assert response.status_code == 503
        assert response.json()["parts"]["restored"] == "fails: NotVerified"

    @pytest.mark.django_db
    def test_it_names_a_database_that_does_not_answer(self, client):
        def refuse(*args):
            raise ConnectionRefusedError("the password is hunter2")

        with connection.execute_wrapper(refuse):
            response = client.get("/readyz")

        assert response.status_code == 503
        assert response.json()["parts"]["database"] == "fails: ConnectionRefusedError"
        assert b"hunter2" not in response.content

    @pytest.mark.django_db
    def test_it_asks_a_database_that_does_not_answer_once(self, client):
        asked = []

        def refuse(execute, sql, *args):
            asked.append(sql)
            raise ConnectionRefusedError

        with connection.execute_wrapper(refuse):
            parts = client.get("/readyz").json()["parts"]

        assert len(asked) == 1
        assert {parts[name] for name in ("migrations", "restored", "clock")} == {parts["database"]}

    @pytest.mark.django_db
    def test_it_names_a_broker_that_does_not_answer(self, client):
        before, app.conf.broker_write_url = app.conf.broker_write_url, "redis://127.0.0.1:1/0"
        try:
            response = client.get("/readyz")
        finally:
            app.conf.broker_write_url = before

        assert response.status_code == 503
        assert response.json()["parts"]["broker"].startswith("fails: ")

    @pytest.mark.django_db
    def test_it_names_a_channel_layer_that_does_not_answer(self, client, settings):
        settings.CHANNEL_LAYERS = {
            "default": {
                "BACKEND": "channels_redis.core.RedisChannelLayer",
                "CONFIG": {"hosts": ["redis://127.0.0.1:1/0"]},
            }
        }

        response = client.get("/readyz")

        assert response.status_code == 503
        assert response.json()["parts"]["channel layer"].startswith("fails: ")

    def test_it_looks_at_the_parts_that_the_documents_name(self):
        assert list(health.CHECKS) == [
            "database",
            "migrations",
            "restored",
            "clock",
            "broker",
            "channel layer",
            "static files",
        ]
