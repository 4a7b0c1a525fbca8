package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"blastyard/bots/hexabots"
	"blastyard/harness"
	"blastyard/hexabomb"
	"blastyard/hexabomb/wire"
	"blastyard/maps"
)

// situation is a match that puts a bot to the test. The bot has the first seat but for a special player's.
type situation struct {
	name      string
	turns     int
	mapFile   string // hexabomb: a built-in map, or a file in the folder of the check
	special   string
	opponents []string
	id        int  // the player that the bot is to be, where chance can make it so; noID: any
	hurry     bool // nobody can be on time: being late is no fault
}

const noID = -1

// tooShort is the time for a turn that is too short for any bot.
const tooShort = 100 * time.Microsecond

// hexabombSituations are what a bot of hexabomb should live through.
func hexabombSituations() []situation {
	return []situation{
		{name: "a plain match", turns: 60, mapFile: maps.Default, opponents: builtins("greedy", "random", "idle"), id: 2},
		{name: "many players", turns: 30, mapFile: "many.json", opponents: builtins(slices.Repeat([]string{"random", "greedy", "idle"}, 5)...), id: 15},
		{name: "no free cell", turns: 20, mapFile: "full.json", opponents: builtins(slices.Repeat([]string{"idle"}, 6)...), id: noID},
		{name: "a board of one cell", turns: 20, mapFile: "one.json", id: noID},
		{name: "its characters die and may come back", turns: 60, mapFile: "small.json", opponents: builtins(sapperName), id: 1},
		{name: "all its characters are dead for ever", turns: 30, mapFile: "star.json", special: builtinPrefix + sapperName, opponents: builtins("idle"), id: noID},
		{name: "sudden death", turns: 60, mapFile: "maze4", special: builtinPrefix + "ghost", opponents: builtins("hunter"), id: noID},
		{name: "a big board", turns: 30, mapFile: "big.json", opponents: builtins("random", "greedy", "idle"), id: 3},
		{name: "turns too short for anybody", turns: 500, mapFile: maps.Default, opponents: builtins("random"), id: noID, hurry: true},
	}
}

func builtins(names ...string) []string {
	specs := make([]string, len(names))
	for i, name := range names {
		specs[i] = builtinPrefix + name
	}
	return specs
}

// hexabombCheck plays the situations of hexabomb.
type hexabombCheck struct {
	spec     string
	turnTime time.Duration
	sandbox  string
	env      []string
	dir      string // of the maps
}

// writeMaps writes the maps of the situations.
func (h *hexabombCheck) writeMaps() error {
	for name, m := range situationMaps() {
		text, err := wire.EncodeMap(m)
		if err == nil {
			err = os.WriteFile(filepath.Join(h.dir, name), text, 0o666)
		}
		if err != nil {
			return fmt.Errorf("map %s: %w", name, err)
		}
	}
	return nil
}

// play plays a situation. The error is ours, not the bot's.
func (h *hexabombCheck) play(ctx context.Context, s *situation) (*trial, error) {
	o := playOptions{gameName: "hexabomb", mapName: s.mapFile, bots: append([]string{h.spec}, s.opponents...), special: s.special, turns: s.turns,
		hasSeed: true, orderName: "seeded", turnTime: h.turnTime, host: "127.0.0.1", games: 1, quiet: true, replay: noReplay, sandbox: h.sandbox, env: h.env}
	if filepath.Ext(s.mapFile) != "" {
		o.mapName = filepath.Join(h.dir, s.mapFile)
	}
	if s.opponents == nil {
		o.players = 1
	}
	if s.hurry {
		o.turnTime = tooShort
	}
	p, err := o.planFor(func() contest {
		return &hexabombContest{more: map[string]func(*hexabomb.Board, int) hexabots.Bot{sapperName: newSapper}}
	}, io.Discard)
	if err != nil {
		return nil, cannotStart(err)
	}
	seat := p.specials()
	p.seedFor(seat, s.id)
	p.exam = newExam(seat)
	t := &trial{situation: s, exam: p.exam, limit: o.turnTime}
	ctx, cancel := context.WithTimeout(ctx, patience(h.turnTime))
	defer cancel()
	result, err := servedTable{p.game.(*hexabombContest), p}.play(ctx, 0, &screen{plan: p, out: io.Discard, err: io.Discard})
	t.seat = result.seats[seat]
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		t.cut, err = true, nil
	}
	return t, cannotStart(err)
}

