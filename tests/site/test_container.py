"""The image and the composition of deploy/container: read, for they cannot be built everywhere."""

import re
from pathlib import Path

import pytest
import yaml

from tests.inside import ROOT
from tests.nginx import laid_nginx
from tests.real_services import Missing
from tests.variables import VARIABLES

FOLDER = ROOT / "deploy" / "container"
MAKEFILE = (ROOT / "Makefile").read_text()
README = (ROOT / "README.md").read_text()
PROCESSES = re.findall(r"^(\w+):", (ROOT / "Procfile").read_text(), re.MULTILINE)
# Of the operator's own making.
BROUGHT = {"botanik.env", "certificates"}
SITE = {"prepare", *PROCESSES}


@pytest.fixture(scope="module")
def steps():
    """The instructions of the Containerfile, each with what it says."""
    text = re.sub(r"^#.*\n", "", (FOLDER / "Containerfile").read_text(), flags=re.MULTILINE)
    joined = re.sub(r"\\\n\s*", "", text)
    return [tuple(line.split(" ", 1)) for line in joined.splitlines() if line.strip()]


@pytest.fixture(scope="module")
def services():
    return yaml.safe_load((FOLDER / "compose.yaml").read_text())["services"]


def assert_readme_says(target):
    assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE), target
    assert f"make {target}" in README, target


def variables_of(service):
    return set(service["environment"])


class TestImage:
    def test_it_calls_commands_of_readme_alone(self, steps):
        said = " ".join(text for name, text in steps if name in ("RUN", "CMD"))
        targets = re.findall(r'make"?,? "?(\w+)', said.replace("--no-install-recommends make", ""))

        assert targets == ["prepare", "web"]
        for target in targets:
            assert_readme_says(target)

    def test_it_runs_nothing_else_of_ours(self, steps):
        said = " && ".join(text for name, text in steps if name == "RUN")
        begun = {re.sub(r"^\s*(\w+=\S+ )*", "", part).split()[0] for part in said.split("&&")}

        assert begun == {"apt-get", "rm", "useradd", "install", "make"}

    def test_it_is_not_root_from_before_anything_of_ours_runs(self, steps):
        names = [name for name, _text in steps]
        users = [text for name, text in steps if name == "USER"]

        assert users == ["botanik"]
        first = next(
            n for n, step in enumerate(steps) if step[0] == "RUN" and "make prep" in step[1]
        )
        assert names.index("USER") < first

    def test_it_sets_variables_that_exist(self, steps):
        said = " ".join(text for name, text in steps if name in ("ENV", "RUN"))
        named = set(re.findall(r"\b([A-Z_]{4,})=", said))

        assert named - {"PIP_NO_CACHE_DIR"} <= VARIABLES

    def test_it_copies_what_is_there(self, steps):
        copied = [text.split()[-2] for name, text in steps if name == "COPY"]

        assert copied == ["."]
        assert {".git", ".venv", "var"} <= set((ROOT / ".dockerignore").read_text().split())

    def test_it_installs_what_the_set_up_asks_for(self, steps):
        (installed,) = (text for name, text in steps if "apt-get install" in text)

        assert {"make", "python3", "python3-venv"} <= set(installed.split())


class TestComposition:
    def test_it_has_each_process_once(self, services):
        assert {name for name in services if services[name].get("image") == "botanik"} == SITE

    @pytest.mark.parametrize("name", sorted(SITE))
    def test_it_starts_them_by_commands_of_readme(self, services, name):
        assert services[name]["command"] == f"make {name}"
        assert_readme_says(name)

    @pytest.mark.parametrize("name", sorted(SITE))
    def test_it_sets_variables_that_exist(self, services, name):
        assert variables_of(services[name]) <= VARIABLES

    @pytest.mark.parametrize("name", sorted(SITE - {"prepare"}))
    def test_it_begins_them_when_all_is_prepared_and_gives_them_no_rights(self, services, name):
        prepared = services[name]["depends_on"]["prepare"]["condition"]

        assert prepared == "service_completed_successfully"
        assert services[name]["cap_drop"] == ["ALL"]
        assert services[name]["security_opt"] == ["no-new-privileges:true"]
        assert services[name]["read_only"] is True

    def test_it_mounts_what_is_there_to_where_it_is_looked_for(self, services):
        nginx = (ROOT / "deploy" / "nginx" / "botanik.conf").read_text()
        mounted = [volume.split(":")[:2] for volume in services["nginx"]["volumes"]]

        for source, target in mounted:
            if source.startswith("."):
                assert Path(source).name in BROUGHT or (FOLDER / source).exists(), source
            assert target in nginx or target == "/etc/nginx/conf.d/default.conf", target
        assert set(re.findall(r"include (\S+);", nginx)) <= {target for _source, target in mounted}

    def test_it_builds_from_the_file_beside_it(self, services):
        build = services["web"]["build"]

        assert (FOLDER / build["context"]).resolve() == ROOT
        assert (ROOT / build["dockerfile"]).exists()

    def test_it_sends_nginx_to_the_ports_that_the_processes_have(self, services):
        upstreams = (FOLDER / "upstreams.conf").read_text()

        assert re.findall(r"server (\w+):(\d+)", upstreams) == [
            ("web", services["web"]["environment"]["PORT"]),
            ("sockets", services["sockets"]["environment"]["SOCKETS_PORT"]),
        ]

    def test_nginx_understands_where_it_sends_people(self):
        try:
            with laid_nginx() as nginx:
                text = (FOLDER / "upstreams.conf").read_text()
                nginx.upstreams.write_text(re.sub(r"server \w+", "server 127.0.0.1", text))
                assert nginx.complaints() == ""
        except Missing as missing:
            pytest.skip(f"{missing} is not installed")
