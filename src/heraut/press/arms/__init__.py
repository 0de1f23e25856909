"""Coats of arms drawn from names."""

from heraut.press.arms.grant import coat_of_arms, coats_of_arms, glance
from heraut.press.arms.heraldry import Arms, Charges, Ordinary, Parted, Plain, Tincture, Varied
from heraut.press.arms.paint import PAINT
from heraut.press.arms.shield import svg
from heraut.press.arms.words import blazon

__all__ = [
    "PAINT",
    "Arms",
    "Charges",
    "Ordinary",
    "Parted",
    "Plain",
    "Tincture",
    "Varied",
    "blazon",
    "coat_of_arms",
    "coats_of_arms",
    "glance",
    "svg",
]
