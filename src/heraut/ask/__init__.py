"""Every pure rule as a named question with typed input and output."""

from heraut.ask.question import Answer, Question

__all__ = ["Answer", "Question"]
