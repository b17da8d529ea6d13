// Deals a recorded game again from its seed, as docs/shuffle.md describes it. It knows where cards and tickets go,
// and no other rule: what players chose is taken from the record.
import { sha256 } from "./sha256.js";

const places = 5; // of the face-up row
const tooMany = 3; // locomotives in it (R-DRAW-6)
const mostRenewals = 3;
const turnedUp = 3; // for a tunnel
const locomotive = "locomotive";

// The numbers of a move: 32 bits each, without end.
export function* words(seed, seq) {
  const message = new Uint8Array(seed.length + 16);
  message.set(seed);
  const view = new DataView(message.buffer);
  view.setBigUint64(seed.length, BigInt(seq));
  for (let counter = 0n; ; counter++) {
    view.setBigUint64(seed.length + 8, counter);
    const block = new DataView(sha256(message).buffer);
    for (let at = 0; at < 32; at += 4) yield block.getUint32(at);
  }
}

// A list shuffled with the next numbers.
export function shuffled(things, numbers) {
  const list = [...things];
  for (let last = list.length - 1; last > 0; last--) {
    const limit = Math.floor(2 ** 32 / (last + 1)) * (last + 1);
    let number;
    do number = numbers.next().value;
    while (number >= limit);
    const other = number % (last + 1);
    [list[last], list[other]] = [list[other], list[last]];
  }
  return list;
}

// An action of a game that deals in ways not written here.
export class UnknownAction extends Error {}

export class Dealer {
  constructor(seed, seats, dealing) {
    Object.assign(this, { seed, seats, dealing });
    this.kinds = dealing.cards.map(([kind]) => kind);
    this.deck = []; // top last
    this.discards = this.none();
    this.row = Array(places).fill(null);
    this.ticketDeck = []; // top first
    this.hands = Array.from({ length: seats }, () => this.none());
    this.offered = Array.from({ length: seats }, () => []);
    this.tickets = Array.from({ length: seats }, () => []);
    this.choosing = new Set(this.tickets.keys()); // who has not kept first tickets yet
    this.tunnel = null; // { route, laid, turned }
  }

  // The events that a move has to have: [{type, ...}]. Throws for an action that cannot be carried out.
  move(seq, seat, action) {
    this.events = [];
    this.numbers = words(this.seed, seq);
    const does = this.actions(seat, action);
    if (seq === 0) this.setUp();
    else if (action.type in does) does[action.type]();
    else throw new UnknownAction(action.type);
    return this.events;
  }

  // What each action does.
  actions(seat, action) {
    return {
      draw_card: () => this.drawCard(seat, action),
      claim_route: () => this.claimRoute(seat, action),
      pay_tunnel: () => this.payTunnel(seat, action.cards),
      decline_tunnel: () => this.declineTunnel(seat),
      build_station: () => this.buildStation(seat, action),
      draw_tickets: () => this.offer(seat, this.dealing.later_tickets),
      keep_tickets: () => this.keepTickets(seat, action),
    };
  }

  tell(type, fields = {}) {
    this.events.push({ type, ...fields });
  }

  none() {
    return Object.fromEntries(this.kinds.map((kind) => [kind, 0]));
  }

  setUp() {
    this.tell("seats_drawn", { order: shuffled(this.tickets.keys(), this.numbers) });
    this.shuffleDeck(Object.fromEntries(this.dealing.cards));
    this.ticketDeck = shuffled(this.dealing.tickets, this.numbers);
    this.tell("tickets_shuffled", { ticket_deck: [...this.ticketDeck] });
    const longTickets = shuffled(this.dealing.long_tickets, this.numbers);
    if (longTickets.length) this.tell("long_tickets_shuffled", { tickets: [...longTickets] });
    for (let seat = 0; seat < this.seats; seat++) {
      for (let card = 0; card < this.dealing.hand; card++) this.draw(seat);
    }
    this.fillRow();
    for (let seat = 0; longTickets.length && seat < this.seats; seat++) {
      this.offered[seat] = longTickets.splice(0, this.dealing.first_long);
      this.tell("long_tickets_offered", { seat, tickets: [...this.offered[seat]] });
    }
    for (let seat = 0; seat < this.seats; seat++) this.offer(seat, this.dealing.first_tickets);
  }

  shuffleDeck(counts) {
    this.deck = shuffled(this.kinds.flatMap((kind) => Array(counts[kind]).fill(kind)), this.numbers);
    this.discards = this.none();
    this.tell("deck_shuffled", { deck: [...this.deck] });
  }

