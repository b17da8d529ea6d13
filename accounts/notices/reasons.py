"""Why a notice is in its state: codes as they are stored, and the words a person reads."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.notices.models import Notice

OFF = "off"
MUTED = "muted"
NO_MAIL = "no_mail"
NO_REMINDERS = "no_reminders"
NO_ADDRESS = "no_address"
NO_DEVICE = "no_device"
NO_HOOK = "no_hook"
SEEN = "seen"
LOOKING = "looking"
MOVED = "moved"
STAND_IN = "stand_in"
OVER = "over"
NOT_YOURS = "not_yours"
DEADLINE_MOVED = "deadline_moved"
DEADLINE_PASSED = "deadline_passed"
GONE = "gone"
TOLD_BEFORE = "told_before"
QUIET = "quiet"
NO_ANSWER = "no_answer"
UNREACHABLE = "unreachable"
REFUSED = "refused"
MAIL_FAILS = "mail_fails"
GIVEN_UP = "given_up"
FAULT = "fault"
OUR_FAULT = "our_fault"
CLOSED = "closed"
PAUSE_OVER = "pause_over"
CHANGED_AGAIN = "changed_again"
TAKEN_BACK = "taken_back"
TABLE_CLOSED = "table_closed"
ANSWERED = "answered"

UNWANTED = (OFF, MUTED, NO_MAIL, NO_REMINDERS, NO_ADDRESS)
"""The person did not want it, or could not be reached, and it may be otherwise again."""

WORDS: Mapping[str, str | Promise] = {
    OFF: gettext_lazy("you have switched this off"),
    MUTED: gettext_lazy("you have muted this table"),
    NO_MAIL: gettext_lazy("you want no mail"),
    NO_REMINDERS: gettext_lazy("you do not want this reminder"),
    NO_ADDRESS: gettext_lazy("there is no mail address"),
    NO_DEVICE: gettext_lazy("no device of yours takes messages any more"),
    NO_HOOK: gettext_lazy("your webhook is off"),
    SEEN: gettext_lazy("you had seen it at the table"),
    LOOKING: gettext_lazy("put off while you look at the table"),
    MOVED: gettext_lazy("you had already moved"),
    STAND_IN: gettext_lazy("the computer had moved for you"),
    OVER: gettext_lazy("the game was over"),
    NOT_YOURS: gettext_lazy("the seat was no longer yours to play"),
    DEADLINE_MOVED: gettext_lazy("the deadline has moved"),
    DEADLINE_PASSED: gettext_lazy("the deadline had passed"),
    GONE: gettext_lazy("what it was about is gone"),
    TOLD_BEFORE: gettext_lazy("you were told before the site was restored from a backup"),
    QUIET: gettext_lazy("your quiet hours"),
    NO_ANSWER: gettext_lazy("handed over; the answer of the other side is not known"),
    UNREACHABLE: gettext_lazy("not reached, and tried again: %(detail)s"),
    REFUSED: gettext_lazy("refused: %(detail)s"),
    MAIL_FAILS: gettext_lazy("mail to you comes back"),
    GIVEN_UP: gettext_lazy("given up after %(tries)s tries: %(detail)s"),
    TAKEN_BACK: gettext_lazy("taken from your devices again when the turn was over"),
    PAUSE_OVER: gettext_lazy("the pause was over"),
    CHANGED_AGAIN: gettext_lazy("it had changed again"),
    CLOSED: gettext_lazy("the account was closed"),
    OUR_FAULT: gettext_lazy("something was wrong here for a whole day"),
    FAULT: gettext_lazy("something went wrong here, and is tried again"),
    TABLE_CLOSED: gettext_lazy("the table was no longer open"),
    ANSWERED: gettext_lazy("you had already answered"),
}


def words(notice: Notice) -> str:
    """Why, for the person; empty where the state says it all."""
    template = WORDS.get(notice.why)
    if template is None:
        return ""
    facts = {"detail": "", "tries": notice.tries, **notice.why_facts}
    return str(template) % facts


def state(notice: Notice) -> str:
    """The state in words: sent, withdrawn: you had already moved."""
    why, label = words(notice), notice.get_state_display()
    return _("%(state)s: %(why)s") % {"state": label, "why": why} if why else str(label)
