"""What requests must look like, and what answers look like for the schema."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from games.models import COLOURS, ChatLine, Game


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses fields that it does not know, by name."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            unknown = sorted(set(data) - set(self.fields))
            if unknown:
                raise serializers.ValidationError({unknown[0]: [_("There is no such field.")]})
        return super().to_internal_value(data)


class NewTable(StrictSerializer):
    edition = serializers.CharField()
    seats = serializers.IntegerField()
    options = serializers.DictField(default=dict)
    colour = serializers.ChoiceField(COLOURS, required=False)


class Join(StrictSerializer):
    invite = serializers.CharField(required=False, allow_null=True)
    colour = serializers.ChoiceField(COLOURS, required=False)


class NewBot(StrictSerializer):
    bot = serializers.CharField()


class ActionRequest(StrictSerializer):
    decision = serializers.CharField()
    action = serializers.DictField()


class TakeOver(StrictSerializer):
    seat = serializers.IntegerField(
        required=False, min_value=0, help_text="not needed where only one is free"
    )
    invite = serializers.CharField(required=False, allow_null=True)


class AskForPause(StrictSerializer):
    days = serializers.IntegerField(required=False, help_text="asks for a pause of 1 to 14 days")
    agree = serializers.BooleanField(required=False, help_text="answers the pause that is asked for")

    def validate(self, asked: dict[str, Any]) -> dict[str, Any]:
        """One of the two."""
        if len(asked) != 1:
            raise serializers.ValidationError(_("Send days, to ask for a pause, or agree, to answer one."))
        return asked


class Nudge(StrictSerializer):
    seat = serializers.IntegerField(
        required=False, min_value=0, help_text="not needed where only one other person is asked"
    )


class Say(StrictSerializer):
    text = serializers.CharField(
        allow_blank=True,  # refused in the service's words
        trim_whitespace=False,
        help_text=f"1 to {ChatLine.LONGEST} characters",
    )


class Nothing(StrictSerializer):
    """A request without fields."""


class GamesQuery(serializers.Serializer[Any]):
    status = serializers.ChoiceField(Game.Status.values, required=False)
    mine = serializers.BooleanField(required=False)
    edition = serializers.CharField(required=False)


class EventsQuery(serializers.Serializer[Any]):
    after = serializers.IntegerField(default=-1, min_value=-1, max_value=2**31 - 1)


class ChatQuery(serializers.Serializer[Any]):
    after = serializers.IntegerField(
        required=False, min_value=0, max_value=2**63 - 1, help_text="id of a line; without it the last lines"
    )


class GameQuery(serializers.Serializer[Any]):
    legal = serializers.BooleanField(default=True)
    invite = serializers.CharField(required=False)
