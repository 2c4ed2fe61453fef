"""Every setting, from the environment. The table of variables is in README.md.

Nothing exists only in production: what differs between one machine and many is which of
DATABASE_URL and REDIS_URL is set. LOCAL is the embedded default on one's own machine, the only
place where a missing secret key or mail server is made up for.
"""

import os
import socket
import ssl
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from kombu import Queue

from botanik_site.env import Environment, WrongSetting
from botanik_site.secret_key import own_secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
SITE_NAME = "Botanik"  # of the site; what a game is called says its ruleset
LOOPBACK_HOSTS = ("127.0.0.1", "localhost", "::1")

env = Environment(os.environ)

# --- Where it runs ---------------------------------------------------------------------------
HOST = env.text("HOST", "127.0.0.1")
PORT = env.integer("PORT", default=8000, low=1, high=65535)
# Separate processes listen side by side: that of pages on PORT, that of sockets on this one.
SOCKETS_PORT = env.integer("SOCKETS_PORT", default=min(PORT + 1, 65535), low=1, high=65535)
WEB_PROCESSES = env.integer("WEB_PROCESSES", default=os.cpu_count() or 1, low=1, high=64)
DATA_DIR = env.directory("DATA_DIR", BASE_DIR / "var")
DATABASE_URL = env.url("DATABASE_URL", schemes=("postgres", "postgresql", "sqlite"))
REDIS_URL = env.url("REDIS_URL", schemes=("redis", "rediss"))
SITE_URL = env.url(
    "SITE_URL", schemes=("http", "https"), default=f"http://localhost:{PORT}"
).rstrip("/")
SITE_HOST = urlsplit(SITE_URL).hostname or ""
HTTPS = SITE_URL.startswith("https://")
TRUSTED_PROXIES = env.integer("TRUSTED_PROXIES", default=0, low=0, high=10)
if urlsplit(SITE_URL).netloc != SITE_URL.partition("://")[2] or "@" in SITE_URL:
    raise WrongSetting("SITE_URL", "must be a scheme, a host and perhaps a port, and nothing more.")
LOCAL = (
    not DATABASE_URL and not REDIS_URL and HOST in LOOPBACK_HOSTS and SITE_HOST in LOOPBACK_HOSTS
)
DEBUG = env.flag("DEBUG")

if DEBUG and not LOCAL:
    raise WrongSetting("DEBUG", "shows secrets in error pages: it works only on your own machine.")
if HTTPS and not TRUSTED_PROXIES:
    raise WrongSetting(
        "TRUSTED_PROXIES", "must say how many proxies stand in front when SITE_URL is https://."
    )
if not LOCAL and not env.text("SITE_URL"):
    raise WrongSetting("SITE_URL", "is missing: mails need the address that people open.")


# --- Secrets and hosts -----------------------------------------------------------------------
def _is_weak(key: str) -> bool:
    return len(key) < 50 or len(set(key)) < 5


SECRET_KEY = env.text("SECRET_KEY")
if not SECRET_KEY and LOCAL:
    SECRET_KEY = own_secret_key(DATA_DIR / "secret_key")
elif _is_weak(SECRET_KEY):
    raise WrongSetting("SECRET_KEY", "must be set to 50 random characters or more.")

# Former keys: sessions and links that were signed with them stay good.
SECRET_KEY_FALLBACKS = env.text("SECRET_KEY_FALLBACKS").split()
if any(_is_weak(key) for key in SECRET_KEY_FALLBACKS):
    raise WrongSetting(
        "SECRET_KEY_FALLBACKS", "must be former keys of 50 characters or more, parted by spaces."
    )

ALLOWED_HOSTS = (
    ["localhost", "127.0.0.1", "[::1]"]
    if SITE_HOST in LOOPBACK_HOSTS
    else [f"[{SITE_HOST}]" if ":" in SITE_HOST else SITE_HOST]
)
CSRF_TRUSTED_ORIGINS = [SITE_URL]

