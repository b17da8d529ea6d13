"""What requests must look like, and what answers look like for the schema."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from games.models import COLOURS, Game


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


class Nothing(StrictSerializer):
    """A request without fields."""


class GamesQuery(serializers.Serializer[Any]):
    status = serializers.ChoiceField(Game.Status.values, required=False)
    mine = serializers.BooleanField(required=False)
    edition = serializers.CharField(required=False)


class EventsQuery(serializers.Serializer[Any]):
    after = serializers.IntegerField(default=-1, min_value=-1, max_value=2**31 - 1)


class GameQuery(serializers.Serializer[Any]):
    legal = serializers.BooleanField(default=True)
    invite = serializers.CharField(required=False)
