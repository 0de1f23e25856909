"""
Forms made from types: a `msgspec.Struct` in, fields out; what people typed in, plain values out.

Labels are phrases `[fields]` of `speech`, keyed `Type.field` or by the field's name alone; what a field offers is named
by `[choices]`, keyed `field:value`, or by a plain word.
"""

from heraut.web.forms.kinds import variants, without_none
from heraut.web.forms.shown import Field, fields, refilled, say_fault
from heraut.web.forms.typed import read

__all__ = ["Field", "fields", "read", "refilled", "say_fault", "variants", "without_none"]
