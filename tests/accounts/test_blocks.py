"""Wanting nothing to do with somebody."""

import pytest
from django.db import IntegrityError, transaction

from accounts.blocks import block, blocked_by, has_blocked, keep_apart, unblock
from accounts.models import Block
from accounts.refusals import Unprocessable

pytestmark = pytest.mark.django_db


class TestBlock:
    def test_it_keeps_the_two_apart_whoever_asks(self, alice, bob):
        block(owner=alice, blocked=bob)

        assert keep_apart(alice, bob)
        assert keep_apart(bob, alice)

    def test_it_does_not_concern_others(self, alice, bob, charlie):
        block(owner=alice, blocked=bob)

        assert not keep_apart(alice, charlie)
        assert not keep_apart(bob, charlie)

    def test_it_belongs_to_who_made_it(self, alice, bob):
        block(owner=alice, blocked=bob)

        assert has_blocked(alice, bob)
        assert not has_blocked(bob, alice)
        assert blocked_by(bob) == []

    def test_it_counts_once_however_often_it_is_made(self, alice, bob):
        block(owner=alice, blocked=bob)
        block(owner=alice, blocked=bob)

        assert len(blocked_by(alice)) == 1

    def test_it_can_be_taken_back(self, alice, bob):
        block(owner=alice, blocked=bob)
        unblock(owner=alice, blocked=bob)

        assert not keep_apart(alice, bob)

    def test_it_leaves_the_other_ones_block_when_taken_back(self, alice, bob):
        block(owner=alice, blocked=bob)
        block(owner=bob, blocked=alice)
        unblock(owner=alice, blocked=bob)

        assert keep_apart(alice, bob)

    def test_it_is_refused_for_oneself(self, alice):
        with pytest.raises(Unprocessable):
            block(owner=alice, blocked=alice)

    def test_it_is_refused_for_oneself_by_the_database_too(self, alice):
        with pytest.raises(IntegrityError), transaction.atomic():
            Block.objects.create(owner=alice, blocked=alice)


class TestPage:
    def test_it_blocks_from_the_profile(self, client, alice, bob):
        client.force_login(alice)

        response = client.post("/@bob/block/", {"block": "yes"})

        assert response["Location"] == "/@bob/"
        assert has_blocked(alice, bob)

    def test_it_takes_back_from_the_profile(self, client, alice, bob):
        block(owner=alice, blocked=bob)
        client.force_login(alice)

        client.post("/@bob/block/", {"block": "no"})

        assert not has_blocked(alice, bob)

    def test_it_looks_the_same_to_the_blocked_person(self, client, alice, bob):
        client.force_login(bob)
        client.get("/@alice/")
        before = client.get("/@alice/").content

        block(owner=alice, blocked=bob)

        assert without_token(client.get("/@alice/").content) == without_token(before)

    def test_it_must_be_posted_by_somebody_who_is_signed_in(self, client, alice):
        assert client.post("/@alice/block/")["Location"].startswith("/account/login/")
        client.force_login(alice)
        assert client.get("/@alice/block/").status_code == 405

    def test_it_lists_whom_one_has_blocked(self, client, alice, bob):
        block(owner=alice, blocked=bob)
        client.force_login(alice)

        assert b"/@bob/" in client.get("/account/blocks/").content


def without_token(content):
    """Two renderings differ in their CSRF tokens, and in nothing else."""
    import re

    return re.sub(rb'(csrfmiddlewaretoken" value="|X-CSRFToken": ")\w+', b"", content)
