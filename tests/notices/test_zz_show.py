import pytest
from tests import cast
from accounts.models import Notice
from games.web.notices import Games
from tests.conftest import Hands
pytestmark = pytest.mark.django_db
@pytest.mark.parametrize("edition", ["usa","europe","card-game"])
def test_show(alice, bob, charlie, hands, edition):
    from games.services import absence, pauses, deadlines
    CLOCK={"per_decision_s": 86400, "reserve_s": 0}
    g = cast.started(alice,bob,charlie, edition=edition, clock=CLOCK)
    seen=set()
    def show():
        for n in Notice.objects.filter(channel="mail").order_by("pk"):
            if n.pk in seen or n.kind=="reminder": continue
            seen.add(n.pk)
            s=Games().story(n.user,n.thread,[n])
            print("\n##", n.user, n.kind, n.matter, n.facts); print(" S:",s.subject); print(" H:",s.heading); print(" s:",s.short); print(" L:",s.lead); print(" ..",s.about,s.happened[-3:],s.facts,s.foot, s.path)
    show()
    cast.choose_tickets(g); cast.play_on(g,3); show()
    hands.on(hours=25); deadlines.time_up(game_id=g.pk); show()
    pauses.ask(game_id=g.pk,user=alice,days=2); show()
    pauses.answer(game_id=g.pk,user=bob,agrees=True);pauses.answer(game_id=g.pk,user=charlie,agrees=True); show()
    absence.leave(game_id=g.pk,user=bob); show(); absence.reclaim(game_id=g.pk,user=bob); show()
    absence.resign(game_id=g.pk,user=bob); show()
    d=cast.person("dora")
    try:
        absence.take_over(game_id=g.pk,user=d, seat=None, invite=g.invite); show()
    except Exception as e: print(repr(e))
    cast.play_on(g,5000); show()
