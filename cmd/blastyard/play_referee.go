package main

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"blastyard/harness"
	"blastyard/hexabomb"
	"blastyard/hexabomb/wire"
	"blastyard/match"
	"blastyard/netorcai"
	"blastyard/netorcai/server"
	"blastyard/viewer"
)

// referee plays one match with a netorcai server: it is the server's game logic and its observer. The server calls it
// on one goroutine.
type referee struct {
	server.NopObserver
	contest *hexabombContest
	plan    *plan
	i       int // the number of the match
	out     *screen

	logins  []int       // seats of the ordinary players that are logged in, in order of login
	clients map[int]int // by the index of a client: its seat
	waits   *hostWatch  // of the bots' programs
	budgets []budget    // by seat; set at the start
	guests  []int       // seats for bots that connect by themselves
	away    map[int]int // by the seat of its port: clients that were not let in
	events  chan seatEvent
	byID    []int // seat of each player id; set at the start

	game    hexabombGame
	match   *match.Match[[]hexabomb.Action]
	encoder *wire.Encoder
	shared  bool                           // somebody in this process plays: it reads current
	current atomic.Pointer[hexabomb.State] // a state that nobody changes, for built-in bots and people
	played  atomic.Int64                   // turns
	moves   []hexabombMove
	actions []hexabomb.Action
	dropped []wire.Unreadable
	excess  []excess
	json    []byte

	left    []chan seatOutcome // by seat: how its player has left during play, once
	over    bool
	outcome outcome
	names   []viewer.Seat     // by player id
	raw     []json.RawMessage // of the turn: by player id, the actions as they were sent
	scribe  hexabombScribe

	mu       sync.Mutex
	refusals map[int]string // by seat: what the last client of its port was told that was not let in
}

// seatEvent is a change that the one who seats the bots waits for.
type seatEvent struct {
	seat int
	in   bool   // logged in; else gone again
	why  string // it is gone
}

// newReferee makes the referee of match i. bots are the programs by seat, to be filled in before the start.
func newReferee(h *hexabombContest, p *plan, i int, bots []*harness.Process, out *screen) *referee {
	r := &referee{contest: h, plan: p, i: i, out: out, waits: newHostWatch(bots, p.turnTime),
		clients: map[int]int{}, away: map[int]int{}, refusals: map[int]string{},
		events: make(chan seatEvent, 4*len(p.seats)+16)}
	r.outcome = p.newOutcome(i)
	r.scribe = hexabombScribe{chronicle: p.newChronicle(i, out), game: &r.game}
	for k := range p.seats {
		r.left = append(r.left, make(chan seatOutcome, 1))
		s := &p.seats[k]
		r.shared = r.shared || s.inProcess() || s.human
		if s.guest() {
			r.guests = append(r.guests, k)
		}
	}
	return r
}

// Init begins the match.
func (r *referee) Init(nbPlayers, nbSpecialPlayers, _ int) ([]byte, error) {
	b := r.contest.board
	if nbPlayers+nbSpecialPlayers != b.NumPlayers() {
		var err error
		if b, err = hexabomb.NewBoard(r.contest.rules, nbPlayers, nbSpecialPlayers); err != nil {
			return nil, err
		}
	}
	r.game = hexabombGame{state: hexabomb.NewState(b), refused: &r.scribe.refusals}
	m, err := match.New(&r.game, r.plan.config(r.i))
	if err != nil {
		return nil, err
	}
	r.match, r.encoder = m, wire.NewEncoder(b)
	return r.publish(), nil
}

// publish makes the state known: its JSON, the copy for built-in bots.
func (r *referee) publish() []byte {
	if r.shared {
		r.current.Store(r.game.state.Clone())
	}
	r.played.Store(int64(r.game.state.Turn()))
	r.json = r.encoder.Append(r.json[:0], r.game.state)
	return r.json
}

// Turn plays a turn.
func (r *referee) Turn(players []netorcai.PlayerActions) (int, []byte, error) {
	r.moves, r.actions, r.dropped, r.excess = r.moves[:0], r.actions[:0], r.dropped[:0], r.excess[:0]
	for _, p := range players {
		r.raw[p.PlayerID] = p.Actions
		if r.overBudget(p) {
			r.raw[p.PlayerID] = nil
			r.moves = append(r.moves, hexabombMove{Player: p.PlayerID})
			continue
		}
		from := len(r.actions)
		var err error
		if r.actions, err = wire.AppendActions(r.actions, p.PlayerID, p.Actions, &r.dropped); err != nil {
			r.dropped = append(r.dropped, wire.Unreadable{Player: p.PlayerID, Why: err.Error()})
		}
		// The full slice expression: what is appended for the next player must not be this one's.
		r.moves = append(r.moves, hexabombMove{Player: p.PlayerID, Actions: r.actions[from:len(r.actions):len(r.actions)]})
	}
	r.match.Turn(r.moves)
	r.reportRefused()
	r.plan.people.sitOut(r.game.state.Turn(), &r.outcome, r.names, r.scribe.chronicle, r.out.note)
	state := r.publish()
	r.plan.exam.turned(r.outcome.ids, r.game.state)
	r.scribe.turn(&r.outcome.frame, r.moves, r.plan.turns, r.names, r.raw)
	for i := range r.names {
		if r.names[i].Micros = viewer.NoTime; r.names[i].Connected {
			r.names[i].Note = ""
		}
	}
	return r.game.Winner(), state, nil
}

