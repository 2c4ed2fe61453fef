"""Variables of the environment: each wrong value is refused with one line that names it."""

import stat

import pytest

from botanik_site.env import Environment, WrongSetting
from botanik_site.secret_key import own_secret_key
from botanik_site.settings import env
from tests.variables import VARIABLES


class TestEnvironment:
    def test_it_gives_the_default_where_nothing_is_set(self):
        assert Environment({}).integer("PORT", default=8000, low=1, high=65535) == 8000

    def test_it_takes_an_empty_value_as_not_set(self):
        assert Environment({"HOST": " "}).text("HOST", "127.0.0.1") == "127.0.0.1"

    @pytest.mark.parametrize("value", ["eighty", "0", "65536", "-1", "8e3", "٨", "9" * 5000])
    def test_it_refuses_what_is_not_a_port(self, value):
        with pytest.raises(WrongSetting, match="PORT must be a whole number from 1 to 65535"):
            Environment({"PORT": value}).integer("PORT", default=8000, low=1, high=65535)

    @pytest.mark.parametrize("value", ["mysql://db/botanik", "postgres", "postgres://h:port/x"])
    def test_it_refuses_an_address_of_another_kind(self, value):
        with pytest.raises(WrongSetting, match="DATABASE_URL must be an address"):
            Environment({"DATABASE_URL": value}).url("DATABASE_URL", schemes=("postgres",))

    def test_it_does_not_repeat_an_address_that_may_hold_a_password(self):
        with pytest.raises(WrongSetting) as refusal:
            Environment({"REDIS_URL": "redi://:hunter2@h"}).url("REDIS_URL", schemes=("redis",))

        assert "hunter2" not in str(refusal.value)

    def test_it_refuses_a_choice_that_does_not_exist(self):
        with pytest.raises(WrongSetting, match="LOG_FORMAT must be one of text, json"):
            Environment({"LOG_FORMAT": "xml"}).choice(
                "LOG_FORMAT", among=("text", "json"), default="text"
            )

    def test_it_makes_a_missing_directory(self, tmp_path):
        wanted = tmp_path / "a" / "b"

        assert Environment({"DATA_DIR": str(wanted)}).directory("DATA_DIR", tmp_path).is_dir()
        assert wanted.is_dir()

    def test_it_refuses_a_directory_that_cannot_be_written_to(self, tmp_path):
        (tmp_path / "file").touch()

        with pytest.raises(WrongSetting, match=r"DATA_DIR is .* which cannot be written to"):
            Environment({"DATA_DIR": str(tmp_path / "file")}).directory("DATA_DIR", tmp_path)


class TestReadme:
    def test_it_lists_every_variable_that_is_read_and_no_other(self):
        assert env.asked == VARIABLES


class TestSecretKey:
    def test_it_is_made_once(self, tmp_path):
        path = tmp_path / "secret_key"

        assert own_secret_key(path) == own_secret_key(path)

    def test_it_is_long_and_not_the_same_elsewhere(self, tmp_path):
        here, there = own_secret_key(tmp_path / "here"), own_secret_key(tmp_path / "there")

        assert here != there
        assert len(here) >= 50

    def test_it_is_readable_by_its_owner_alone(self, tmp_path):
        own_secret_key(tmp_path / "secret_key")

        assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
