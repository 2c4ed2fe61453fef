"""What the site says when it does not do what was asked."""


class Refusal(Exception):
    """A request that is not carried out: a sentence for the person, and its HTTP status.

    Services raise it; one middleware turns it into a page or, for htmx, a fragment.
    """

    status = 400

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Forbidden(Refusal):
    """Somebody else may do this, this person may not."""

    status = 403


class NotFound(Refusal):
    """There is no such thing, or none that this person may know of."""

    status = 404


class MethodNotAllowed(Refusal):
    """There is such a thing, but it is not asked for in this way."""

    status = 405


class Conflict(Refusal):
    """It was asked about a state of things that is gone."""

    status = 409


class Unprocessable(Refusal):
    """It was understood, and it is against a rule."""

    status = 422


class TooMany(Refusal):
    """Too often in too short a time."""

    status = 429
