package arena

import (
	"cmp"
	"context"
	"slices"
	"time"

	"blastyard/game"
	"blastyard/match"
	"blastyard/viewer"
)

// A decider collects what the players ask for, turn by turn. It plays one match at a time, and several one after the
// other. Its methods are called on the goroutine of the match.
type decider interface {
	// seat brings everybody to their seats. It calls r.start with the match and who plays which player.
	seat(ctx context.Context, r *run) error

	// decide waits until everybody has decided or their time is over, and calls r.move for each move, in the order in
	// which they came.
	decide(ctx context.Context, r *run) error

	// settle hears that the turn was played, before the sinks do.
	settle(r *run) error

	// played hears that the turn was played, and the sinks know.
	played(r *run) error

	// dismiss ends what seat began; err is why the match did not come to its end, or nil. It completes the results of
	// the seats. It is called once after seat, even where that failed.
	dismiss(ctx context.Context, r *run, err error) error

	// close is called after the last match.
	close()
}

// run is one match being played.
type run struct {
	*Prepared
	*events
	ctx    context.Context //nolint:containedctx // of this match; for deciders that call back
	index  int             // of the match in its series
	series bool            // there are more matches
	// oneOfMany: a program that cannot be started does not end the match before it begins.
	oneOfMany bool
	seed      uint64
	ids       []int // planned, by seat

	match   game.Match
	orders  *match.Orders
	limit   time.Duration // of a turn for programs, as sinks are told; 0: none
	players []Player      // by id
	status  []viewer.Seat // by id: what pictures show of the players
	order   []int         // the players that move in the coming turn: as they decided, then as they play
	moves   []move        // by id
	runs    []Run
	log     []byte // of the turn
	json    []byte // the moves that no bot sent
	told    []Move
	refused []game.Refusal
	excess  []game.Refusal
	frame   viewer.Frame
	result  *Result
}

// move is what a player asks for. The match holds its actions already.
type move struct {
	actions []byte // as they were sent
	sent    bool   // else the match writes them
	late    bool   // it was the answer to an earlier turn
	took    time.Duration
}

// play plays a match to its end.
func (p *Prepared) play(ctx context.Context, index int, seed uint64, ids []int, sinks []Sink) (*Result, error) {
	return p.ownWorker().play(ctx, index, seed, ids, sinks)
}

// ownWorker is what plays the matches of p that are no series.
func (p *Prepared) ownWorker() *worker {
	if p.worker == nil {
		p.worker = p.newWorker()
	}
	return p.worker
}

// worker plays matches of a config one after the other.
type worker struct {
	*Prepared
	decider decider
	series  bool       // it plays some matches of a series
	many    bool       // see run.oneOfMany
	match   game.Match // of the matches before, to be used again; nil before the first
}

func (w *worker) play(ctx context.Context, index int, seed uint64, ids []int, sinks []Sink) (*Result, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := &run{Prepared: w.Prepared, events: newEvents(sinks), ctx: ctx, index: index, series: w.series,
		oneOfMany: w.many, seed: seed, ids: ids}
	r.result = &Result{Seed: w.Kind.FitSeed(seed), Seats: make([]SeatResult, len(w.seats))}
	for k := range w.seats {
		r.result.Seats[k] = SeatResult{Player: NoPlayer, Name: w.seats[k].name,
			Special: w.seats[k].Special, Reason: match.Finished}
		if why := w.seats[k].Absent; why != "" {
			r.result.Seats[k].Reason, r.result.Seats[k].Note = match.Crashed, why
		}
	}
	err := w.decider.seat(ctx, r)
	if err == nil {
		r.tellBegin()
		if r.ready != nil {
			r.during(func() { r.ready(ctx) })
		}
		err = r.turns(ctx, w.decider)
	}
	if dismissErr := w.decider.dismiss(ctx, r, err); err == nil {
		err = dismissErr
	}
	if ctx.Err() == nil {
		err = r.changed(err)
	}
	r.deliver()
	if r.match == nil {
		return nil, err
	}
	r.finish(err)
	return r.result, err
}

