package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"blastyard/bomberman"
	"blastyard/bots/bomberbots"
	"blastyard/harness/rounds"
	"blastyard/match"
	"blastyard/viewer"
)

// bombermanContest is 2016-Bomberman as play sets it up.
type bombermanContest struct {
	bots []*rounds.Bot // by seat; nil: a built-in bot, or a person
}

func (b *bombermanContest) setUp(p *plan) error {
	switch {
	case p.hasMap:
		return usagef("--map: the map of bomberman comes from the seed")
	case p.special != "":
		return usagef("--special: bomberman has no special player")
	case p.wait > 0:
		return usagef("--wait: bots of bomberman do not connect; players by hand can (blastyard bomberman host)")
	case p.seed > math.MaxInt32:
		return usagef("--seed is %d, expected 0 to %d", p.seed, math.MaxInt32)
	}
	p.mapName = ""
	if !p.hasTurns {
		p.turns = math.MaxInt32 // the rules end every game
	}
	p.bots = defaultBots(p, []string{"builtin:reference", "builtin:random", "builtin:random", "builtin:idle"}, bomberman.MaxPlayers)
	m, err := bomberman.Generate(bomberman.DefaultSettings(), len(p.bots), 0)
	if err != nil {
		return err
	}
	names := seatNames{}
	for k, spec := range p.bots {
		s := seat{spec: spec}
		var bot *rounds.Bot
		if name, ok := strings.CutPrefix(spec, builtinPrefix); ok {
			s.builtin = name
			if _, err := bomberbots.New(s.builtin, m, k, 0); err != nil {
				return fmt.Errorf("bot %q: %w", spec, err)
			}
			s.name = names.take(s.builtin)
		} else if name, human, err := humanName(spec); err != nil {
			return err
		} else if human {
			s.human, s.name = true, names.take(name)
		} else {
			if bot, err = rounds.ReadBot(spec); err != nil && slices.Contains(bomberbots.Names(), spec) {
				return fmt.Errorf("%w; did you mean %s%s?", err, builtinPrefix, spec)
			} else if err != nil {
				return err
			}
			s.name = names.take(bot.NickName)
		}
		p.seats, b.bots = append(p.seats, s), append(b.bots, bot)
	}
	return nil
}

func (b *bombermanContest) title(p *plan) string {
	return fmt.Sprintf("2016-Bomberman for %d players", len(p.seats))
}

func (b *bombermanContest) unseen() int { return 0 }

func (b *bombermanContest) seeds() uint64 { return math.MaxInt32 }

func (b *bombermanContest) newTable(p *plan) table {
	if p.allInProcess() && p.delay == 0 {
		return &bombermanTable{p}
	}
	return &roundsTable{contest: b, plan: p}
}

// bombermanGame makes 2016-Bomberman fit match.
type bombermanGame struct {
	state    *bomberman.State
	commands []bomberman.Command
	failed   []bool // nil: nobody asks
}

type bombermanMove = match.Move[bomberman.Command]

func (g *bombermanGame) NumPlayers() int      { return g.state.Map().Players() }
func (g *bombermanGame) Over() bool           { return g.state.Over() }
func (g *bombermanGame) Score(player int) int { return g.state.Player(player).Points }
func (g *bombermanGame) Winner() int          { return g.state.Winner() }

// Play plays a round. The rules handle the commands by key, whatever the order of the moves.
func (g *bombermanGame) Play(moves []bombermanMove) {
	clear(g.commands)
	for _, m := range moves {
		g.commands[m.Player] = m.Actions
	}
	g.state.Step(g.commands, g.failed)
}

// localBomber is a built-in bot as a player of match.
type localBomber struct {
	bot    bomberbots.Bot
	state  *bomberman.State
	player int
	took   *int // where to note the microseconds of the last answer; nil: nobody asks
}

func (l localBomber) Act() bomberman.Command {
	if !l.state.Player(l.player).Alive {
		return bomberman.Nothing
	}
	if l.took == nil {
		return l.bot.Act(l.state)
	}
	began := time.Now()
	command := l.bot.Act(l.state)
	*l.took = micros(time.Since(began))
	return command
}

// bombermanTable plays matches of built-in bots in this process.
type bombermanTable struct{ plan *plan }

func (*bombermanTable) close() {}

func (t *bombermanTable) play(ctx context.Context, i int, out *screen) (outcome, error) {
	p := t.plan
	cfg, o := p.config(i), p.newOutcome(i)
	m, err := bomberman.Generate(bomberman.DefaultSettings(), len(p.seats), int32(cfg.Seed&math.MaxInt32))
	if err != nil {
		return o, err
	}
	game := &bombermanGame{state: bomberman.NewState(m), commands: make([]bomberman.Command, len(p.seats))}
	players := make([]match.Player[bomberman.Command], len(p.seats))
	c, names := p.newChronicle(i, out), p.viewerSeats(o.ids)
	for k, id := range o.ids {
		bot, err := bomberbots.New(p.seats[k].builtin, m, id, match.PlayerSeed(cfg.Seed, id))
		if err != nil {
			return o, err
		}
		local := localBomber{bot: bot, state: game.state, player: id}
		if c != nil {
			local.took = &names[id].Micros
		}
		players[id] = local
	}
	run, err := match.New(game, cfg)
	if err != nil {
		return o, err
	}
	var after func([]bombermanMove)
	if c != nil {
		game.failed = make([]bool, len(p.seats))
		scribe := bombermanScribe{chronicle: c, game: game}
		h := p.header(i, &o)
		h.Limit = 0 // bots in this process take the time that they want
		scribe.begin(h, &o, names)
		after = func(moves []bombermanMove) { scribe.turn(&o.frame, moves, names) }
	}
	err = run.Run(ctx, players, after)
	o.Result = run.Result()
	viewer.FromBomberman(&o.frame, game.state, names)
	o.tellEnd(c, err)
	return o, err
}
