"""Notices by e-mail, where the server has an SMTP relay: `HERAUT_SMTP_URL=smtp://user:password@host:587?from=…`."""

from __future__ import annotations

import logging
import smtplib
from email.message import EmailMessage
from email.utils import formatdate
from hashlib import sha256

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from heraut.speech.typography import colon
from heraut.web.game import language
from heraut.web.models import Subscription
from heraut.web.notices.occasions import Message, NoticeKind, Sent
from heraut.web.notices.relay import BadRelay, Relay, connected, read_relay

logger = logging.getLogger(__name__)


def relay() -> Relay | None:
    """The server's relay, if it has one that can be read; what is wrong with it is logged, without its password."""
    if not settings.HERAUT_SMTP_URL:
        return None
    try:
        return read_relay(settings.HERAUT_SMTP_URL)
    except BadRelay as error:
        logger.error("no mail is sent: %s", error)
        return None


def send(one: Subscription, message: Message) -> Sent:
    """Hand the notice to the relay."""
    via = relay()
    if via is None:
        return Sent.LATER
    try:
        with connected(via) as server:
            server.send_message(_letter(one, message, via))
    except smtplib.SMTPRecipientsRefused as refused:
        (code, _said), *_others = refused.recipients.values()
        return Sent.GONE if code >= 500 else Sent.LATER
    except (OSError, smtplib.SMTPException):
        return Sent.LATER
    return Sent.TAKEN


def _letter(one: Subscription, message: Message, via: Relay) -> EmailMessage:
    """One that programs know for what it is: nobody answers it, and one click ends it (RFC 3834, RFC 8058)."""
    letter = EmailMessage()
    letter["Subject"] = message.sentence
    letter["From"] = f"Héraut <{via.sender}>"
    letter["To"] = one.address
    letter["Date"] = formatdate()
    letter["Message-ID"] = f"<{sha256(message.name.encode()).hexdigest()[:32]}@{via.sender.rpartition('@')[2]}>"
    letter["Auto-Submitted"] = "auto-generated"
    letter["List-Unsubscribe"] = f"<{message.off}>"
    letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    letter["Content-Language"] = one.language
    with translation.override(one.language):
        letter.set_content(_text(message))
    return letter


def _text(message: Message) -> str:
    mark = colon(language())
    if message.kind is NoticeKind.CONFIRM:
        ignored = _("Si vous n'avez rien demandé, ne faites rien : cette adresse sera oubliée.")
        return f"{message.sentence}\n\n{_('Oui')}{mark}{message.off}\n\n{ignored}\n"
    return f"{message.sentence}\n\n{message.address}\n\n{message.off_label}{mark}{message.off}\n"