# --- Parts -----------------------------------------------------------------------------------
INSTALLED_APPS = [
    "daphne",  # before staticfiles, so that runserver serves sockets too
    "accounts.apps.StaffPagesConfig",  # Django's admin
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",  # allauth's pages need it
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "django_htmx",
    "botanik_site",
    "accounts",
    "games",
]
MIDDLEWARE = [
    "botanik_site.roomy.RoomyStackMiddleware",
    "botanik_site.health.HealthMiddleware",  # answers probes, whatever Host they send
    "botanik_site.metrics.page.MetricsMiddleware",
    "botanik_site.logs.RequestLogMiddleware",
    "botanik_site.cookieless.CookielessMiddleware",  # before whatever reads or sets a cookie
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "botanik_site.door.DoorMiddleware",  # before whatever asks the database; speaks one's language
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.time_zones.TimeZoneMiddleware",
    "accounts.last_seen.LastSeenMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "botanik_site.errors.RefusalMiddleware",
]
ROOT_URLCONF = "botanik_site.urls"
ASGI_APPLICATION = "botanik_site.asgi.application"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"  # no cookie of its own
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": [
                "botanik_site.templatetags.drawings",
                "botanik_site.templatetags.fixed",
                "botanik_site.templatetags.names",
            ],
            "libraries": {"i18n": "botanik_site.templatetags.texts"},
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.theme.theme",
                "botanik_site.mailbox.mail_page",
            ],
        },
    },
]

# `i18n` is ours on purpose: Django's own, which translates what is always the same once.
SILENCED_SYSTEM_CHECKS = ["templates.W003"]

# --- Data ------------------------------------------------------------------------------------
SQLITE = {
    "timeout": 20,
    # Take the write lock at once: a transaction that reads first and writes later would
    # otherwise fail with "database is locked" instead of waiting its turn.
    "transaction_mode": "IMMEDIATE",
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}
DATABASE_CONNECTIONS = 16  # of each process, at most
POSTGRESQL = {
    "connect_timeout": 3,
    "tcp_user_timeout": 5000,
    # A statement that comes back is planned once: of a turn, planning was half of what PostgreSQL
    # did. The server has to be given the values apart for that.
    "server_side_binding": True,
    "prepare_threshold": 5,
    # Under ASGI every request has a thread of its own: connections are lent from a pool.
    "pool": {"min_size": 1, "max_size": DATABASE_CONNECTIONS, "timeout": 5},
}
database: dict[str, Any] = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": str(DATA_DIR / "db.sqlite3"),
}
if DATABASE_URL:
    try:
        database = {**dj_database_url.parse(DATABASE_URL)}
    except ValueError as error:
        raise WrongSetting("DATABASE_URL", "cannot be read as a database's address.") from error
on_sqlite = database["ENGINE"] == "django.db.backends.sqlite3"
# What the address itself asks for, such as sslmode, comes last.
database["OPTIONS"] = {**(SQLITE if on_sqlite else POSTGRESQL), **database.get("OPTIONS", {})}
# After a restart of the database, a lent connection is looked at before it is used.
database["CONN_HEALTH_CHECKS"] = True
if on_sqlite:
    # A file, not memory: tests with threads need what the site has, WAL and waiting for locks.
    database["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
DATABASES = {"default": database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES = {
    "default": {
        "BACKEND": "botanik_site.cache.PromptCache"
        if REDIS_URL
        else "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "botanik",
    },
    # Apart, for in memory there is room for so many: pictures must not push out what is counted.
    "pictures": {
        "BACKEND": "botanik_site.cache.PromptCache"
        if REDIS_URL
        else "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": REDIS_URL or "pictures",
        "KEY_PREFIX": "botanik-pictures",
        **({} if REDIS_URL else {"OPTIONS": {"MAX_ENTRIES": 200}}),
    },
}
# Nudges are hints, but a dropped one costs somebody a reload: room for a burst.
CHANNEL_CAPACITY = 5000
# The layer waits five seconds at a time for a nudge. redis-py gives an answer no longer than that
# by itself, and a connection that gave up in the middle of waiting takes its socket with it.
CHANNEL_REDIS = {"address": REDIS_URL, "socket_timeout": 20, "socket_connect_timeout": 3}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "botanik_site.layers.PromptChannelLayer",
        "CONFIG": {
            "hosts": [CHANNEL_REDIS],
            "capacity": CHANNEL_CAPACITY,
            "prefix": "botanik-live",
        },
    }
    if REDIS_URL
    else {
        "BACKEND": "botanik_site.layers.InProcessChannelLayer",
        "CONFIG": {"capacity": CHANNEL_CAPACITY},
    },
}

