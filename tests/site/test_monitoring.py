"""What is measured, what is drawn and warned of, and what the documents say of it, fit together."""

import json
import re
from pathlib import Path

import pytest
import yaml
from prometheus_client import REGISTRY

from botanik_site.metrics.standing import Standing

ROOT = Path(__file__).parent.parent.parent
NAME = re.compile(r"\bbotanik_\w+")
PARTS = {
    "counter": ["_total"],
    "histogram": ["_bucket", "_count", "_sum"],
    "gauge": [""],
}


@pytest.fixture
def measured(db):
    """Every name that can be asked for."""
    families = [*REGISTRY.collect(), *Standing().collect()]
    return {
        family.name + part
        for family in families
        if family.name.startswith("botanik_")
        for part in PARTS[family.type]
    }


@pytest.fixture
def manual():
    return (ROOT / "docs" / "operating.md").read_text("utf-8")


def rules():
    groups = yaml.safe_load((ROOT / "monitoring" / "alerts.yml").read_text("utf-8"))["groups"]
    return [rule for group in groups for rule in group["rules"]]


def panels():
    return json.loads((ROOT / "monitoring" / "dashboard.json").read_text("utf-8"))["panels"]


class TestAlerts:
    @pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule["alert"])
    def test_it_asks_for_what_is_measured(self, measured, rule):
        names = set(NAME.findall(rule["expr"]))

        assert names or rule["alert"] == "SiteDown"  # which Prometheus knows by itself
        assert names <= measured

    @pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule["alert"])
    def test_it_has_a_section_that_says_what_to_do(self, manual, rule):
        assert f"\n### {rule['alert']}\n" in manual
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"]

    def test_it_has_no_two_of_one_name(self):
        names = [rule["alert"] for rule in rules()]

        assert len(names) == len(set(names))


class TestDashboard:
    @pytest.mark.parametrize("panel", panels(), ids=lambda panel: panel["title"])
    def test_it_draws_what_is_measured(self, measured, panel):
        for target in panel["targets"]:
            names = set(NAME.findall(target["expr"]))
            assert names
            assert names <= measured

    def test_it_draws_all_that_is_measured(self, measured):
        drawn = {
            name
            for panel in panels()
            for target in panel["targets"]
            for name in NAME.findall(target["expr"])
        }
        whole = {re.sub(r"_(bucket|count|sum)$", "", name) for name in measured}

        assert whole <= {re.sub(r"_(bucket|count|sum)$", "", name) for name in drawn}


class TestManual:
    def test_it_explains_all_that_is_measured(self, measured, manual):
        whole = {re.sub(r"_(bucket|count|sum)$", "", name) for name in measured}

        assert [name for name in sorted(whole) if f"`{name}" not in manual] == []
