package arena

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"blastyard/game"
	"blastyard/game/match"
	"blastyard/game/trouble"
	"blastyard/game/viewer"
	"blastyard/internal/jsonscan"
)

// Run is one match being played. The Asker uses it. Unless stated otherwise, it belongs to the goroutine of the
// match.
type Run struct {
	Prepared *Prepared       // what all matches of a series share; nobody changes it
	Events   *events         // what happens between two turns; for any goroutine
	Context  context.Context //nolint:containedctx // of this match, for askers that are called back
	Index    int             // number of the match in its series
	Series   bool            // the series has other matches
	// OneOfMany says that a program that cannot be started does not prevent the match.
	OneOfMany bool
	Draws     match.Draws // with the seed as requested; Result has the one that the game uses
	IDs       []int       // the player ids, by seat

	// Cores are the processors of the programs, by seat; nil: all. Where the machine has enough, each has its own.
	Cores [][]int

	Match   game.Match    // nil before Start
	Players []PlayerInfo  // by id
	Limit   time.Duration // time limit of a program's turn, as sinks receive it; 0: none
	Result  *Result
	Details Details // becomes Turn.Details of the current turn

	worker    *worker
	starved   *StarvedError
	leavers   []int // players that are Leavers
	orders    *match.Orders
	status    []viewer.Seat // by id: what pictures show about the players
	order     []int         // the players that move in the next turn: as they decided, then in the order of the turn
	moves     []move        // by id
	json      []byte        // buffer for actions that no bot sent
	sinkMoves []Move
	refused   []game.Refusal
	excess    []game.Refusal
	frame     viewer.Frame
}

// move is the decision of a player. The match already contains its actions.
type move struct {
	actions []byte // as sent
	sent    bool   // the bot sent actions; otherwise the match encodes them
	late    bool   // the answer belongs to an earlier turn
	took    time.Duration
}

// play plays a match to its end.
func (p *Prepared) play(ctx context.Context, index int, d match.Draws, ids []int, sinks []Sink) (*Result, error) {
	return p.ownWorker().play(ctx, index, d, ids, sinks)
}

// NewRun returns a match of p that is not being played, for tests of askers.
func (p *Prepared) NewRun(ctx context.Context, seed uint64, sinks ...Sink) *Run {
	d := match.Draws{Seed: seed}
	r := newRun(&worker{Prepared: p}, sinks, d, p.dealIDs(d, 0))
	r.Context = ctx
	return r
}