# --- Background work -------------------------------------------------------------------------
CELERY_BROKER_URL = REDIS_URL or "orderly-memory://localhost/"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_USE_SSL = (
    {"ssl_cert_reqs": ssl.CERT_REQUIRED} if REDIS_URL.startswith("rediss://") else None
)
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {
        "socket_connect_timeout": 3,
        "socket_timeout": 10,
        "global_keyprefix": "botanik-tasks-",
        # A task whose worker died is handed out again after this time.
        "visibility_timeout": 600,
        "priority_steps": list(range(10)),  # the lowest is handed out first
    }
    if REDIS_URL
    else {"polling_interval": 0.02}  # the default of one second is felt
)
CELERY_TASK_DEFAULT_QUEUE = "botanik"
# Thinking and mailing have queues, and in production workers, of their own: no clock waits for a
# bot or for a mail server.
CELERY_TASK_ROUTES = {
    "games.tasks.play_bot_turn": {"queue": "botanik-bots"},
    "games.tasks.deliver_mails": {"queue": "botanik-mail"},
    "games.tasks.judge_turn": {"queue": "botanik-reviews"},
}
CELERY_TASK_QUEUES = [
    Queue(name, routing_key=name)
    for name in ("botanik", "botanik-bots", "botanik-mail", "botanik-reviews")
]
CELERY_TASK_CREATE_MISSING_QUEUES = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 540  # before the broker would hand it to another worker
# Every task is safe to run twice, so a worker that dies may leave its task to the next one.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# What serves pages does not even try twice, see botanik_site/celery.py.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.1}
CELERY_BEAT_SCHEDULER = "botanik_site.beat.PromptScheduler"
CELERY_BEAT_SCHEDULE = {
    "forget expired sessions": {
        "task": "accounts.tasks.forget_expired_sessions",
        "schedule": 24 * 60 * 60,
    },
    "remove silent guests": {
        "task": "games.tasks.remove_silent_guests",
        "schedule": 60 * 60,
    },
    "carry out farewells": {
        "task": "games.tasks.carry_out_farewells",
        "schedule": 60 * 60,
    },
    "sweep clocks": {
        "task": "games.tasks.sweep_clocks",
        "schedule": 60,
    },
    "wake bots": {
        "task": "games.tasks.wake_bots",
        "schedule": 20,
    },
    "expire offers": {
        "task": "games.tasks.expire_offers",
        "schedule": 60,
    },
    "tend ladders": {
        "task": "games.tasks.tend_ladders",
        "schedule": 60,
    },
    "check ladders": {
        "task": "games.tasks.check_ladders",
        "schedule": 24 * 60 * 60,
    },
    "refresh standings": {
        "task": "games.tasks.refresh_standings",
        "schedule": 60,
        "options": {"expires": 60},  # one that waits for another would find nothing to do
    },
    "tend dailies": {
        "task": "games.tasks.tend_dailies",
        "schedule": 5 * 60,
    },
    "deliver mails": {
        "task": "games.tasks.deliver_mails",
        "schedule": 10,
        "options": {"expires": 10},  # while one run is long, those behind it would find nothing
    },
    "remind players": {
        "task": "games.tasks.remind_players",
        "schedule": 60,
    },
    "forget old notices": {
        "task": "games.tasks.forget_old_notices",
        "schedule": 24 * 60 * 60,
    },
    "forget former names": {
        "task": "accounts.tasks.forget_former_names",
        "schedule": 24 * 60 * 60,
    },
    "forget traces": {
        "task": "accounts.tasks.forget_traces",
        "schedule": 24 * 60 * 60,
    },
    "forget cases": {
        "task": "games.tasks.forget_cases",
        "schedule": 24 * 60 * 60,
    },
    "tell moderators": {
        "task": "games.tasks.tell_moderators",
        "schedule": 60 * 60,
    },
    "tend reviews": {
        "task": "games.tasks.tend_reviews",
        "schedule": 60,
    },
    "tend data exports": {
        "task": "games.tasks.tend_data_exports",
        "schedule": 10 * 60,
    },
    "tend films": {
        "task": "games.tasks.tend_films",
        "schedule": 10 * 60,
    },
    "find signals": {
        "task": "games.tasks.find_signals",
        "schedule": 24 * 60 * 60,
    },
    "review for signals": {
        "task": "games.tasks.review_for_signals",
        "schedule": 15 * 60,
        "options": {"expires": 15 * 60},
    },
    "count months": {
        "task": "games.tasks.count_months",
        "schedule": 60 * 60,
    },
    # Once a month and once a day: what is asked each time is whether that is done.
    "tend archives": {
        "task": "games.tasks.tend_archives",
        "schedule": 60 * 60,
    },
    "choose featured game": {
        "task": "games.tasks.choose_featured",
        "schedule": 60 * 60,
    },
}

