"""All public games of a month as one file, and which game of a day is shown on the front page."""

from django.db import models

from games.models.games import Game


class Archive(models.Model):
    """The public games of one kind that ended in one month, as compressed records.

    It is made in editions, one after the other, part by part: handed out is `edition`, worked on is
    `making`, and due until it is the one that is `wanted`.
    """

    ruleset = models.CharField(max_length=20)
    # Its first day, in UTC.
    month = models.DateField()
    edition = models.PositiveIntegerField(default=0)
    making = models.PositiveIntegerField(default=0)
    wanted = models.PositiveIntegerField(default=1)
    # When `making` was begun, when somebody who works on it was last heard of (empty if nobody
    # does), and how often one took it on: whoever did before writes nothing more.
    begun_at = models.DateTimeField(null=True, blank=True)
    noted_at = models.DateTimeField(null=True, blank=True)
    claims = models.PositiveIntegerField(default=0)
    # What `edition` is like.
    made_at = models.DateTimeField(null=True, blank=True)
    games = models.PositiveIntegerField(default=0)
    parts = models.PositiveIntegerField(default=0)
    size = models.PositiveBigIntegerField(default=0)
    sha256 = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["ruleset", "month"], name="one_archive_a_month"),
            models.CheckConstraint(
                condition=models.Q(edition__lte=models.F("making"))
                & models.Q(making__lte=models.F("wanted")),
                name="archive_editions_in_order",
            ),
            models.CheckConstraint(
                condition=models.Q(edition=0, made_at=None)
                | models.Q(edition__gt=0, made_at__isnull=False),
                name="archive_made_has_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"{self.ruleset} {self.month:%Y-%m}"

    @property
    def file_name(self) -> str:
        return f"{self.ruleset}-{self.month:%Y-%m}.bgr.gz"


class ArchivePart(models.Model):
    """Some games of an edition, in order. All of its parts, one after the other, are the file.

    In the database, for the page that hands it out may run on another machine.
    """

    archive = models.ForeignKey(Archive, on_delete=models.CASCADE, related_name="pieces")
    edition = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    # The last game in it: the next part goes on from there.
    last_ended_at = models.DateTimeField()
    last_id = models.UUIDField()
    data = models.BinaryField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["archive", "edition", "number"], name="one_archive_part_a_number"
            ),
        )

    def __str__(self) -> str:
        return f"part {self.number} of {self.archive_id}, edition {self.edition}"


class Featured(models.Model):
    """The game of a day, for the front page. Whether it may be shown is asked when it is."""

    # In UTC, the day on which it ended.
    day = models.DateField(unique=True)
    # Empty where no game of that day was fit to be shown.
    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, null=True, blank=True, related_name="featured"
    )
    # How often the lead passed to another.
    lead_changes = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"game of {self.day}"
