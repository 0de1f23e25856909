"""
Values to JSON and back, exactly: a `Fraction` travels as "7/2"; of an `Exact` number, a whole one travels as 7. People
and programs may write 3.5 as well, which is the same number. How doors tell numbers is in `decimals`.

Whatever is read is held to the limits of `bounds`, at every door: it is `Malformed` otherwise, and at once.
"""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from heraut.kernel import bounds

if TYPE_CHECKING:
    Exact = int | Fraction
else:
    Exact = Rational  # msgspec has no union of int and a type of ours; this is what both are

T = TypeVar("T")


def whole_or_exact(number: Exact) -> Exact:
    """A whole number as one; any other as the fraction it is."""
    return number.numerator if number.denominator == 1 else number


class Malformed(ValueError):
    """Input that is not of the form its door asks for; the message names the path of what is wrong."""


def _enc_hook(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"no JSON form for {type(value).__name__}")


def _dec_hook(kind: type, value: object) -> object:
    if kind is Rational and not isinstance(value, bool):
        found = _dec_hook(Fraction, value)
        assert isinstance(found, Fraction)
        return whole_or_exact(found)
    if kind is Fraction and isinstance(value, int | float | str):
        found = Fraction(value) if isinstance(value, int) else bounds.fraction(str(value))
        if found is None:
            raise ValueError(f"not a fraction: {value[:40]!r}" if isinstance(value, str) else "not a fraction")
        return found
    raise ValueError(f'expected a fraction such as "7/2", got {str(value)[:40]!r}')


_encoder = msgspec.json.Encoder(enc_hook=_enc_hook)
_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}
_building = RLock()


def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """
    The decoder of this type, made the first time it is asked for.

    msgspec writes down what it has worked out of a type before it has finished: a second thread that meets the same
    type meanwhile reads what is not there yet, and the process dies. So one thread at a time builds, and nobody reads
    into a type before its decoder stands here.
    """
    found = _decoders.get(kind)
    if found is None:
        with _building:
            found = _decoders.get(kind) or msgspec.json.Decoder(kind, dec_hook=_dec_hook)
            _decoders[kind] = found
    return found


def prepare(*kinds: Any) -> None:
    """Work out now how values of these types are read, so that no request waits for it."""
    for kind in kinds:
        _decoder(kind)


def encode(value: object) -> bytes:
    """One line of JSON."""
    return _encoder.encode(value)


def decode(data: bytes | str, kind: Any, *, forbid_unknown: bool = False) -> Any:
    """
    The value of this type; strict, and `Malformed` names the path of what is wrong.

    `forbid_unknown` is for what somebody writes today: a field that no type has is wrong at any depth.
    """
    try:
        sent = data.encode() if isinstance(data, str) else bytes(data)
        if bounds.may_exceed(sent):
            _check(_decoder(Any).decode(sent))
        found = _decoder(kind).decode(sent)
        if forbid_unknown:
            _forbid(_decoder(Any).decode(sent), found)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Malformed(str(error)) from error
    except RecursionError as error:
        raise Malformed(bounds.TOO_DEEP) from error
    if isinstance(found, dict | list):
        _check(found)  # no type says how deep it may be
    return found


def _check(plain: object, largest: int = bounds.LARGEST) -> None:
    if said := bounds.excess(plain, largest):
        raise Malformed(said)


def _forbid(sent: object, understood: object) -> None:
    from heraut.kernel.unknown import unknown_field  # noqa: PLC0415  # a question's own types forbid them

    if said := unknown_field(sent, understood):
        raise Malformed(said)


def to_plain(value: object) -> Any:
    """The value as plain dictionaries, lists, strings and numbers."""
    return msgspec.to_builtins(value, enc_hook=_enc_hook)


def from_plain(value: object, kind: Any, *, strict: bool = True, forbid_unknown: bool = False) -> Any:
    """The inverse of `to_plain`; not strict, it reads numbers from strings, as forms and command lines need."""
    if strict:
        _check(value)
    found = convert(value, kind, strict=strict)
    if not strict:
        _check(to_plain(found))  # a number may have come as text
    if forbid_unknown:
        _forbid(value, found)
    return found


def convert(value: object, kind: Any, *, strict: bool = True) -> Any:
    """Plain values of our own, such as a table we ship: as `from_plain`, without the limits of what comes in."""
    _decoder(kind)  # msgspec's `convert` builds the type too, and must find it built
    try:
        return msgspec.convert(value, kind, strict=strict, dec_hook=_dec_hook)
    except msgspec.ValidationError as error:
        raise Malformed(str(error)) from error
    except RecursionError as error:
        raise Malformed(bounds.TOO_DEEP) from error


def checked(value: T) -> T:
    """
    The value, if it could have come in by a door; `Malformed` otherwise.

    A page may put a command together from what was typed in: what is stored must be read again.
    """
    found: T = from_plain(to_plain(value), type(value))
    return found


def from_toml(text: str) -> Any:
    """A TOML document as plain values; its numbers are as large as TOML's own, until `from_plain` reads them."""
    if len(text) > bounds.MOST_CHARACTERS:
        raise Malformed(bounds.too_long(len(text)))
    try:
        found = msgspec.toml.decode(text)
    except RecursionError as error:
        raise Malformed(bounds.TOO_DEEP) from error
    except (msgspec.DecodeError, ValueError) as error:  # a number of more digits than Python reads is the latter
        raise Malformed(str(error)) from error
    _check(found, 2**63)
    return found
