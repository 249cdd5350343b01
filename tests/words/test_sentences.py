"""Times as people say them."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from referee.words.sentences import hour, moment


@pytest.mark.parametrize(("utc", "told"), [(0, "02:30 (UTC+0200)"), (1, "02:30 (UTC+0100)")])
def test_the_hour_that_autumn_repeats_is_told_with_its_offset(utc: int, told: str) -> None:
    paris = ZoneInfo("Europe/Paris")
    at = datetime(2026, 10, 25, utc, 30, tzinfo=UTC)
    assert moment(at, paris, "fr") == f"dim. 25 oct. 2026 {told}"
    assert hour(at, paris) == told
    assert hour(at + timedelta(hours=2), paris) == f"0{3 + utc}:30"
