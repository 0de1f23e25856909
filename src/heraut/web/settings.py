"""
Django's settings. What differs from one machine to the next comes from the environment:

`HERAUT_DATA` (folder), `HERAUT_DATABASE_URL` (PostgreSQL), `HERAUT_HOSTS` (names we answer to, beside our own),
`HERAUT_HTTPS=1` (behind a proxy that speaks HTTPS), `HERAUT_PROXIES` (whose word about others we take), `HERAUT_POOL`,
`HERAUT_LOG`, `HERAUT_METRICS_TOKEN`, `HERAUT_CORS`, `HERAUT_WEBHOOKS`, `HERAUT_SMTP_URL`, `HERAUT_PUSH`.
`docs/operations.md` tells them all; `environment` says what is wrong with them.
"""

from __future__ import annotations

import os
from pathlib import Path

from heraut.web import asgi_middleware, data_folder, environment, logs

HERE = Path(__file__).parent
ROOMS = sorted(room for room in (HERE / "rooms").iterdir() if room.is_dir())
DATA = data_folder.folder()
HTTPS = os.environ.get("HERAUT_HTTPS") == "1"

data_folder.prepare(DATA)
SECRET_KEY = data_folder.secret_key(DATA)
DATABASES = {"default": data_folder.database(DATA, data_folder.database_url(), os.environ.get("HERAUT_POOL"))}
DEBUG = False
ALLOWED_HOSTS = ["*"]  # `middleware.known_host` decides, by what the machine is called today
HERAUT_HOSTS = environment.names(os.environ.get("HERAUT_HOSTS", ""))

HERAUT_PROXIES = asgi_middleware.networks(os.environ.get("HERAUT_PROXIES", ""))
HERAUT_CORS = {origin.rstrip("/") for origin in environment.names(os.environ.get("HERAUT_CORS", ""))}
HERAUT_WEBHOOKS = set(environment.names(os.environ.get("HERAUT_WEBHOOKS", "")))
HERAUT_PUSH = set(environment.names(os.environ.get("HERAUT_PUSH", "")))
HERAUT_SMTP_URL = os.environ.get("HERAUT_SMTP_URL", "")
HERAUT_METRICS_TOKEN = os.environ.get("HERAUT_METRICS_TOKEN", "").strip()

INSTALLED_APPS = [
    "heraut.web",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "heraut.web.middleware.WholeFiles",
    "heraut.web.middleware.strict_headers",
    "heraut.web.middleware.cors",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "heraut.web.middleware.known_host",
    "heraut.web.middleware.fit_texts",
    "heraut.web.middleware.forms_in_sight",
    "heraut.web.middleware.forms_only",
    "heraut.web.middleware.answer_exceptions",
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
ROOT_URLCONF = "heraut.web.urls"
ASGI_APPLICATION = "heraut.web.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HERE / "templates", *(room / "templates" for room in ROOMS)],
        "OPTIONS": {
            "loaders": [("django.template.loaders.cached.Loader", ["heraut.web.templating.Loader"])],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
                "heraut.web.templating.everywhere",
            ],
            "builtins": ["django.templatetags.i18n", "heraut.web.templatetags.heraut"],
        },
    }
]

LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", "Français"), ("en", "English")]
LOCALE_PATHS = [HERE / "locale", *(room / "locale" for room in ROOMS if (room / "locale").is_dir())]
LANGUAGE_COOKIE_NAME = "heraut_language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
TIME_ZONE = data_folder.time_zone()
USE_TZ = True

STATIC_URL = "/static/"
STATICFILES_DIRS = [HERE / "static", *(room / "static" for room in ROOMS if (room / "static").is_dir())]
WHITENOISE_USE_FINDERS = True
WHITENOISE_MAX_AGE = 3600

SESSION_COOKIE_NAME = "heraut_session"
SESSION_COOKIE_AGE = 30 * 24 * 3600
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "heraut.web.views.faults.stale_form"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"  # a seat's link is a secret: it must not travel to other sites
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
LOGIN_URL = "sign-in"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("username",)},
    },
]
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000  # a list of a thousand entries to look through has five fields each
SILENCED_SYSTEM_CHECKS: list[str] = []

LOGGING = logs.config(os.environ.get("HERAUT_LOG", ""))
