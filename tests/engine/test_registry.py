"""The rulesets, and how games are set up."""

import pytest

from engine import SetupError, all_rulesets, all_setups, get_ruleset


class TestRulesets:
    def test_it_is_found_by_slug_and_version(self):
        assert get_ruleset("botanik", 1) is all_rulesets()[0]
        assert get_ruleset("botanik", "1") is all_rulesets()[0]

    def test_it_is_the_newest_without_a_version(self):
        assert get_ruleset("botanik").version == max(r.version for r in all_rulesets())

    @pytest.mark.parametrize(
        ("slug", "version"), [("chess", None), ("botanik", 2), ("botanik", "01"), ("", None)]
    )
    def test_it_is_not_found_otherwise(self, slug, version):
        with pytest.raises(SetupError) as refused:
            get_ruleset(slug, version)

        assert refused.value.code == "rules-unknown"

    def test_it_has_no_two_of_a_version(self):
        keys = [(ruleset.slug, ruleset.version) for ruleset in all_rulesets()]

        assert len(keys) == len(set(keys))


class TestAllSetups:
    def test_it_has_the_tables_that_the_rules_allow_and_no_other(self):
        tables = [
            (table.seats, dict(table.options)) for table in all_setups(get_ruleset("gardeners"))
        ]

        assert (1, {}) in tables
        assert (1, {"mode": "solo", "actions": 200}) in tables
        assert (2, {"mode": "full", "turns": 24}) in tables
        assert (2, {"mode": "solo"}) not in tables
        assert (1, {"mode": "full"}) not in tables

    def test_it_has_each_number_of_seats_where_nothing_is_to_be_chosen(self):
        tables = [(table.seats, table.options) for table in all_setups(get_ruleset("botanicus"))]

        assert tables == [(2, {}), (3, {}), (4, {})]


class TestSettingUp:
    def test_it_takes_the_fewest_seats_by_default(self):
        assert get_ruleset("botanik").initial().seats == 2

    @pytest.mark.parametrize("seats", [0, 1, 3, -2])
    def test_it_refuses_another_number_of_seats(self, seats):
        with pytest.raises(SetupError) as refused:
            get_ruleset("botanik").initial(seats)

        assert refused.value.code == "seats-unsupported"

    def test_it_refuses_unknown_options(self):
        with pytest.raises(SetupError) as refused:
            get_ruleset("botanik").initial(2, {"expert": True})

        assert refused.value.code == "option-unknown"
