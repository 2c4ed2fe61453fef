"""How often something may be done from one address."""

from functools import partial

import pytest
from django.core.cache import cache
from redis.exceptions import RedisError

from accounts import limits
from accounts.http import UNKNOWN, origin
from accounts.limits import Limit, digest_of
from accounts.refusals import TooMany
from tests.at_once import at_once

# The cache of a test on real services is a Redis.
pytestmark = pytest.mark.django_db
THREE = Limit("test", most=3, seconds=60)
HERE, THERE = "192.0.2.1", "192.0.2.2"


def demand(address=HERE, *more):
    limits.demand(THREE, *more, address=address, otherwise="Slowly.")


class TestOrigin:
    @pytest.mark.parametrize(
        ("address", "counted"),
        [
            ("192.0.2.1", "192.0.2.1"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("fe80::1%eth0", "fe80::/64"),
            ("", UNKNOWN),
            ("192.0.2.1.5", UNKNOWN),
            ("somewhere", UNKNOWN),
        ],
    )
    def test_it_is_an_address_or_a_network(self, address, counted):
        assert origin(address) == counted


class TestDigest:
    def test_it_is_the_same_for_one_network(self):
        assert digest_of("2001:db8::1") == digest_of("2001:db8::2") != digest_of("2001:db8:1::1")

    def test_it_does_not_tell_the_address_without_our_key(self, settings):
        ours = digest_of(HERE)
        settings.SECRET_KEY = "another" * 9

        assert len(ours) == 32
        assert ours != digest_of(HERE)

    def test_it_is_empty_where_no_address_is_known(self):
        assert digest_of("") == ""


class TestDemand:
    def test_it_refuses_one_too_many_with_the_sentence(self):
        for _ in range(3):
            demand()

        with pytest.raises(TooMany, match="Slowly"):
            demand()

    def test_it_does_not_count_others(self):
        for _ in range(3):
            demand()

        demand(THERE)

    def test_it_counts_anew_when_the_time_is_over(self):
        for _ in range(3):
            demand()
        cache.touch(THREE.key(HERE), 0)  # what time does; Redis has a clock of its own

        demand()

    def test_it_holds_the_strictest_of_several(self):
        one = Limit("test-one", most=1, seconds=600)
        demand(HERE, one)

        with pytest.raises(TooMany):
            demand(HERE, one)

    def test_it_lets_no_more_pass_in_the_same_instant(self):
        answers = at_once(*[partial(demand)] * 8)

        assert sum(isinstance(answer, TooMany) for answer in answers) == 5

    def test_it_refuses_all_while_the_cache_is_out_of_reach(self, settings):
        settings.CACHES = {
            "default": {
                "BACKEND": "django.core.cache.backends.redis.RedisCache",
                "LOCATION": "redis://127.0.0.1:1/0",
            }
        }

        with pytest.raises(RedisError):
            demand()


class TestForesee:
    def test_it_says_what_a_demand_would_and_counts_nothing(self):
        foresee = partial(limits.foresee, THREE, address=HERE, otherwise="Slowly.")
        for _ in range(3):
            foresee()
            foresee()
            demand()

        with pytest.raises(TooMany, match="Slowly"):
            foresee()