// overBudget tells whether a bot asks for more than it may, and says so.
func (r *referee) overBudget(p netorcai.PlayerActions) bool {
	k := r.byID[p.PlayerID]
	if s := &r.plan.seats[k]; s.inProcess() || s.human {
		return false
	}
	actions, refusal := r.budgets[k].take(p.Actions)
	if refusal == "" {
		return false
	}
	r.scribe.noted("%s: refused: %s", r.outcome.seats[k].name, refusal)
	r.excess = append(r.excess, excess{p.PlayerID, actions, refusal})
	return true
}

// excess is a turn of a player that asks for more than it may: nothing of it counts.
type excess struct {
	player, actions int
	why             string
}

// maxRefusalsShown is how many refused actions of a seat are printed one by one.
const maxRefusalsShown = 3

func (r *referee) reportRefused() {
	for _, u := range r.excess {
		if r.countsRefused(u.player) {
			r.noteRefused(u.player, u.why)
		}
		r.outcome.seats[r.byID[u.player]].refused += max(0, u.actions-1)
		r.plan.exam.refused(r.byID[u.player], u.why, true)
	}
	for _, u := range r.dropped {
		if r.countsRefused(u.Player) {
			r.noteRefused(u.Player, u.Why)
		}
		r.plan.exam.refused(r.byID[u.Player], u.Why, true)
		r.scribe.refused(u.Player, "", u.Why)
	}
	for _, x := range r.scribe.refusals {
		if player := int(x.Action.Player); r.countsRefused(player) {
			r.noteRefused(player, x.Action.String()+": "+x.Reason.String())
		}
		if r.plan.exam != nil {
			r.plan.exam.refused(r.byID[x.Action.Player], x.Action.Kind.String()+": "+x.Reason.String(), false)
		}
	}
}

// countsRefused counts an action that was refused, and tells whether it is to be shown.
func (r *referee) countsRefused(player int) (shown bool) {
	k := r.byID[player]
	o := &r.outcome.seats[k]
	o.refused++
	return !r.plan.seats[k].inProcess() && o.refused <= maxRefusalsShown && !r.plan.quiet
}

func (r *referee) noteRefused(player int, what string) {
	r.out.note("turn %d: %s: refused: %s", r.game.state.Turn(), r.outcome.seats[r.byID[player]].name, what)
}

// dealIDs gives the players that are there their ids, in order of login. Where all seats are taken these are the
// plan's.
func (r *referee) dealIDs(n int) []int {
	planned := r.plan.ids(r.i)
	present := r.logins[:min(n, len(r.logins))]
	ids := make([]int, n)
	for j, k := range present {
		for _, other := range present {
			if planned[other] < planned[k] {
				ids[j]++
			}
		}
	}
	for j := len(present); j < n; j++ {
		ids[j] = j
	}
	return ids
}

// LoggedIn notes which seat is taken.
func (r *referee) LoggedIn(s server.Seat) {
	k := r.seatFor(s)
	if k < 0 {
		return
	}
	r.clients[s.Index] = k
	if s.Conn != nil {
		r.plan.exam.loggedIn(k)
	}
	if s.Role == netorcai.RolePlayer {
		r.logins = append(r.logins, k)
	}
	if r.plan.seats[k].guest() {
		r.outcome.seats[k].name = s.Nickname
		r.out.note("%s joins, from %s", s.Nickname, s.RemoteAddress)
	}
	r.event(seatEvent{seat: k, in: true})
}

func (r *referee) event(e seatEvent) {
	select {
	case r.events <- e:
	default: // nobody waits any more
	}
}

