package main

import (
	"context"
	"fmt"
	"math"
	"time"

	"blastyard/bots/hexabots"
	"blastyard/hexabomb"
	"blastyard/hexabomb/wire"
	"blastyard/maps"
	"blastyard/match"
	"blastyard/viewer"
)

// hexabombContest is hexabomb as play sets it up.
type hexabombContest struct {
	rules *hexabomb.Map
	file  []byte // the rules' map as JSON
	board *hexabomb.Board

	// more are bots beside the built-in ones, by name.
	more map[string]func(b *hexabomb.Board, player int) hexabots.Bot
}

func (h *hexabombContest) setUp(p *plan) error {
	var err error
	if h.rules, err = maps.Open(p.mapName); err != nil {
		return err
	}
	if h.file, err = wire.EncodeMap(h.rules); err != nil {
		return err
	}
	p.bots = defaultBots(p, []string{"builtin:hunter", "builtin:greedy", "builtin:random", "builtin:idle"}, len(h.rules.Starts))
	if p.seats, err = parseSeats(p.special, p.bots, p.wait); err != nil {
		return err
	}
	if h.board, err = hexabomb.NewBoard(h.rules, len(p.seats)-p.specials(), p.specials()); err != nil {
		return fmt.Errorf("map %s: %w", p.mapName, err)
	}
	for k, id := range p.ids(0) {
		if s := &p.seats[k]; s.builtin != "" {
			if _, err := h.newBuiltin(s, id, 0); err != nil {
				return err
			}
		}
	}
	return p.checkPrograms(hexabots.Names())
}

func (h *hexabombContest) title(p *plan) string { return "hexabomb on " + p.mapName }

// unseen: in netorcai's course of a game players get their first TURN after the first turn.
func (h *hexabombContest) unseen() int { return 1 }

func (h *hexabombContest) seeds() uint64 { return math.MaxUint64 }

func (h *hexabombContest) newTable(p *plan) table {
	if p.allInProcess() && p.delay == 0 {
		return newHexabombTable(h, p)
	}
	return servedTable{h, p}
}

func (h *hexabombContest) newBuiltin(s *seat, id int, seed uint64) (hexabots.Bot, error) {
	if newBot := h.more[s.builtin]; newBot != nil {
		return newBot(h.board, id), nil
	}
	bot, err := hexabots.New(s.builtin, h.board, id, seed)
	if err != nil {
		return nil, fmt.Errorf("bot %q: %w", s.spec, err)
	}
	return bot, nil
}

// localBot is a built-in bot as a player of match.
type localBot struct {
	bot     hexabots.Bot
	state   *hexabomb.State // of the match
	actions []hexabomb.Action
	took    *int // where to note the microseconds of the last answer; nil: nobody asks
}

// answers gives a bot's actions as JSON, each in another buffer than the one before, which the server may still read.
type answers struct{ last, next []byte }

func (a *answers) of(actions []hexabomb.Action) []byte {
	a.last, a.next = wire.AppendActionsJSON(a.next[:0], actions), a.last
	return a.last
}

func (l *localBot) Act() []hexabomb.Action {
	if l.took == nil {
		l.actions = l.bot.Act(l.actions[:0], l.state)
		return l.actions
	}
	began := time.Now()
	l.actions = l.bot.Act(l.actions[:0], l.state)
	*l.took = micros(time.Since(began))
	return l.actions
}

// hexabombTable plays matches of built-in bots in this process.
type hexabombTable struct {
	contest *hexabombContest
	plan    *plan
	start   *hexabomb.State
	game    hexabombGame
}

func newHexabombTable(h *hexabombContest, p *plan) *hexabombTable {
	t := &hexabombTable{contest: h, plan: p, start: hexabomb.NewState(h.board)}
	t.game.state = t.start.Clone()
	return t
}

func (*hexabombTable) close() {}

// play plays match i.
func (t *hexabombTable) play(ctx context.Context, i int, out *screen) (outcome, error) {
	p := t.plan
	cfg := p.config(i)
	t.game.state.CopyFrom(t.start)
	o := p.newOutcome(i)
	players := make([]match.Player[[]hexabomb.Action], len(p.seats))
	c, names := p.newChronicle(i, out), p.viewerSeats(o.ids)
	for k, id := range o.ids {
		bot, err := t.contest.newBuiltin(&p.seats[k], id, match.PlayerSeed(cfg.Seed, id))
		if err != nil {
			return o, err
		}
		local := &localBot{bot: bot, state: t.game.state}
		if c != nil {
			local.took = &names[id].Micros
		}
		players[id] = local
	}
	m, err := match.New(&t.game, cfg)
	if err != nil {
		return o, err
	}
	var after func([]hexabombMove)
	if t.game.refused = nil; c != nil {
		scribe := &hexabombScribe{chronicle: c, game: &t.game}
		t.game.refused = &scribe.refusals
		scribe.begin(t.contest, p, i, &o, names)
		after = func(moves []hexabombMove) { scribe.turn(&o.frame, moves, p.turns, names, nil) }
	}
	err = m.Run(ctx, players, after)
	o.Result = m.Result()
	viewer.FromHexabomb(&o.frame, t.game.state, p.turns, names)
	o.tellEnd(c, err)
	return o, err
}
