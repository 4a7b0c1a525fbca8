package arena

import (
	"cmp"
	"context"
	"slices"
	"time"

	"blastyard/game"
	"blastyard/game/match"
	"blastyard/game/viewer"
)

// Run is one match being played, for the Asker that asks its players. All that is not said to be for any goroutine is
// for that of the match.
type Run struct {
	*Prepared
	*events
	Context context.Context //nolint:containedctx // of this match; for askers that call back
	Index   int             // of the match in its series
	Series  bool            // there are more matches
	// OneOfMany: a program that cannot be started does not end the match before it begins.
	OneOfMany bool
	Seed      uint64 // as asked for; Result has the one that the game plays
	IDs       []int  // the player ids, by seat

	Match   game.Match    // nil before Start
	Players []PlayerInfo  // by id
	Limit   time.Duration // of a turn for programs, as sinks are told; 0: none
	Result  *Result
	Details Details // of the turn: what Turn.Details is to be

	worker  *worker
	leavers []int // players that may give up
	orders  *match.Orders
	status  []viewer.Seat // by id: what pictures show of the players
	order   []int         // the players that move in the coming turn: as they decided, then as they play
	moves   []move        // by id
	json    []byte        // the moves that no bot sent
	told    []Move
	refused []game.Refusal
	excess  []game.Refusal
	frame   viewer.Frame
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

// NewRun is a match of p that nobody plays: for tests of those who ask its players.
func (p *Prepared) NewRun(ctx context.Context, seed uint64, sinks ...Sink) *Run {
	r := newRun(&worker{Prepared: p}, sinks, seed, p.dealIDs(seed, 0))
	r.Context = ctx
	return r
}

func newRun(w *worker, sinks []Sink, seed uint64, ids []int) *Run {
	r := &Run{Prepared: w.Prepared, events: newEvents(sinks), Series: w.series, OneOfMany: w.many, Seed: seed, IDs: ids,
		worker: w}
	r.Result = &Result{Seed: w.Kind.FitSeed(seed), Seats: make([]SeatResult, len(w.Seats))}
	for k := range w.Seats {
		s := &w.Seats[k]
		x := SeatResult{Player: NoPlayer, Name: s.Name, Special: s.Special, Reason: match.Finished}
		if s.Absent != "" {
			x.Reason, x.Note = match.Crashed, s.Absent
		}
		r.Result.Seats[k] = x
	}
	return r
}

func (w *worker) play(ctx context.Context, index int, seed uint64, ids []int, sinks []Sink) (*Result, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := newRun(w, sinks, seed, ids)
	r.Context, r.Index = ctx, index
	err := w.asker.Seat(ctx, r)
	seated := err == nil
	if seated {
		r.tellBegin()
		if r.ready != nil {
			r.During(func() { r.ready(ctx) })
		}
		err = r.turns(ctx, w.asker)
	}
	if dismissErr := w.asker.Dismiss(ctx, r, err); err == nil {
		err = dismissErr
	}
	if ctx.Err() == nil {
		err = r.changed(err)
	}
	r.Deliver()
	if !seated {
		return nil, err
	}
	r.finish(err)
	return r.Result, err
}

// turns is the turn loop.
func (r *Run) turns(ctx context.Context, a Asker) error {
	for !r.Over() {
		if r.yield != nil {
			r.yield()
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		r.order, r.json, r.Details, r.excess = r.order[:0], r.json[:0], nil, r.excess[:0]
		if err := a.Ask(ctx, r); err != nil {
			return err
		}
		r.turn()
		err := a.Settle(r)
		if r.tellTurn(); err == nil {
			err = a.Played(r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Over reports whether the match is over: its rules end it, or it has no turn left.
func (r *Run) Over() bool { return r.Match.Over() || r.MaxTurns > 0 && r.Match.Turn() >= r.MaxTurns }

// unseen tells whether nobody has seen a state before the turn to come.
func (r *Run) unseen() bool { return r.Match.Turn() < r.Kind.Unseen }

// Start sets who plays which player. m is at its start.
func (r *Run) Start(m game.Match) {
	r.Match = m
	r.orders = match.NewOrders(r.playerOrder, r.Seed, m.Players())
	r.Players, r.moves = make([]PlayerInfo, m.Players()), make([]move, m.Players())
	r.status = make([]viewer.Seat, m.Players())
	for k, id := range r.IDs {
		r.Result.Seats[k].Player = id
		s := &r.Seats[k]
		if _, can := s.Player.(Leaver); can {
			r.leavers = append(r.leavers, id)
		}
		entrant := cmp.Or(s.Entrant, k+1)
		r.Players[id] = PlayerInfo{
			Seat:    k,
			Entrant: entrant,
			Name:    r.Result.Seats[k].Name,
			Bot:     s.Bot,
			Special: s.Special,
			Program: s.Kind == ProgramSeat || s.Kind == GuestSeat,
			Person:  s.Kind == PersonSeat,
		}
		if x := &r.Result.Seats[k]; x.Reason != match.Finished {
			r.Players[id].Missing, x.LeftTurn = string(x.Reason)+": "+x.Note, 1
			r.left(id, x.Reason, x.Note)
		}
		r.status[id] = viewer.Seat{Name: r.Players[id].Name, Entrant: entrant, Connected: true, Micros: viewer.NoTime}
	}
	if len(r.sinks) > 0 && !r.Local {
		m.Picture(&r.frame, r.MaxTurns, r.status)
		r.board(&r.frame)
	}
}

// Move takes what a player asks for in the coming turn, which the match holds already.
func (r *Run) Move(player int, took time.Duration) {
	r.order = append(r.order, player)
	r.moves[player].took = took
}

// MoveSent takes what a player has sent for the coming turn, as JSON; late: it is the answer to an earlier turn.
func (r *Run) MoveSent(player int, actions []byte, took time.Duration, late bool) {
	if len(actions) > 0 {
		r.Match.Ask(player, actions)
	}
	r.order = append(r.order, player)
	r.moves[player] = move{actions: actions, sent: true, took: took, late: late}
}

// Restart is the match of all seats at its start.
func (r *Run) Restart() (game.Match, error) { return r.worker.restart(r.Seed) }

// InProcess is who plays a seat of a match at its start, where that is somebody of this process: else nil.
func (r *Run) InProcess(seat int, m game.Match) (Player, error) {
	s, id := &r.Seats[seat], r.IDs[seat]
	switch s.Kind {
	case BuiltinSeat:
		bot, err := m.Bot(s.Who.Builtin, id, match.PlayerSeed(r.Seed, id))
		return builtin{bot}, err
	case PlayerSeat, PersonSeat:
		if p, ok := s.Player.(Sitter); ok {
			p.Sit(id)
		}
		return s.Player, nil
	default:
		return nil, nil
	}
}

// View is what a player sees of a match, which is r.Match or a clone of it, before the coming turn.
func (r *Run) View(player int, m game.Match) *View { return NewView(player, m, slices.Clone(r.status)) }

// AskHere asks a player of this process, on this goroutine, and takes its move. A built-in bot asks for it in the match
// itself. Another player must not see there what those asked for who were asked before it.
func (r *Run) AskHere(ctx context.Context, player int, p Player) {
	b, isBuiltin := p.(builtin)
	if isBuiltin && len(r.sinks) == 0 { // nobody asks what it took
		b.bot.Act(r.Match)
		r.Move(player, 0)
		return
	}
	began := time.Now()
	if isBuiltin {
		b.bot.Act(r.Match)
		r.Move(player, max(1, time.Since(began)))
		return
	}
	v := r.View(player, r.Match.Clone())
	for _, other := range r.order {
		v.Match.Ask(other, nil)
	}
	actions, err := v.Ask(ctx, p)
	if err != nil {
		r.Exceed(player, 1, err.Error())
	}
	r.MoveSent(player, actions, max(1, time.Since(began)), false)
}

// Annotate says something of a player in the pictures of the coming turn.
func (r *Run) Annotate(player int, note string) { r.status[player].Note = note }

// Rest waits until the config's pause has passed since a turn began.
func (r *Run) Rest(began time.Time) error {
	if r.Config.Pause == 0 {
		return nil
	}
	timer := time.NewTimer(time.Until(began.Add(time.Duration(r.Config.Pause))))
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			return nil
		case <-r.Context.Done():
			return r.Context.Err()
		case <-r.signal:
			r.Deliver()
		}
	}
}

// Exceed takes note of a player who has asked for more than it may: of its so many actions none counts.
func (r *Run) Exceed(player, actions int, why string) {
	seat := r.Players[player].Seat
	r.Result.Seats[seat].Refused += max(1, actions)
	r.excess = append(r.excess, game.Refusal{Player: player, Reason: why})
	r.Keep(seat, "%s: refused: %s", r.Players[player].Name, why)
}

// turn plays a turn with the moves that were collected.
func (r *Run) turn() {
	r.sortPlayers()
	if len(r.sinks) > 0 {
		r.write()
	}
	r.Match.Play(r.order, len(r.sinks) > 0 || r.counted)
	r.events.turn.Store(int64(r.Match.Turn()))
	if !r.counted {
		return
	}
	for id := range r.Players {
		if seat := r.Players[id].Seat; r.Seats[seat].refusals() {
			r.Result.Seats[seat].Refused += r.Match.NumRefused(id)
		}
	}
}

// sortPlayers puts the players into the order of the turn. By insertion: there are few, and nothing is allocated.
func (r *Run) sortPlayers() {
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

// Winner is who has won if the match ends here.
func (r *Run) Winner() int { return r.ranking.Winner(r.Match.Winner(), r.standings()) }

// standings are what the players have reached, by id.
func (r *Run) standings() []match.Standing {
	list := make([]match.Standing, len(r.Players))
	for id := range list {
		s := &r.Result.Seats[r.Players[id].Seat]
		list[id] = match.Standing{Score: r.Match.Score(id), Special: s.Special, Reason: s.Reason}
	}
	return list
}
