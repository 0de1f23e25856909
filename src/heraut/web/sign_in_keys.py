"""One-time keys: the organiser's way in without a password."""

from __future__ import annotations

import secrets
import time

from django.contrib.auth.models import User

from heraut.web.links import digest
from heraut.web.models import Key
from heraut.web.sentences import FIRST_ACCOUNT

LIFE = 24 * 3600
FIRST = FIRST_ACCOUNT
"""The account of the machine's own organiser."""


def first_account() -> User:
    """The machine's organiser, who may see to every game on it; made on the first start."""
    known = User.objects.filter(is_superuser=True).order_by("pk").first()
    if known is not None:
        return known
    account = User(username=FIRST, is_superuser=True, is_staff=True)
    account.set_unusable_password()
    account.save()
    return account


def new_key(account: User, life: int = LIFE) -> str:
    """A fresh key to an account; keys that ran out are swept away."""
    now = int(time.time())
    Key.objects.filter(expires__lt=now).delete()
    token = secrets.token_urlsafe(16)
    Key.objects.create(account=account, token_hash=digest(token), expires=now + life)
    return token


def use(token: str) -> User | None:
    """The account the key opens, once; None if it was used or ran out."""
    key = Key.objects.select_related("account").filter(token_hash=digest(token)).first()
    if key is None:
        return None
    used, _ = Key.objects.filter(pk=key.pk).delete()
    account: User = key.account
    return account if used and key.expires >= time.time() else None