  // The card off the top of the deck, after a reshuffle if need be; null when there is none.
  top() {
    if (!this.deck.length && Object.values(this.discards).some(Boolean)) this.shuffleDeck(this.discards);
    return this.deck.pop() ?? null;
  }

  draw(seat) {
    const card = this.top();
    this.tell("card_drawn", { seat, card });
    if (card) this.hands[seat][card] += 1;
  }

  turnUp(place) {
    const card = this.top();
    if (!card) return;
    this.row[place] = card;
    this.tell("place_filled", { place, card });
  }

  fillRow() {
    for (let place = 0; place < places; place++) if (!this.row[place]) this.turnUp(place);
    this.renewRow();
  }

  // Three locomotives or more: another row, within the bounds of R-DRAW-6.
  renewRow() {
    for (let renewals = 0; this.locomotivesShown() >= tooMany; renewals++) {
      if (renewals === mostRenewals || !this.renewingCanHelp()) {
        this.tell("row_stays");
        return;
      }
      for (const card of this.row) if (card) this.discards[card] += 1;
      this.row.fill(null);
      this.tell("row_discarded");
      for (let place = 0; place < places; place++) this.turnUp(place);
    }
  }

  locomotivesShown() {
    return this.row.filter((card) => card === locomotive).length;
  }

  // Could any layout of all cards outside hands show fewer than three locomotives?
  renewingCanHelp() {
    const discarded = this.kinds.flatMap((kind) => Array(this.discards[kind]).fill(kind));
    const pool = [...this.deck, ...this.row.filter(Boolean), ...discarded];
    const others = pool.filter((card) => card !== locomotive).length;
    return Math.min(places, pool.length) - others < tooMany;
  }

  offer(seat, number) {
    const tickets = this.ticketDeck.splice(0, number);
    this.offered[seat].push(...tickets);
    this.tell("tickets_offered", { seat, tickets });
  }

  // The rest of what was offered goes under the ticket deck, in the order drawn.
  putUnder(seat) {
    this.ticketDeck.push(...this.offered[seat].filter((ticket) => !this.tickets[seat].includes(ticket)));
    this.offered[seat] = [];
  }

  // Of these cards the kinds that the seat has so many of: all, if the record is in order.
  held(seat, cards) {
    return Object.fromEntries(Object.entries(cards).filter(([kind, number]) => this.hands[seat][kind] >= number));
  }

  // From the hand to the discards; empty places of the row are filled then.
  spend(seat, cards) {
    for (const [kind, number] of Object.entries(cards)) {
      this.hands[seat][kind] -= number;
      this.discards[kind] += number;
    }
    if (this.row.includes(null)) this.fillRow();
  }

  // What players do

  drawCard(seat, { from }) {
    if (from === "deck") {
      this.draw(seat);
      return;
    }
    const card = this.row[from];
    this.tell("face_up_taken", { seat, place: from, card });
    if (card) this.hands[seat][card] += 1;
    this.row[from] = null;
    this.turnUp(from);
    this.renewRow();
  }

  claimRoute(seat, { route, cards }) {
    if (this.dealing.tunnels.includes(route)) this.tryTunnel(seat, route, cards);
    else this.claim(seat, route, cards);
  }

  claim(seat, route, cards) {
    const paid = this.held(seat, cards);
    this.tell("route_claimed", { seat, route, cards: paid });
    this.spend(seat, paid);
  }

  // What is laid is in no hand and not among the discards when these are shuffled.
  tryTunnel(seat, route, cards) {
    const laid = this.held(seat, cards);
    this.tell("tunnel_tried", { seat, route, cards: laid });
    for (const [kind, number] of Object.entries(laid)) this.hands[seat][kind] -= number;
    const turned = [];
    let due = 0;
    for (let time = 0; time < turnedUp; time++) {
      const card = this.top();
      if (!card) continue;
      const counts = card === locomotive || card in laid;
      turned.push(card);
      this.tell("tunnel_card_turned_up", { seat, card, counts });
      if (counts) due += 1;
    }
    this.tunnel = { route, laid, turned };
    if (!due) this.payTunnel(seat, {});
  }

  // What was laid goes back to the hand, what was turned up to the discards.
  leaveTunnel(seat) {
    const tunnel = this.tunnel;
    for (const [kind, number] of Object.entries(tunnel.laid)) this.hands[seat][kind] += number;
    for (const card of tunnel.turned) this.discards[card] += 1;
    this.tunnel = null;
    return tunnel;
  }

  // The extra cards are spent with those that were laid.
  payTunnel(seat, cards) {
    const extra = this.held(seat, cards);
    this.tell("tunnel_paid", { seat, cards: extra });
    const { route, laid } = this.leaveTunnel(seat);
    const both = { ...laid };
    for (const [kind, number] of Object.entries(extra)) both[kind] = (both[kind] ?? 0) + number;
    this.claim(seat, route, both);
  }

