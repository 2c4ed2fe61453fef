"""What was done about somebody: their own pages, and those from which moderators act."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import roles
from accounts.guard import for_role
from accounts.http import SiteRequest, way_back
from accounts.models import User
from accounts.refusals import Conflict, NotFound, Unprocessable
from accounts.time_zones import zone
from games import judging, links
from games.forms import AppealForm
from games.models import Ruling
from games.selectors import rulings as selectors
from games.services import appeals, notices, rulings


@never_cache
@login_required
@require_safe
def own(request: SiteRequest) -> HttpResponse:
    """What holds for somebody now, and what is over."""
    me = _me(request)
    found = selectors.of(me)
    context = {
        "holding": [one for one in found if one.holds],
        "others": [one for one in found if not one.holds],
        "unruled": selectors.unruled(me),
        "zone": zone(me.time_zone),
    }
    return render(request, "games/rulings/list.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def detail(request: SiteRequest, ruling_id: int) -> HttpResponse:
    """One ruling, for its person alone, and the way to object."""
    return _ruling(request, person=_me(request), ruling_id=ruling_id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def by_mail(request: SiteRequest, token: str) -> HttpResponse:
    """The same by a link in a mail: who is shut out cannot log in, and may object."""
    person, thing = links.read(links.APPEAL, token, viewer=request.user)
    return _ruling(request, person=person, ruling_id=int(thing))


def _ruling(request: SiteRequest, *, person: User, ruling_id: int) -> HttpResponse:
    shown = selectors.find(ruling_id, person=person)
    form = AppealForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        appeals.appeal(person=person, ruling=shown.ruling, text=form.cleaned_data["text"])
        messages.success(request, _("Another moderator will look at it, and you will be told."))
        return redirect(request.path)
    notices.read(person.notices.filter(ruling=shown.ruling))
    context = {"shown": shown, "form": form, "zone": zone(person.time_zone)}
    return render(request, "games/rulings/detail.html", context, status=422 if form.errors else 200)


# --- For moderators ----------------------------------------------------------------------------


@for_role(roles.MODERATE)
@require_safe
def person(request: SiteRequest, name: str) -> HttpResponse:
    """All that was done about somebody, and what can be done."""
    about = selectors.judged(name)
    if not roles.may_judge(_me(request), about):
        raise NotFound(_("There is no such page."))
    if about.username != name:
        return redirect("games:judged", about.username)
    return _page(request, about)


def _page(
    request: SiteRequest, about: User, bound: judging.ActForm | None = None, status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {
        "person": about,
        "rulings": selectors.of(about),
        "unruled": selectors.unruled(about),
        "lines": selectors.lines_of(about, judge=_me(request))[: selectors.LINES_SHOWN],
        "games": selectors.games_of(about),
        "bound": bound,
        "final": rulings.FINAL,
    }
    return render(request, "games/moderation/person.html", context, status=status)


@for_role(roles.MODERATE)
@require_POST
def act(request: SiteRequest, kind: str) -> HttpResponse:
    """Do something about somebody. Where it is refused the page keeps what was typed."""
    about = _judged(request.POST.get("person", ""))
    if kind not in Ruling.Kind:
        raise NotFound(_("There is no such page."))
    form = judging.posted(request.POST, kind=Ruling.Kind(kind), about=about, judge=_me(request))
    if not form.is_valid():
        return _page(request, about, form, 422)
    try:
        ruling = form.carry_out(judge=_me(request))
    except (Unprocessable, Conflict) as refusal:
        form.add_error(None, refusal.message)
        return _page(request, about, form, refusal.status)
    _say_done(request, ruling)
    about.refresh_from_db()
    return _back(request, about)


@for_role(roles.MODERATE)
@require_POST
def undo(request: SiteRequest, ruling_id: int) -> HttpResponse:
    """Undo a ruling, for everybody whom it concerned."""
    ruling = rulings.undo(judge=_me(request), ruling=selectors.any_ruling(ruling_id))
    messages.success(request, _("It is undone, and they are told."))
    if ruling.before.get("is_back") is False:
        messages.warning(request, _what_stays(ruling))
    ruling.person.refresh_from_db()
    return _back(request, ruling.person)


def _what_stays(ruling: Ruling) -> str:
    if ruling.kind == Ruling.Kind.RENAME:
        return _("They have another name by now. They may take their old one back themselves.")
    return _("On the ladder all stays as it is: others have moved there since.")


def _say_done(request: SiteRequest, ruling: Ruling) -> None:
    messages.success(request, _("It is done, and they are told."))
    climb = ruling.before.get("climb")
    if climb and not climb["is_undone"]:
        messages.warning(
            request, _("On the ladder all stays as it is: others have moved there since.")
        )


def _back(request: SiteRequest, about: User) -> HttpResponse:
    """Where they came from; not to the page of a name that is gone."""
    target = way_back(request)
    if target == "/" or target.startswith(("/moderation/person/", "/moderation/act/")):
        return redirect("games:judged", about.username)
    return redirect(target)


def _judged(text: str) -> User:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
    found = User.objects.filter(pk=number, is_active=True, bot="").first()
    if found is None:
        raise NotFound(_("Nobody here has this name."))
    return found


def _me(request: SiteRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
