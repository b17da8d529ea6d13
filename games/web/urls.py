"""Addresses of the pages."""

from django.urls import path

from games.web import guests, invitations, profile, reading, seats, talking, views

app_name = "games"

urlpatterns = [
    path("", views.landing, name="landing"),
    path("rules/", reading.rules_index, name="rules_index"),
    path("rules/<slug:edition>/", reading.rules, name="rules"),
    path("play/", guests.play_now, name="play_now"),
    path("players/<slug:username>/", profile.show, name="profile"),
    path("games/", views.mine, name="mine"),
    path("lobby/", views.lobby, name="lobby"),
    path("games/new/", views.new, name="new"),
    path("games/turns/", views.turns, name="turns"),
    path("games/<int:game_id>/", views.table, name="table"),
    path("games/<int:game_id>/verify/", reading.verify, name="verify"),
    path("games/<int:game_id>/panels/", views.panels, name="panels"),
    path("games/<int:game_id>/decide/<slug:what>/", views.decide, name="decide"),
    path("games/<int:game_id>/join/", views.join, name="join"),
    path("games/<int:game_id>/leave/", views.leave, name="leave"),
    path("games/<int:game_id>/about/", seats.about, name="about"),
    path("games/<int:game_id>/about/resign/", seats.about, {"what": "resign"}, name="about_resigning"),
    path("games/<int:game_id>/resign/", seats.resign, name="resign"),
    path("games/<int:game_id>/reclaim/", seats.reclaim, name="reclaim"),
    path("games/<int:game_id>/takeover/", seats.take_over, name="takeover"),
    path("games/<int:game_id>/pause/", seats.ask_for_pause, name="pause"),
    path("games/<int:game_id>/pause/answer/", seats.answer_pause, name="answer_pause"),
    path("games/<int:game_id>/nudge/", seats.nudge, name="nudge"),
    path("games/<int:game_id>/chat/", talking.talk, name="chat"),
    path("games/<int:game_id>/volume/", seats.set_volume, name="volume"),
    path("games/<int:game_id>/invite/", invitations.invite, name="invite"),
    path("games/<int:game_id>/decline/", invitations.decline, name="decline"),
    path("games/<int:game_id>/start/", views.start, name="start"),
    path("games/<int:game_id>/bots/", views.add_bot, name="add_bot"),
    path("games/<int:game_id>/seats/<int:number>/remove/", views.remove_seat, name="remove_seat"),
    path("games/<int:game_id>/link/new/", views.new_link, name="new_link"),
    path("games/<int:game_id>/link/withdraw/", views.withdraw_link, name="withdraw_link"),
    path("invitations/<slug:word>/", invitations.show, name="invitation"),
    path("invitations/<slug:word>/accept/", invitations.accept, name="accept_invitation"),
]
