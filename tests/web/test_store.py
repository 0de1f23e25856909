from __future__ import annotations

import pytest

from heraut.web.store import DjangoJournal
from journal.suite import JournalSuite


@pytest.mark.django_db
class TestDjango(JournalSuite):
    @pytest.fixture
    def journal(self) -> DjangoJournal:
        return DjangoJournal()