# --- People ----------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backend.Backend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:play"
ACCOUNT_ADAPTER = "accounts.adapter.Adapter"
ACCOUNT_FORMS = {
    "signup": "accounts.entrance.SignupForm",
    "reset_password": "accounts.entrance.ResetPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.signup.SignupExtras"
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_USERNAME_VALIDATORS = "accounts.usernames.validators"
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_CHANGE_EMAIL = True  # one address; the old one stays until the new one is verified
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_LOGIN_ON_PASSWORD_RESET = False
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
# Django's own asks nothing of the database; with one address, allauth's knows no more than it.
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "django.contrib.auth.tokens.PasswordResetTokenGenerator"  # noqa: S105 - no password
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
# A class may sign up in a lesson, mistyped forms included; a machine leaves a bounded number of
# rows. What is not named here is limited as allauth does.
ACCOUNT_RATE_LIMITS = {"signup": "20/m/ip,100/d/ip"}
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
MFA_ADAPTER = "accounts.adapter.MfaAdapter"
MFA_FORMS = {
    "add_webauthn": "accounts.passkeys.AddForm",
    "authenticate_webauthn": "accounts.passkeys.AuthenticateForm",
    "login_webauthn": "accounts.passkeys.LoginForm",
    "reauthenticate_webauthn": "accounts.passkeys.ReauthenticateForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = SITE_NAME
MFA_TOTP_TOLERANCE = 1  # a code stays good for half a minute more: phones' clocks differ
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = LOCAL  # passkeys on http://localhost
USERSESSIONS_TRACK_ACTIVITY = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in {
        # A name of four letters and as many digits after it are two thirds alike.
        "UserAttributeSimilarityValidator": {"max_similarity": 0.6},
        "MinimumLengthValidator": {},
        "CommonPasswordValidator": {},
        "NumericPasswordValidator": {},
    }.items()
]
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French"))]
LOCALE_PATHS = [BASE_DIR / "botanik_site" / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
TIME_ZONE = "UTC"
USE_TZ = True
FORMAT_MODULE_PATH = "botanik_site.formats"

# --- Files -----------------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_MAX_AGE = 0  # names without a hash; hashed ones are kept for ever

# --- Safety ----------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "base-uri": [NONE],
        "connect-src": [SELF],
        "font-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "img-src": [SELF, "data:"],  # data: for the QR code of the authenticator app
        "manifest-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
    },
}
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "botanik_site.errors.csrf_failure"
SECURE_SSL_REDIRECT = HTTPS
SECURE_SSL_HOST = urlsplit(SITE_URL).netloc  # and not what the client calls us
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200

