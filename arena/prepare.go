package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"blastyard/arena/harness"
	"blastyard/game"
	"blastyard/game/match"
	"blastyard/internal/names"
)

// Prepared is a config that was checked and resolved: the game, the map and the bots were found. It must be used by
// one goroutine at a time. To play several matches concurrently, call PlaySeries, or Prepare several times.
type Prepared struct {
	Config  Config // with its defaults filled in
	Kind    *game.Kind
	Map     game.Map
	Sandbox *harness.Sandbox // of the programs; nil: none

	Seats      []Seated      // special players first
	Specials   int           // how many seats are for special players; they come first
	Local      bool          // all players are in this process and decide at once
	MaxTurns   int           // limit of turns; 0: that of the rules
	PersonTime time.Duration // time limit of a person's turn, only if the config sets it; 0: none

	counted     bool                  // refused actions of some player are counted: see Seated.refusals
	ready       func(context.Context) // may be nil
	yield       func()                // may be nil
	transport   Transport             // nil: there is none for programs of this game
	playerOrder match.Order
	ranking     match.Ranking
	worker      *worker
}

// Prepare checks a config and finds its game, its map and its bots. It starts nothing. The error is a *ConfigError if
// the config is wrong.
func (a *Arena) Prepare(c Config) (*Prepared, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if len(a.Games) == 0 {
		return nil, errors.New("arena: no games")
	}
	p := &Prepared{Config: c, ready: a.Ready, yield: a.Yield}
	c.Game = cmp.Or(c.Game, a.Games[0].Name)
	var err error
	if p.Kind, err = game.Find(a.Games, c.Game); err != nil {
		return nil, wrong("game", c.Game, err)
	}
	p.Config.Game = p.Kind.Name
	if p.Kind, err = p.Kind.ByVersion(c.Rules); err != nil {
		return nil, wrong("rules", c.Rules, err)
	}
	if p.transport, err = a.transport(p.Kind, &c); err != nil {
		return nil, err
	}
	if p.playerOrder, err = c.order(); err != nil {
		return nil, wrong("order", c.Order, err)
	}
	p.Config.Order = p.playerOrder.String()
	if p.ranking, err = c.ranking(); err != nil {
		return nil, wrong("failed", c.Failed, err)
	}
	p.Config.Failed = p.ranking.String()
	if p.Kind.FitSeed(c.Seed) != c.Seed {
		return nil, expected("seed", c.Seed, "0 to %d", p.Kind.MaxSeed)
	}
	for _, find := range []func() error{p.findMap, p.findSeats, p.findRest, p.findSandbox, p.makeLogDir} {
		if err := find(); err != nil {
			return nil, err
		}
	}
	if err := p.checkIDs(c.IDs); err != nil {
		return nil, err
	}
	p.markFolders()
	return p, nil
}

// Close releases what the matches of p share.
func (p *Prepared) Close() {
	if p.worker != nil {
		p.worker.asker.Close()
		p.worker = nil
	}
}

func (p *Prepared) findMap() error {
	c := &p.Config
	switch {
	case p.Kind.OpenMap == nil && c.Map != "":
		return expected("map", c.Map, "none: the map of %s comes from the seed", p.Kind.Name)
	case p.Kind.OpenMap == nil:
		return nil
	}
	var err error
	if p.Map, err = p.Kind.OpenMap(c.Map); err != nil {
		return wrong("map", c.Map, err)
	}
	c.Map = p.Map.Name
	return nil
}

// findRest determines the limits of turns and of their time. It checks that the map and the built-in bots are
// compatible.
func (p *Prepared) findRest() error {
	p.Config.Turns = cmp.Or(p.Config.Turns, p.Kind.Turns)
	p.MaxTurns = p.Config.Turns
	p.PersonTime = p.TurnTime()
	if p.Config.TurnTime == 0 && !p.Config.NoTimeout && p.Kind.Protocol == game.Netorcai {
		p.Config.TurnTime = Duration(DefaultTurnTime)
	}
	m, err := p.Kind.New(p.setup(p.draws()))
	if err != nil {
		return wrong("map", p.Map.Name, err)
	}
	for k := range p.Seats {
		if s := &p.Seats[k]; s.Kind == BuiltinSeat {
			if _, err := m.Bot(s.Who.Builtin, k, 0); err != nil {
				return wrong(seatField(k), s.Bot, fmt.Errorf("bot %q: %w", s.Bot, err))
			}
		}
	}
	return nil
}

