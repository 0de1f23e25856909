"""
Values to JSON and back, exactly: a `Fraction` travels as "7/2"; of an `Exact` number, a whole one travels as 7. People
and programs may write 3.5 as well, which is the same number.

A door tells a number that is not whole as a decimal where it stands, and in `exact` of the same object the fraction by
its path: `{"answer": {"first": 10.5, …}, "exact": {"answer.first": "21/2"}}`.

Whatever is read is held to the limits of `bounds`, at every door: it is `Malformed` otherwise, and at once.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
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
    if said := _unknown_field(sent, understood):
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


def _unknown_field(sent: object, understood: object) -> str | None:
    """
    The first field of the plain value that the value made of it has no place for, told as msgspec tells it.

    A journal must read what another version wrote, so its types pass over a field they do not know. Whoever writes a
    command today means every field: a slip of the pen in an optional one would be a different command.
    """
    waiting = [(sent, understood, "$")]
    while waiting:
        plain, value, path = waiting.pop()
        if isinstance(plain, dict) and (strange := _stranger(plain, value)) is not None:
            return f"Object contains unknown field `{strange}` - at `{path}`"
        waiting += _parts(plain, value, path)
    return None


def _stranger(plain: Mapping[str, object], value: object) -> str | None:
    names = _names(value)
    return None if names is None else next((key for key in plain if key not in names), None)


def _names(value: object) -> Container[str] | None:
    """How the fields of a struct or a dataclass are called; None for what has none."""
    if not isinstance(value, msgspec.Struct):
        return getattr(value, "__dataclass_fields__", None)
    tag = value.__struct_config__.tag_field
    return value.__struct_encode_fields__ if tag is None else (tag, *value.__struct_encode_fields__)


def _parts(plain: Any, value: Any, path: str) -> Iterator[tuple[object, object, str]]:
    """The parts of both, side by side, with the path of each."""
    match plain, value:
        case dict(), msgspec.Struct():
            for name, field in zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True):
                if name in plain:
                    yield plain[name], getattr(value, field), f"{path}.{name}"
        case dict(), _ if (fields := getattr(value, "__dataclass_fields__", None)) is not None:
            yield from ((plain[name], getattr(value, name), f"{path}.{name}") for name in fields if name in plain)
        case dict(), Mapping() if len(plain) == len(value):
            for (key, part), made in zip(plain.items(), value.values(), strict=True):
                yield part, made, f"{path}.{str(key)[:40]}"
        case list(), list() | tuple():
            for place, (part, made) in enumerate(zip(plain, value, strict=False)):
                yield part, made, f"{path}[{place}]"
        case _:
            return


_FRACTION_TEXT = re.compile(r"-?\d+/\d+\Z", re.ASCII)
_QUOTED = ("facts", "asked", "allowed")
"""Where a reason or a refusal quotes numbers: a fraction stands there as text."""


def with_decimals(told: Mapping[str, object]) -> dict[str, Any]:
    """What a door is about to write, as plain values; `exact` is there when some number is not whole."""
    plain = msgspec.to_builtins(told, builtin_types=(Fraction,))
    exact: dict[str, str] = {}
    found: dict[str, Any] = _decimal(plain, "", exact, quoted=False)
    return {**found, "exact": exact} if exact else found


def _decimal(plain: Any, path: str, exact: dict[str, str], *, quoted: bool) -> Any:
    if isinstance(plain, dict):
        return {
            key: _decimal(part, f"{path}.{key}" if path else str(key), exact, quoted=quoted or key in _QUOTED)
            for key, part in plain.items()
        }
    if isinstance(plain, list | tuple):
        return [_decimal(part, f"{path}.{place}", exact, quoted=quoted) for place, part in enumerate(plain)]
    if quoted and isinstance(plain, str) and _FRACTION_TEXT.match(plain):
        plain = Fraction(plain)
    if not isinstance(plain, Fraction):
        return plain
    if plain.denominator == 1:
        return plain.numerator
    exact[path] = str(plain)
    return float(plain)
