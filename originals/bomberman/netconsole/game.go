package netconsole

import (
	"context"
	"fmt"
	"slices"
	"time"

	"blastyard/internal/english"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// game is the game that a host plays.
type game struct {
	host    *Host
	players []*seat // by key
	text    wire.Text
	state   *bomberman.State
	picture outgoing // the map of this round

	commands []bomberman.Command // by player
	failed   []bool
	before   []bomberman.Player

	abandoned bool // the living players are not waited for any more
}

// play plays a game with the present players.
func (h *Host) play(ctx context.Context) (*Result, error) {
	g := &game{host: h}
	for _, s := range h.seats {
		if s.link != nil {
			s.playing, s.alive, s.player = true, true, len(g.players)
			g.players = append(g.players, s)
			g.text.Names = append(g.text.Names, s.name)
		}
	}
	m, err := bomberman.Generate(h.cfg.Settings, len(g.players), h.cfg.Seed)
	if err != nil {
		return nil, err
	}
	g.state = bomberman.NewState(m)
	g.commands, g.failed = make([]bomberman.Command, len(g.players)), make([]bool, len(g.players))
	g.before = make([]bomberman.Player, len(g.players))
	h.game = g
	h.logf("the game begins: %d players, seed %d", len(g.players), h.cfg.Seed)
	for _, s := range g.players {
		s.send(prepare(Message{PlayerRegistered, string(bomberman.Key(s.player))}))
	}
	for !g.state.Over() {
		if err := g.round(ctx); err != nil {
			return nil, err
		}
	}
	h.broadcast(Message{GameComplete, g.ending()})
	return &Result{Names: g.text.Names, LeaderBoard: g.state.LeaderBoard(), Final: g.state}, nil
}

func (g *game) round(ctx context.Context) error {
	g.picture = prepare(Message{GameMap, string(g.text.AppendConsole(nil, g.state))})
	for _, s := range g.players {
		s.nextRound()
		s.send(g.picture)
	}
	if err := g.collect(ctx); err != nil {
		return err
	}
	for k, s := range g.players {
		g.commands[k], g.before[k] = s.command, g.state.Player(k)
	}
	g.state.Step(g.commands, g.failed)
	for k, s := range g.players {
		g.tell(s, g.before[k], g.state.Player(k))
	}
	return nil
}

// collect waits for the commands of the living, connected players.
func (g *game) collect(ctx context.Context) error {
	if err := g.awaitReturn(ctx); err != nil {
		return err
	}
	var late <-chan time.Time
	if d := g.host.cfg.TurnTime; d > 0 {
		timer := time.NewTimer(d)
		defer timer.Stop()
		late = timer.C
	}
	for slices.ContainsFunc(g.players, (*seat).owes) {
		select {
		case f := <-g.host.inbox:
			f()
		case <-late:
			g.overdue()
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return ctx.Err()
}

// awaitReturn waits while no living player is connected, at most ReturnTime in a game. After that the game is played
// to its end without them.
func (g *game) awaitReturn(ctx context.Context) error {
	if g.abandoned || !g.deserted() {
		return nil
	}
	g.host.logf("round %d: no living player is connected; the game waits %v for one of them to come back",
		g.state.Round(), g.host.cfg.ReturnTime)
	timer := time.NewTimer(g.host.cfg.ReturnTime)
	defer timer.Stop()
	for g.deserted() {
		select {
		case f := <-g.host.inbox:
			f()
		case <-timer.C:
			g.host.logf("round %d: nobody has come back; the game goes on without them", g.state.Round())
			g.abandoned = true
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// deserted reports whether no living player is connected.
func (g *game) deserted() bool {
	return !slices.ContainsFunc(g.players, func(s *seat) bool { return s.alive && s.link != nil })
}

func (g *game) overdue() {
	for _, s := range g.players {
		if s.owes() {
			g.host.logf("round %d: %s has not answered within %v", g.state.Round(), s.name, g.host.cfg.TurnTime)
			s.overdue()
		}
	}
}

// welcome shows the game to a player who has returned.
func (g *game) welcome(s *seat) {
	s.send(prepare(Message{PlayerRegistered, string(bomberman.Key(s.player))}))
	if !s.alive {
		s.send(g.killed(s, g.state.Player(s.player).KilledRound))
	}
	s.send(g.picture)
}

func (g *game) killed(s *seat, round int) outgoing {
	return prepare(Message{Killed, fmt.Sprintf("%s was killed in round %d", s.name, round)})
}

// tell sends a player the effects of the last round on it.
func (g *game) tell(s *seat, before, after bomberman.Player) {
	if why := wire.Refusal(s.command, g.failed[s.player], before, after); why != "" {
		s.send(prepare(Message{CommandFailed, why}))
	}
	if before.Alive && !after.Alive {
		s.alive = false
		g.host.logf("round %d: %s was killed", after.KilledRound, s.name)
		s.send(g.killed(s, after.KilledRound))
	}
}

// ending returns the leader board and the last picture.
func (g *game) ending() string {
	b := fmt.Appendf(nil, "The game is over after %s\n", english.Count(g.state.Round(), "round"))
	for i, k := range g.state.LeaderBoard() {
		p := g.state.Player(k)
		b = fmt.Appendf(b, "%d. %c %s: %d points", i+1, bomberman.Key(k), g.text.Names[k], p.Points)
		if !p.Alive {
			b = fmt.Appendf(b, ", killed in round %d", p.KilledRound)
		}
		b = append(b, '\n')
	}
	return string(g.text.AppendConsole(b, g.state))
}