func newRun(w *worker, sinks []Sink, d match.Draws, ids []int) *Run {
	r := &Run{Prepared: w.Prepared, Events: newEvents(sinks), Series: w.series, OneOfMany: w.many, Draws: d, IDs: ids,
		Cores: make([][]int, len(w.Seats)), worker: w}
	r.Result = &Result{Seed: w.Kind.FitSeed(d.Seed), Secret: d.Secret, Seats: make([]SeatResult, len(w.Seats))}
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

func (w *worker) play(ctx context.Context, index int, d match.Draws, ids []int, sinks []Sink) (*Result, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := newRun(w, sinks, d, ids)
	r.Context, r.Index = ctx, index
	giveBack := r.takeCores()
	defer giveBack()
	err := w.asker.Seat(ctx, r)
	seated := err == nil
	if seated {
		r.tellBegin()
		if r.Prepared.ready != nil {
			r.Events.During(func() { r.Prepared.ready(ctx) })
		}
		err = r.turns(ctx, w.asker)
	}
	if dismissErr := w.asker.Dismiss(ctx, r, err); err == nil {
		err = dismissErr
	}
	if ctx.Err() == nil {
		err = r.changed(err)
	}
	r.Events.Deliver()
	if !seated {
		return nil, err
	}
	r.finish(err)
	return r.Result, err
}

// turns is the turn loop.
func (r *Run) turns(ctx context.Context, a Asker) error {
	for !r.Over() {
		if r.Prepared.yield != nil {
			r.Prepared.yield()
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		r.order, r.json, r.Details, r.excess = r.order[:0], r.json[:0], nil, r.excess[:0]
		if err := a.Ask(ctx, r); err != nil {
			return err
		}
		if r.starved != nil && !r.Prepared.Config.Starving {
			return r.starved
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
func (r *Run) Over() bool {
	return r.Match.Over() || r.Prepared.MaxTurns > 0 && r.Match.Turn() >= r.Prepared.MaxTurns
}

// unseen reports whether the state before the next turn is hidden from all players.
func (r *Run) unseen() bool { return r.Match.Turn() < r.Prepared.Kind.Unseen }

// Start sets who plays which player. m is the match at its start.
func (r *Run) Start(m game.Match) {
	r.Match = m
	r.orders = r.Draws.Orders(r.Prepared.playerOrder, m.Players())
	r.Players, r.moves = make([]PlayerInfo, m.Players()), make([]move, m.Players())
	r.status = make([]viewer.Seat, m.Players())
	for k, id := range r.IDs {
		r.Result.Seats[k].Player = id
		s := &r.Prepared.Seats[k]
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
			r.Events.left(id, x.Reason, x.Note)
		}
		r.status[id] = viewer.Seat{Name: r.Players[id].Name, Entrant: entrant, Connected: true, Micros: viewer.NoTime}
	}
	if len(r.Events.sinks) > 0 && !r.Prepared.Local {
		m.Picture(&r.frame, r.Prepared.MaxTurns, r.status)
		r.Events.board(&r.frame)
	}
}

// Move accepts a player's actions for the next turn, which the match already contains.
func (r *Run) Move(player int, took time.Duration) {
	r.order = append(r.order, player)
	r.moves[player].took = took
}

// MoveSent accepts the actions that a player has sent for the next turn, as JSON. late says that they answer an
// earlier turn.
func (r *Run) MoveSent(player int, actions []byte, took time.Duration, late bool) {
	if len(actions) > 0 {
		r.Match.Ask(player, actions)
	}
	r.order = append(r.order, player)
	r.moves[player] = move{actions: actions, sent: true, took: took, late: late}
}

// ProgramEnv returns the seed of a player's program as an entry of its environment. round is that of a program that is
// started each round, or else 0.
func (r *Run) ProgramEnv(player, round int) string {
	return match.Draws{Seed: r.Result.Seed, Secret: r.Draws.Secret}.ProgramEnv(player, round)
}

// Restart returns a match of all seats at its start.
func (r *Run) Restart() (game.Match, error) { return r.worker.restart(r.Draws) }

// InProcess returns the player of a seat if it is in this process, or else nil. m is the match at its start.
func (r *Run) InProcess(seat int, m game.Match) (Player, error) {
	s, id := &r.Prepared.Seats[seat], r.IDs[seat]
	switch s.Kind {
	case BuiltinSeat:
		bot, err := m.Bot(s.Who.Builtin, id, r.Draws.PlayerSeed(id))
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

// View returns what a player sees before the next turn. m is r.Match or a clone of it.
func (r *Run) View(player int, m game.Match) *View { return NewView(player, m, slices.Clone(r.status)) }

// AskHere asks a player of this process, on this goroutine, and accepts its move. A built-in bot sets its actions in
// the match itself. Other players get a copy, because they must not see the actions of players asked before them.
func (r *Run) AskHere(ctx context.Context, player int, p Player) {
	b, isBuiltin := p.(builtin)
	if isBuiltin && len(r.Events.sinks) == 0 { // nobody needs the time that it took
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

// Annotate sets a note about a player for the picture of the next turn.
func (r *Run) Annotate(player int, note string) { r.status[player].Note = note }

// Rest waits until the config's pause has passed since a turn began.
func (r *Run) Rest(began time.Time) error {
	if r.Prepared.Config.Pause == 0 {
		return nil
	}
	timer := time.NewTimer(time.Until(began.Add(time.Duration(r.Prepared.Config.Pause))))
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			return nil
		case <-r.Context.Done():
			return r.Context.Err()
		case <-r.Events.signal:
			r.Events.Deliver()
		}
	}
}

// Exceed records that a player sent more actions than allowed. None of them counts.
func (r *Run) Exceed(player, actions int, why string) {
	seat := r.Players[player].Seat
	r.Result.Seats[seat].Trouble(trouble.Refused, max(1, actions), r.Match.Turn()+1, why)
	r.excess = append(r.excess, game.Refusal{Player: player, Reason: why})
	r.Events.Keep(seat, "%s: refused: %s", r.Players[player].Name, why)
}

// Unread records that a player answered in time, but that nothing in its answer can be read.
func (r *Run) Unread(player int, why string) {
	seat := r.Players[player].Seat
	r.Result.Seats[seat].Trouble(trouble.Silent, 1, r.Match.Turn()+1, why)
	r.Annotate(player, string(trouble.Silent))
	r.Events.Missed(seat, true, nil, "%s gave no command: %s", r.Players[player].Name, why)
}

// turn plays a turn with the collected moves.
func (r *Run) turn() {
	r.sortPlayers()
	if len(r.Events.sinks) > 0 {
		r.write()
	}
	r.Match.Play(r.order, len(r.Events.sinks) > 0 || r.Prepared.counted)
	r.Events.turn.Store(int64(r.Match.Turn()))
	if !r.Prepared.counted {
		return
	}
	for id := range r.Players {
		if seat := r.Players[id].Seat; r.Prepared.Seats[seat].refusals() {
			r.countRefused(seat, id)
		}
	}
}

// countRefused counts the actions of a player that were refused in the turn that was played. If none of its actions can
// be read, the turn was silent.
func (r *Run) countRefused(seat, id int) {
	n := r.Match.NumRefused(id)
	if n == 0 {
		return
	}
	why, unreadable := "", 0
	for _, x := range r.Match.AppendRefused(nil) {
		if x.Player != id {
			continue
		}
		why = cmp.Or(why, strings.TrimPrefix(x.Action+": "+x.Reason, ": "))
		if x.Action == "" {
			unreadable++
		}
	}
	s, turn := &r.Result.Seats[seat], r.Match.Turn()
	s.Trouble(trouble.Refused, n, turn, why)
	if unreadable == n && elements(r.moves[id].actions) <= n {
		s.Trouble(trouble.Silent, 1, turn, why)
	}
}

// elements returns the number of elements of a JSON array, or 1 if it is none.
func elements(array []byte) (n int) {
	s := jsonscan.New(array)
	if err := s.Elements(func() error {
		n++
		_, err := s.Value()
		return err
	}); err != nil {
		return 1
	}
	return n
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

// Winner returns the winner if the match ends now.
func (r *Run) Winner() int { return r.Prepared.ranking.Winner(r.Match.Winner(), r.standings()) }

// standings returns the standings of the players, by id.
func (r *Run) standings() []match.Standing {
	list := make([]match.Standing, len(r.Players))
	for id := range list {
		s := &r.Result.Seats[r.Players[id].Seat]
		list[id] = match.Standing{Score: r.Match.Score(id), Special: s.Special, Reason: s.Reason}
	}
	return list
}
