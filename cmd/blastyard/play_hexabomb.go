package main

import (
	"context"
	"fmt"

	"blastyard/bots/builtin"
	"blastyard/hexabomb"
	"blastyard/match"
	"blastyard/viewer"
)

// hexabombContest is hexabomb as play sets it up.
type hexabombContest struct {
	rules *hexabomb.Map
	board *hexabomb.Board
}

func (h *hexabombContest) setUp(p *plan) error {
	var err error
	if h.rules, err = loadMap(p.mapName); err != nil {
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
	return nil
}

func (h *hexabombContest) title(p *plan) string { return "hexabomb on " + p.mapName }

// unseen: in netorcai's course of a game players get their first TURN after the first turn.
func (h *hexabombContest) unseen() int { return 1 }

func (h *hexabombContest) newTable(p *plan) table {
	if p.allInProcess() && p.delay == 0 {
		return newHexabombTable(h, p)
	}
	return servedTable{h, p}
}

func (h *hexabombContest) newBuiltin(s *seat, id int, seed uint64) (builtin.Bot, error) {
	bot, err := builtin.New(s.builtin, h.board, id, seed)
	if err != nil {
		return nil, fmt.Errorf("bot %q: %w", s.spec, err)
	}
	return bot, nil
}

// localBot is a built-in bot as a player of match.
type localBot struct {
	bot     builtin.Bot
	state   *hexabomb.State // of the match
	actions []hexabomb.Action
}

func (l *localBot) Act() []hexabomb.Action {
	l.actions = l.bot.Act(l.actions[:0], l.state)
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

// play plays match i, and shows a single one.
func (t *hexabombTable) play(ctx context.Context, i int, out *screen) (outcome, error) {
	p := t.plan
	cfg := p.config(i)
	t.game.state.CopyFrom(t.start)
	o := p.newOutcome(i)
	players := make([]match.Player[[]hexabomb.Action], len(p.seats))
	for k, id := range o.ids {
		bot, err := t.contest.newBuiltin(&p.seats[k], id, match.PlayerSeed(cfg.Seed, id))
		if err != nil {
			return o, err
		}
		players[id] = &localBot{bot: bot, state: t.game.state}
	}
	m, err := match.New(&t.game, cfg)
	if err != nil {
		return o, err
	}
	var after func([]hexabombMove)
	if p.games == 1 {
		names := p.viewerSeats(o.ids)
		show := func() {
			viewer.FromHexabomb(&o.frame, t.game.state, p.turns, names)
			out.frame(&o.frame)
		}
		show()
		after = func([]hexabombMove) { show() }
	}
	err = m.Run(ctx, players, after)
	o.Result = m.Result()
	return o, err
}