// cannotStart makes a startError of an error that says why the bot cannot be started; others stay what they are.
func cannotStart(err error) error {
	var start *harness.StartError
	if !errors.As(err, &start) || harness.HostFault(err) {
		return err
	}
	return startError{errors.New(strings.TrimSuffix(start.What+": "+start.Fix, ": "))}
}

// patience is how long a situation may take. A bot that answers nearly always in time needs a small part of it.
func patience(turnTime time.Duration) time.Duration { return 2*loginTime + 10*turnTime }

// seedFor sets the smallest seed that deals a player's id to a seat, if there is one below 1000.
func (p *plan) seedFor(seat, id int) {
	for p.seed = 0; id != noID && p.seed < 1000; p.seed++ {
		if p.ids(0)[seat] == id {
			return
		}
	}
	if p.seed == 1000 {
		p.seed = 0
	}
}

// situationMaps are the maps made for situations, by file name. Their coordinates have both signs.
func situationMaps() map[string]*hexabomb.Map {
	small := hexagon(1) // the centre is number 3
	star := &hexabomb.Map{Cells: []hexabomb.Coord{{}}}
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		for n := 1; n <= 6; n++ {
			star.Cells = append(star.Cells, hexabomb.Coord{}.Add(d, n))
		}
	}
	star.Starts = [][]hexabomb.Coord{{{Q: 6}, {Q: 5}}, {{Q: -6}, {Q: -5}}}
	star.SpecialStarts = []hexabomb.Coord{{}}
	small.Starts = [][]hexabomb.Coord{{small.Cells[3], small.Cells[6]}, {small.Cells[0], small.Cells[1]}}
	return map[string]*hexabomb.Map{
		"one.json":   withStarts(hexagon(0), 1, 1),
		"full.json":  withStarts(hexagon(1), 7, 1),
		"small.json": small,
		"star.json":  star,
		"many.json":  withStarts(hexagon(8), 16, 2),
		"big.json":   withStarts(hexagon(22), 4, 7),
	}
}

// hexagon is a board of all cells at most radius from the middle, without starts.
func hexagon(radius int) *hexabomb.Map {
	m := &hexabomb.Map{}
	for q := -radius; q <= radius; q++ {
		for r := max(-radius, -q-radius); r <= min(radius, -q+radius); r++ {
			m.Cells = append(m.Cells, hexabomb.Coord{Q: q, R: r})
		}
	}
	return m
}

// withStarts spreads the starts of players evenly over the cells.
func withStarts(m *hexabomb.Map, players, characters int) *hexabomb.Map {
	n := players * characters
	for p := range players {
		var starts []hexabomb.Coord
		for c := range characters {
			starts = append(starts, m.Cells[(p*characters+c)*len(m.Cells)/n])
		}
		m.Starts = append(m.Starts, starts)
	}
	return m
}

const sapperName = "sapper"

// sapper stays where it is and drops the longest bomb whenever it can.
type sapper struct {
	board  *hexabomb.Board
	player int
}

func newSapper(b *hexabomb.Board, player int) hexabots.Bot { return sapper{b, player} }

func (s sapper) Act(dst []hexabomb.Action, state *hexabomb.State) []hexabomb.Action {
	first, end := s.board.Characters(s.player)
	reach := uint8(hexabomb.MaxBomb)
	if s.board.Special(s.player) {
		reach = hexabomb.MaxSpecialBomb
	}
	for c := first; c < end; c++ {
		a := hexabomb.Action{Player: uint16(s.player), Character: uint16(c)}
		switch x := state.Character(c); {
		case x.Alive && x.BombCount > 0 && !state.HasBomb(x.Cell):
			a.Kind, a.Range, a.Delay = hexabomb.DropBomb, reach, hexabomb.MinBomb
		case !x.Alive && x.ReviveDelay == 0 && !s.board.SuddenDeath():
			a.Kind = hexabomb.Revive
		default:
			continue
		}
		dst = append(dst, a)
	}
	return dst
}
