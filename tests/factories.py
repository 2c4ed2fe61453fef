"""Things to test with, made by the same services that make the real ones."""

import factory

from accounts.models import User
from accounts.services import create_player

PASSWORD = "a quiet corner of the glasshouse"


class UserFactory(factory.django.DjangoModelFactory):
    """`UserFactory(username="alice")` is alice, who can log in with PASSWORD."""

    class Meta:
        model = User

    username = factory.Sequence(lambda number: f"player{number}")
    email = factory.LazyAttribute(lambda user: f"{user.username}@botanik.example")
    password = PASSWORD

    @classmethod
    def _create(cls, model_class, *args, **kwargs):
        return create_player(**kwargs)
