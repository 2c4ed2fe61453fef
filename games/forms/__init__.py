"""The shape of what people send; what it means is for the services to judge."""

from games.forms.appeals import AnswerForm, AppealForm
from games.forms.entropy import read_entropy
from games.forms.finding import RUNNING, FindForm
from games.forms.offers import OfferForm
from games.forms.pairing import SearchForm
from games.forms.reports import ReportForm
from games.forms.setups import questions

__all__ = [
    "RUNNING", "AnswerForm", "AppealForm", "FindForm", "OfferForm", "ReportForm", "SearchForm",
    "questions", "read_entropy",
]  # fmt: skip