# --- Mail ------------------------------------------------------------------------------------
EMAIL_HOST = env.text("SMTP_HOST")
EMAIL_PORT = env.integer("SMTP_PORT", default=587, low=1, high=65535)
EMAIL_HOST_USER = env.text("SMTP_USER")
EMAIL_HOST_PASSWORD = env.text("SMTP_PASSWORD")
smtp_security = env.choice("SMTP_SECURITY", among=("starttls", "tls", "none"), default="starttls")
EMAIL_USE_TLS = smtp_security == "starttls"
EMAIL_USE_SSL = smtp_security == "tls"
EMAIL_TIMEOUT = 10
# The most that are handed over: a storm of notices must not get the site blocked elsewhere.
MAIL_PER_MINUTE = env.integer("MAIL_PER_MINUTE", default=60, low=1, high=100000)
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("MAIL_FROM", f"{SITE_NAME} <botanik@{SITE_HOST}>")
CONTACT_MAIL = env.text("CONTACT_MAIL", parseaddr(DEFAULT_FROM_EMAIL)[1])
# Without a mail server, mails are shown to whoever sits at this machine, and to no one else.
MAIL_PAGE = LOCAL and not EMAIL_HOST
MAIL_DIR = DATA_DIR / "mail"
if MAIL_PAGE:
    EMAIL_BACKEND = "botanik_site.mailbox.MailboxBackend"
elif not EMAIL_HOST:
    raise WrongSetting(
        "SMTP_HOST", "is missing: mails can be shown on a page only on your own machine."
    )

# --- Metrics and errors ----------------------------------------------------------------------
# Whoever has it may read /metrics; where there is none, whoever asks from this machine itself.
METRICS_TOKEN = env.text("METRICS_TOKEN")
if METRICS_TOKEN and len(METRICS_TOKEN) < 20:
    raise WrongSetting("METRICS_TOKEN", "must be 20 random characters or more.")
# Of each machine apart: who has ended there is known there alone.
METRICS_DIR = env.beneath("DATA_DIR", DATA_DIR / "metrics" / socket.gethostname())
os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(METRICS_DIR)  # read when prometheus_client is loaded
SENTRY_DSN = env.url("SENTRY_DSN", schemes=("http", "https"))

# --- Logs ------------------------------------------------------------------------------------
LOG_FORMAT = env.choice("LOG_FORMAT", among=("text", "json"), default="text" if LOCAL else "json")
LOG_LEVEL = env.choice("LOG_LEVEL", among=("DEBUG", "INFO", "WARNING", "ERROR"), default="INFO")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"()": "botanik_site.logs.TextFormatter"},
        "json": {"()": "botanik_site.logs.JsonFormatter"},
    },
    "filters": {"news": {"()": "botanik_site.logs.News"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["news"],
        },
        "full_sockets": {"class": "games.measures.FullSockets"},
    },
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # Here, and not at the console alone: error reports are told of what loggers let pass.
        "asyncio": {"filters": ["news"]},
        # Whatever is shown of the log, what it tells is counted.
        "channels_redis.core": {"handlers": ["full_sockets"], "level": "INFO"},
        # These write addresses with their query strings; RequestLogMiddleware writes routes.
        "daphne": {"level": "ERROR"},
        "django.channels.server": {"level": "ERROR"},
        # "Not Found: /reset/<token>" and the like: the request's own line says enough.
        "django.request": {"level": "ERROR"},
        # Whoever scans the internet sends any Host, field or filter, and gets a 400.
        "django.security": {"level": "CRITICAL"},
        "celery": {"level": "WARNING"},
        "kombu": {"level": "WARNING"},
    },
}
