"""What is in monitoring/, tried by a Prometheus: it reads the site, and answers all we ask of it.

Needs `apt-get install prometheus`, which no other test does.
"""

import json
import shutil
import subprocess
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest
import yaml

from tests.inside import ROOT
from tests.real_services import free_port, wait_until
from tests.sites import embedded_site

RULES = ROOT / "monitoring" / "alerts.yml"
TOKEN = "a-token-for-who-measures-the-site"
SECOND = "1s"


@pytest.fixture
def site(tmp_path):
    with embedded_site(tmp_path, METRICS_TOKEN=TOKEN) as site:
        yield site


class Prometheus:
    def __init__(self, port):
        self._url = f"http://127.0.0.1:{port}"

    def ask(self, path):
        with urllib.request.urlopen(f"{self._url}/api/v1/{path}", timeout=20) as answer:
            return json.load(answer)["data"]

    def is_ready(self):
        try:
            with urllib.request.urlopen(f"{self._url}/-/ready", timeout=20):
                return True
        except OSError:
            return False

    def health(self):
        return [target["health"] for target in self.ask("targets")["activeTargets"]]

    def rules(self):
        return [rule for group in self.ask("rules")["groups"] for rule in group["rules"]]

    def firing(self):
        return {rule["name"] for rule in self.rules() if rule["state"] == "firing"}


@pytest.fixture
def prometheus(site, tmp_path):
    """One that asks the site each second, and waits for nothing before it warns."""
    if not shutil.which("prometheus"):
        pytest.skip("prometheus is not installed")
    rules = yaml.safe_load(RULES.read_text("utf-8"))
    for rule in (rule for group in rules["groups"] for rule in group["rules"]):
        rule.pop("for", None)
    (tmp_path / "alerts.yml").write_text(yaml.safe_dump(rules))
    target = {"targets": [site.url.removeprefix("http://")]}
    job = {
        "job_name": "botanik",
        "authorization": {"credentials": TOKEN},
        "static_configs": [target],
    }
    every = {"scrape_interval": SECOND, "scrape_timeout": SECOND, "evaluation_interval": SECOND}
    settings = {"global": every, "rule_files": ["alerts.yml"], "scrape_configs": [job]}
    (tmp_path / "prometheus.yml").write_text(yaml.safe_dump(settings))
    with running(tmp_path) as prometheus:
        wait_until(lambda: prometheus.health() == ["up"], what="Prometheus to have read the site")
        yield prometheus


@contextmanager
def running(folder):
    port = free_port()
    command = [
        "prometheus",
        f"--config.file={folder / 'prometheus.yml'}",
        f"--storage.tsdb.path={folder / 'prometheus'}",
        f"--web.listen-address=127.0.0.1:{port}",
    ]
    with (folder / "prometheus.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        prometheus = Prometheus(port)
        wait_until(prometheus.is_ready, what="Prometheus")
        yield prometheus
    finally:
        process.terminate()
        process.wait(20)


def drawn():
    panels = json.loads(Path(ROOT / "monitoring" / "dashboard.json").read_text("utf-8"))["panels"]
    return [target["expr"] for panel in panels for target in panel["targets"]]


def evaluated(prometheus):
    return all(rule.get("lastEvaluation", "0001") > "1000" for rule in prometheus.rules())


def test_it_takes_every_rule_and_warns_of_nothing_while_all_is_well(prometheus):
    wait_until(lambda: evaluated(prometheus), what="the rules to be judged")

    assert len(prometheus.rules()) == RULES.read_text("utf-8").count("- alert:")
    assert [rule for rule in prometheus.rules() if rule["health"] != "ok"] == []
    assert prometheus.firing() == set()


def test_it_answers_all_that_the_dashboard_asks(prometheus):
    for expression in drawn():
        assert prometheus.ask(f"query?query={quote(expression)}")["resultType"] == "vector"


def test_it_warns_when_the_site_is_gone(site, prometheus):
    site.stop("site")

    wait_until(lambda: "SiteDown" in prometheus.firing(), what="the warning")