// setup returns the start conditions of a match.
func (p *Prepared) setup(d match.Draws) game.Setup {
	return game.Setup{Map: p.Map, Players: len(p.Seats), Specials: p.Specials, Seed: p.Kind.FitSeed(d.Seed),
		Secret: d.Secret}
}

// draws returns the draws of the config: of its match, or of its series.
func (p *Prepared) draws() match.Draws {
	return match.Draws{Seed: p.Config.Seed, Secret: p.Config.Secret}
}

// findSandbox determines the sandbox that this system supports.
func (p *Prepared) findSandbox() error {
	mode := cmp.Or(p.Config.Sandbox, harness.SandboxOff)
	if _, _, err := harness.ParseSandbox(mode); err != nil {
		return wrong("sandbox", p.Config.Sandbox, err)
	}
	if !p.Programs() {
		return nil
	}
	var err error
	if p.Sandbox, err = harness.NewSandbox(mode); err != nil {
		return wrong("sandbox", mode, err)
	}
	return nil
}

// makeLogDir creates the folder for the bots' output.
func (p *Prepared) makeLogDir() error {
	if p.Config.LogDir == "" || p.Kind.Protocol == game.Rounds { // overrounds creates that folder
		return nil
	}
	if err := os.MkdirAll(p.Config.LogDir, 0o777); err != nil {
		return wrong("log_dir", p.Config.LogDir, err)
	}
	return nil
}

// CheckLogs returns an error if the log folder already has a log file of one of the matches.
func (p *Prepared) CheckLogs(matches int) error {
	for i := range matches {
		for k := range p.Seats {
			file := p.LogFile(i, matches > 1, k)
			if _, err := os.Lstat(file); file != "" && err == nil {
				return wrong("log_dir", p.Config.LogDir,
					fmt.Errorf("%s exists already; name another folder or remove it", file))
			}
		}
	}
	return nil
}

// LogFile returns the file for the output of a seat's program, or "" if the output is not stored.
func (p *Prepared) LogFile(index int, series bool, k int) string {
	switch {
	case p.Config.LogDir == "" || p.Seats[k].Kind != ProgramSeat || p.Kind.Protocol != game.Netorcai:
		return ""
	case series:
		return filepath.Join(p.Config.LogDir, fmt.Sprintf("%05d-%s.log", index+1, p.fileNames()[k]))
	default:
		return filepath.Join(p.Config.LogDir, p.fileNames()[k]+".log")
	}
}

// fileNames are the names of the seats as parts of names of files.
func (p *Prepared) fileNames() []string {
	called := make([]string, len(p.Seats))
	for k := range p.Seats {
		called[k] = p.Seats[k].Name
	}
	return names.Files(called)
}

// checkIDs checks the player ids of the seats, where they are given.
func (p *Prepared) checkIDs(ids []int) error {
	if len(ids) == 0 {
		return nil
	}
	var seen [MaxPlayers]bool
	for k, id := range ids {
		if len(ids) != len(p.Seats) || id < 0 || id >= len(ids) || seen[id] || k < p.Specials && id != k {
			return expected("ids", ids, "each of 0 to %d once, special players first", len(p.Seats)-1)
		}
		seen[id] = true
	}
	return nil
}

// dealIDs returns the player id of each seat in match i of a series. They are dealt from the series' draws, then
// rotated.
func (p *Prepared) dealIDs(d match.Draws, i int) []int {
	n := len(p.Seats)
	ids := make([]int, 0, n)
	if len(p.Config.IDs) > 0 {
		for _, id := range p.Config.IDs {
			ids = append(ids, match.Rotate(id, i, p.Specials, n))
		}
		return ids
	}
	for k := range p.Specials {
		ids = append(ids, k)
	}
	for _, id := range d.DealIDs(n - p.Specials) {
		ids = append(ids, match.Rotate(p.Specials+id, i, p.Specials, n))
	}
	return ids
}

// TurnTime returns the time limit of a turn, or 0 for none.
func (p *Prepared) TurnTime() time.Duration {
	if p.Config.NoTimeout {
		return 0
	}
	return time.Duration(p.Config.TurnTime)
}

// Title describes the match in a few words.
func (p *Prepared) Title() string { return p.Kind.Title(p.setup(p.draws())) }
