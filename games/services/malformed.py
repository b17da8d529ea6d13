"""What is wrong with an action that cannot be read, in words: the engine's problems for people."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import engine

PROBLEMS = {
    "no_object": gettext_lazy("An action is an object."),
    "no_such_action": gettext_lazy("type: %(type)s is no action of this game, or its fields are wrong."),
    "no_such_route": gettext_lazy("route: there is no route %(route)s."),
    "no_such_city": gettext_lazy("city: there is no city %(city)s."),
    "no_such_place": gettext_lazy('from: "deck" or a place from 0 to 4.'),
    "no_list_of_tickets": gettext_lazy("tickets: a list of ids."),
    "no_such_ticket": gettext_lazy("tickets: there is no ticket %(ticket)s."),
    "ticket_twice": gettext_lazy("tickets: one is named twice."),
    "no_cards": gettext_lazy("cards: an object of colours and numbers is needed."),
    "no_such_colour": gettext_lazy("cards: there is no colour %(colour)s."),
    "no_number_of_cards": gettext_lazy("cards: %(colour)s needs a whole number from 0 to 110."),
}


def malformed_words(malformed: engine.MalformedAction) -> str:
    """A sentence that names the field; a general one for problems that have no words yet."""
    words = PROBLEMS.get(malformed.problem)
    return str(words) % malformed.facts if words else _("This action cannot be read.")
