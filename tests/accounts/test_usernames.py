"""Which names a person may take."""

import pytest
from django.core.exceptions import ValidationError

from accounts.usernames import is_decent


@pytest.mark.parametrize("name", ["admin", "Moderator", "bot-anik", "B_O_T", "moderateur", "guest"])
def test_it_refuses_a_name_that_speaks_for_the_site(name):
    with pytest.raises(ValidationError, match="reserved"):
        is_decent(name)


@pytest.mark.parametrize(
    "name",
    ["fuckyou", "xX_fuck_Xx", "FuCk", "f-u-c-k", "sh1t", "b1tch", "le-con", "salope75", "pute_42"],
)
def test_it_refuses_a_name_that_insults_in_either_language(name):
    with pytest.raises(ValidationError, match="offends nobody"):
        is_decent(name)


@pytest.mark.parametrize(
    "name",
    ["Cassandra", "Constance", "Scunthorpe", "Dickens", "hancock", "assassin", "Conrad", "habite",
     "computer", "repute", "shitake", "Essex", "violette", "culture", "peacock", "grape", "admin1"],
)  # fmt: skip
def test_it_lets_harmless_names_pass(name):
    assert is_decent(name) is None