// Started notes who has which id.
func (r *referee) Started(players []server.Seat, _ []byte) {
	r.byID = make([]int, len(players))
	r.names = make([]viewer.Seat, len(players))
	r.raw = make([]json.RawMessage, len(players))
	r.budgets = make([]budget, len(r.plan.seats))
	r.outcome.ids = make([]int, len(r.plan.seats))
	for k := range r.outcome.ids {
		r.outcome.ids[k] = nobody
	}
	for id, p := range players {
		r.byID[id] = r.clients[p.Index]
		r.outcome.ids[r.byID[id]] = id
		r.names[id] = viewer.Seat{Name: p.Nickname, Connected: true, Micros: viewer.NoTime}
		first, end := r.game.state.Board().Characters(id)
		r.budgets[r.byID[id]] = newBudget(len(players), end-first)
	}
	r.scribe.begin(r.contest, r.plan, r.i, &r.outcome, r.names)
}

// nobody is the player id of a seat that was empty at the start.
const nobody = -1

// Acted notes what an answer took.
func (r *referee) Acted(player server.Seat, _ int, elapsed time.Duration, late bool) {
	r.plan.exam.answered(r.byID[player.PlayerID], elapsed)
	if !late {
		r.names[player.PlayerID].Micros = micros(elapsed)
	}
}

// Missed counts a turn that went on without a player.
func (r *referee) Missed(player server.Seat, _ int) {
	k := r.byID[player.PlayerID]
	if h := r.plan.people.at(k); h != nil {
		h.release(nil)
	}
	o, why, host := &r.outcome.seats[k], "", r.waits.missed(k)
	r.names[player.PlayerID].Note = "late"
	r.scribe.late(player.PlayerID, host)
	if host {
		o.host++
		r.names[player.PlayerID].Note, why = viewer.HostLate, "; the machine gave it no processor"
	}
	if o.late++; o.late <= maxRefusalsShown && !r.plan.quiet {
		// The turn that is played next is the one that goes on without it, as in the replay.
		r.out.note("turn %d: %s: late: no answer within %v%s", r.game.state.Turn()+1, o.name, r.plan.turnTime, why)
	}
}

// TurnSent notes that bots have something to do.
func (r *referee) TurnSent(int, []byte) { r.waits.begin() }

// Ended notes that what happens from now on is no fault of the players.
func (r *referee) Ended(int, []byte) { r.over = true }

// Kicked notes that a player was sent away.
func (r *referee) Kicked(client server.Seat, reason string) {
	switch {
	case client.Index < 0:
		r.turnedAway(client, reason)
	case reason != netorcai.Aborted && !r.over:
		r.gone(client, match.Illegal, reason)
	}
}

// Left notes that a player is gone.
func (r *referee) Left(client server.Seat, reason string) {
	if !r.over {
		r.gone(client, match.Disconnected, reason)
	}
}

func (r *referee) gone(client server.Seat, reason match.Reason, why string) {
	k, plays := r.clients[client.Index]
	if !plays {
		return
	}
	delete(r.clients, client.Index)
	if client.PlayerID < 0 { // before the start its seat is free again
		r.logins = slices.DeleteFunc(r.logins, func(seat int) bool { return seat == k })
	} else {
		o := &r.outcome.seats[k]
		o.reason, o.note, o.leftTurn = reason, why, r.game.state.Turn()
		r.left[k] <- *o // a copy: more may still be noted of what it did before
		r.names[client.PlayerID].Connected, r.names[client.PlayerID].Note = false, string(reason)
		r.scribe.gone(client.PlayerID, string(reason), why)
	}
	r.event(seatEvent{seat: k, why: why})
}

// builtinPlayer is a built-in bot as a player of the server.
func (r *referee) builtinPlayer(k int) server.LocalPlayer {
	s := &r.plan.seats[k]
	var bot localBot
	var answers answers
	return server.LocalPlayer{Nickname: s.name, Role: s.role(),
		Start: func(g netorcai.GameStarts) {
			seed := match.PlayerSeed(r.plan.config(r.i).Seed, g.PlayerID)
			bot.bot, _ = r.contest.newBuiltin(s, g.PlayerID, seed) // the plan made one like it
		},
		Act: func(context.Context, int, []byte) []byte {
			bot.state = r.current.Load()
			return answers.of(bot.Act())
		},
	}
}

func (s *seat) role() netorcai.Role {
	if s.special {
		return netorcai.RoleSpecialPlayer
	}
	return netorcai.RolePlayer
}

// standIn takes the seat of a bot that could not: it does nothing.
func (r *referee) standIn(k int) server.LocalPlayer {
	return server.LocalPlayer{Nickname: r.plan.seats[k].name, Role: r.plan.seats[k].role(),
		Act: func(context.Context, int, []byte) []byte { return nil }}
}

// turnTime is how long a turn may take; 0: for ever.
func (p *plan) serverTurnTime() time.Duration {
	if p.noTimeout {
		return 0
	}
	return p.turnTime
}