// turns is the turn loop.
func (r *run) turns(ctx context.Context, d decider) error {
	for !r.over() {
		if err := ctx.Err(); err != nil {
			return err
		}
		r.order, r.json, r.runs, r.log, r.excess = r.order[:0], r.json[:0], nil, nil, r.excess[:0]
		if err := d.decide(ctx, r); err != nil {
			return err
		}
		r.turn()
		err := d.settle(r)
		if r.tellTurn(); err == nil {
			err = d.played(r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *run) over() bool { return r.match.Over() || r.maxTurns > 0 && r.match.Turn() >= r.maxTurns }

// unseen tells whether nobody has seen a state before the turn to come.
func (r *run) unseen() bool { return r.match.Turn() < r.Kind.Unseen }

// start sets who plays which player. m is at its start.
func (r *run) start(m game.Match) {
	r.match = m
	r.orders = match.NewOrders(r.playerOrder, r.seed, m.Players())
	r.players, r.moves = make([]Player, m.Players()), make([]move, m.Players())
	r.status = make([]viewer.Seat, m.Players())
	for k, id := range r.ids {
		r.result.Seats[k].Player = id
		s := &r.seats[k]
		entrant := cmp.Or(s.Entrant, k+1)
		r.players[id] = Player{Seat: k, Entrant: entrant, Name: r.result.Seats[k].Name, Bot: s.Bot, Special: s.Special,
			Program: s.isProgram() || s.guest(), Person: s.person}
		if x := &r.result.Seats[k]; x.Reason != match.Finished {
			r.players[id].Missing, x.LeftTurn = string(x.Reason)+": "+x.Note, 1
			r.left(id, x.Reason, x.Note)
		}
		r.status[id] = viewer.Seat{Name: r.players[id].Name, Entrant: entrant, Connected: true, Micros: viewer.NoTime}
	}
	if len(r.sinks) > 0 && !r.local {
		m.Picture(&r.frame, r.maxTurns, r.status)
		r.board(&r.frame)
	}
}

// move takes what a player asks for in the coming turn, which the match holds already: a built-in bot's, or a person's.
func (r *run) move(player int, took time.Duration) {
	r.order = append(r.order, player)
	r.moves[player].took = took
}

// moveSent takes what a player has sent for the coming turn.
func (r *run) moveSent(player int, actions []byte, took time.Duration) {
	if len(actions) > 0 {
		r.match.Ask(player, actions)
	}
	r.order = append(r.order, player)
	r.moves[player] = move{actions: actions, sent: true, took: took}
}

// rest waits until the config's pause has passed since a turn began.
func (r *run) rest(began time.Time) error {
	if r.Config.Pause == 0 {
		return nil
	}
	timer := time.NewTimer(time.Until(began.Add(time.Duration(r.Config.Pause))))
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			return nil
		case <-r.ctx.Done():
			return r.ctx.Err()
		case <-r.signal:
			r.deliver()
		}
	}
}

// exceed takes note of a player who has asked for more than it may: of its so many actions none counts.
func (r *run) exceed(player, actions int, why string) {
	seat := r.players[player].Seat
	r.result.Seats[seat].Refused += max(1, actions)
	r.excess = append(r.excess, game.Refusal{Player: player, Reason: why, Unreadable: true})
	r.keep(seat, "%s: refused: %s", r.players[player].Name, why)
}

// turn plays a turn with the moves that were collected.
func (r *run) turn() {
	r.sortPlayers()
	if len(r.sinks) > 0 {
		r.write()
	}
	report := len(r.sinks) > 0 || !r.local
	r.match.Play(r.order, report)
	r.events.turn.Store(int64(r.match.Turn()))
	if !report {
		return
	}
	for id := range r.players {
		if p := &r.players[id]; p.Program || p.Person {
			r.result.Seats[p.Seat].Refused += r.match.NumRefused(id)
		}
	}
}

// sortPlayers puts the players into the order of the turn. By insertion: there are few, and nothing is allocated.
func (r *run) sortPlayers() {
	ranks, order := r.orders.Next(), r.order
	if ranks == nil {
		return
	}
	for i := 1; i < len(order); i++ {
		player := order[i]
		j := i
		for ; j > 0 && ranks[player] < ranks[order[j-1]]; j-- {
			order[j] = order[j-1]
		}
		order[j] = player
	}
}

// write makes r.told of the moves, before they are played.
func (r *run) write() {
	r.told = r.told[:0]
	for _, id := range r.order {
		m := &r.moves[id]
		if !m.sent {
			from := len(r.json)
			r.json = r.match.AppendActions(r.json, id)
			m.actions = r.json[from:len(r.json):len(r.json)]
		}
		r.told = append(r.told, Move{Player: id, Actions: m.actions, Took: m.took, Late: m.late})
		if r.status[id].Micros = viewer.NoTime; m.took > 0 && !m.late {
			r.status[id].Micros = max(1, int(m.took.Microseconds()))
		}
		*m = move{}
	}
}

func (r *run) picture() frame { return frame{buffer: &r.frame, turns: r.maxTurns, seats: r.status} }

func (r *run) tellBegin() {
	if len(r.sinks) == 0 {
		return
	}
	r.deliver()
	b := &Begin{Config: &r.Config, Kind: r.Kind, Map: r.Map, Title: r.Title(), Match: r.match, Index: r.index,
		Seed:  r.seed,
		Turns: r.maxTurns, Limit: r.limit, Players: r.players, hash: r.hash, frame: r.picture()}
	for _, s := range r.sinks {
		s.Begin(b)
	}
}

func (r *run) tellTurn() {
	if len(r.sinks) == 0 {
		return
	}
	r.deliver()
	r.refused = r.match.AppendRefused(r.refused[:0])
	p := r.take()
	t := &Turn{Number: r.match.Turn(), Match: r.match, Moves: r.told, Refused: r.refused, Excess: r.excess,
		Late: p.late, Host: p.host, Waited: p.waited, Left: p.left, Output: p.output, Notes: p.notes,
		Drawings: p.drawings, Runs: r.runs,
		Log: r.log, frame: r.picture()}
	for id := range r.status {
		if !slices.Contains(p.late, id) {
			r.status[id].Missed = 0
		}
	}
	for _, id := range p.late {
		r.status[id].Missed++
		if r.status[id].Note = "late"; slices.Contains(p.host, id) {
			r.status[id].Note = viewer.HostLate
		}
	}
	for _, l := range p.left {
		s := &r.status[l.Player]
		s.Connected, s.Note = false, match.Failure(l.Reason, t.Number)
		s.Failed = r.ranking == match.FailedLast
	}
	for _, s := range r.sinks {
		s.Turn(t)
	}
	for id := range r.status {
		if r.status[id].Micros = viewer.NoTime; r.status[id].Connected {
			r.status[id].Note = ""
		}
	}
}

// winner is who has won if the match ends here.
func (r *run) winner() int { return r.ranking.Winner(r.match.Winner(), r.standings()) }

// standings are what the players have reached, by id.
func (r *run) standings() []match.Standing {
	list := make([]match.Standing, len(r.players))
	for id := range list {
		s := &r.result.Seats[r.players[id].Seat]
		list[id] = match.Standing{Score: r.match.Score(id), Special: s.Special, Reason: s.Reason}
	}
	return list
}

// finish completes the result and tells the sinks.
func (r *run) finish(err error) {
	r.result.Result = match.Result{Winner: r.winner(), Turns: r.match.Turn()}
	r.result.State = r.match.Hash()
	for id := range r.match.Players() {
		r.result.Scores = append(r.result.Scores, r.match.Score(id))
	}
	if err != nil {
		r.result.breakOff()
	}
	for k := range r.result.Seats {
		r.result.Seats[k].Note = shortNote(r.result.Seats[k].Note)
	}
	e := &End{Result: r.result, Match: r.match, Err: err, frame: r.picture()}
	for _, s := range r.sinks {
		s.End(e)
	}
}