  declineTunnel(seat) {
    this.tell("tunnel_declined", { seat, route: this.tunnel.route });
    this.leaveTunnel(seat);
    this.spend(seat, {});
  }

  buildStation(seat, { city, cards }) {
    const paid = this.held(seat, cards);
    this.tell("station_built", { seat, city, cards: paid });
    this.spend(seat, paid);
  }

  keepTickets(seat, action) {
    const tickets = action.tickets.filter((ticket) => this.offered[seat].includes(ticket));
    const first = this.choosing.delete(seat);
    this.tickets[seat].push(...tickets);
    this.tell(first ? "first_tickets_kept" : "tickets_kept", { seat, tickets });
    if (!first) {
      this.putUnder(seat);
    } else if (this.choosing.size === 0) {
      this.tell("first_tickets_chosen", { numbers: this.tickets.map((kept) => kept.length) });
      this.allHaveChosen();
    }
  }

  // Where first tickets go that nobody keeps.
  allHaveChosen() {
    for (let seat = 0; seat < this.seats; seat++) {
      if (this.dealing.first_rest === "out") this.offered[seat] = []; // out of the game
      else this.putUnder(seat);
    }
  }
}

// The Card Game: a deck is played once, and in a game of four all cards but hands once more.
export class CardGameDealer extends Dealer {
  emptiedBy = null; // the seat that drew or turned up the last card

  actions(seat, action) {
    return {
      draw_card: () => this.drawCard(seat, action),
      stop_drawing: () => {},
      place_trains: () => this.placeTrains(seat, action.cards),
      draw_tickets: () => this.offer(seat, this.dealing.later_tickets),
      keep_tickets: () => this.keepTickets(seat, action),
      complete_tickets: () => {},
    };
  }

  // `gathered`: the record says that with this move the cards were gathered for the second half.
  move(seq, seat, action, gathered) {
    const hadCards = this.deck.length > 0;
    super.move(seq, seat, action);
    if (hadCards && !this.deck.length) this.emptiedBy = seat;
    if (gathered) this.beginSecondHalf();
    return this.events;
  }

  setUp() {
    this.tell("seats_drawn", { order: shuffled(this.tickets.keys(), this.numbers) });
    const cards = Object.fromEntries(this.dealing.cards);
    for (let seat = 0; seat < this.seats; seat++) {
      this.tell("locomotive_given", { seat });
      this.hands[seat][locomotive] += this.dealing.given;
      cards[locomotive] -= this.dealing.given;
    }
    this.shuffleDeck(cards);
    this.ticketDeck = shuffled(this.dealing.tickets, this.numbers);
    this.tell("tickets_shuffled", { ticket_deck: [...this.ticketDeck] });
    for (let seat = 0; seat < this.seats; seat++) {
      for (let card = 0; card < this.dealing.hand; card++) this.draw(seat);
    }
    this.fillRow();
    for (let seat = 0; seat < this.seats; seat++) this.offer(seat, this.dealing.first_tickets);
  }

  top() {
    return this.deck.pop() ?? null;
  }

  // Locomotives in the row change nothing.
  renewRow() {}

  // What nobody keeps is shuffled back into the deck.
  allHaveChosen() {
    super.allHaveChosen();
    this.ticketDeck = shuffled(this.ticketDeck.sort(), this.numbers);
    this.tell("tickets_shuffled", { ticket_deck: [...this.ticketDeck] });
  }

  placeTrains(seat, cards) {
    const placed = this.held(seat, cards);
    for (const [kind, number] of Object.entries(placed)) this.hands[seat][kind] -= number;
    this.tell("trains_placed", { seat, cards: this.kinds.flatMap((kind) => Array(placed[kind] ?? 0).fill(kind)) });
  }

  // All cards but those in hands make the new deck; then some for each, one at a time, and the row.
  beginSecondHalf() {
    if (this.emptiedBy === null) throw new Error("the deck has not been played");
    this.tell("cards_gathered");
    this.row.fill(null);
    const left = Object.fromEntries(this.dealing.cards);
    for (const hand of this.hands) for (const kind of this.kinds) left[kind] -= hand[kind];
    this.shuffleDeck(left);
    const last = this.emptiedBy;
    this.emptiedBy = null;
    for (let card = 0; card < this.dealing.second_hand; card++) {
      for (let place = 1; place <= this.seats; place++) {
        if (this.deck.length) this.draw((last + place) % this.seats);
      }
    }
    this.fillRow();
  }
}
