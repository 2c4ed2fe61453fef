"""The page on which somebody asks for all that we know of them, and takes it away."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.http import SiteRequest
from accounts.models import User
from games.services import data_exports


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: SiteRequest) -> HttpResponse:
    """How far it is; while it is being gathered, the page asks again every second."""
    assert isinstance(request.user, User)
    if request.method == "POST":
        data_exports.ask(user=request.user)
        return redirect("games:data_exports")
    newest = data_exports.latest(request.user)
    context = {
        "export": newest,
        "kept_until": newest and newest.finished_at and newest.finished_at + data_exports.KEPT,
        "next_ask": data_exports.next_ask(newest),
    }
    template = "partials/export.html" if request.htmx else "detail.html"
    return render(request, f"games/data_exports/{template}", context)


@login_required
@never_cache
@require_safe
def download(request: SiteRequest, export_id: int) -> HttpResponse:
    assert isinstance(request.user, User)
    export = data_exports.access(user=request.user, export_id=export_id)
    name = f"botanik-{request.user.username}-{export.asked_at:%Y-%m-%d}.zip"
    return HttpResponse(
        bytes(export.archive or b""),
        content_type="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
