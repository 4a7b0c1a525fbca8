//go:build !js

package options

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"blastyard/arena"
	"blastyard/arena/entrant"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/internal/usage"
)

// Config returns the config that the command line asks for.
func (o *Options) Config() (arena.Config, error) {
	if err := o.validate(); err != nil {
		return arena.Config{}, err
	}
	if o.Seeds() > 1 {
		o.Games = o.Seeds()
	}
	c := arena.Config{Game: o.Game, Rules: o.Rules, Map: o.Map, Players: o.Players, Seed: o.Seed, Secret: o.Secret,
		Turns: o.Turns,
		Order: o.Order, Failed: o.Failed,
		TurnTime: arena.Duration(o.TurnTime), NoTimeout: o.NoTimeout, Pause: arena.Duration(o.Delay),
		Sandbox: o.Sandbox,
		Env:     o.Env, Host: o.Host, Port: o.Port, LogDir: o.LogDir}
	if !o.Given("seed") {
		o.draw(&c)
	}
	if o.Special != "" {
		c.Seats = append(c.Seats, arena.Seat{Bot: o.Special, Special: true})
	}
	for _, spec := range o.Bots {
		if strings.TrimSpace(spec) == "" {
			return c, usage.Errorf("an empty --bot, expected builtin:NAME or a command line")
		}
		c.Seats = append(c.Seats, arena.Seat{Bot: spec})
	}
	if o.BotsFile != "" {
		seats, err := o.fileSeats()
		if err != nil {
			return c, err
		}
		c.Seats = append(c.Seats, seats...)
	}
	for range o.Wait {
		c.Seats = append(c.Seats, arena.Seat{})
	}
	return c, nil
}

// Limits of a series: a week of matches of the fastest bots, and more matches at the same time than any machine plays.
const (
	maxGames = 100_000_000
	maxJobs  = 10_000
)

// games is how many games the series has of which the options ask for all or for one; 1: there is no series.
func (o *Options) games() int { return max(o.Games, o.Seeds()) }

// Matches returns how many matches to play.
func (o *Options) Matches() int {
	if o.Only > 0 {
		return 1
	}
	return o.games()
}

// Series reports whether more than one match is played.
func (o *Options) Series() bool { return o.Matches() > 1 }

// fileSeats returns the seats of the bots file.
func (o *Options) fileSeats() ([]arena.Seat, error) {
	kind, err := game.Find(games.All(), cmp.Or(o.Game, games.All()[0].Name))
	if err != nil {
		return nil, err
	}
	list, err := entrant.ReadFile(o.BotsFile, entrant.Options{Protocol: kind.Protocol})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usage.Errorf("--bots: %w", err)
	}
	if err != nil {
		return nil, fmt.Errorf("--bots: %w", err)
	}
	seats := make([]arena.Seat, 0, len(list))
	for _, e := range list {
		seats = append(seats, arena.SeatOf(e))
	}
	return seats, nil
}

// validate checks what only the command line has: options that exclude each other, and values that would be taken for
// "not given".
func (o *Options) validate() error {
	if err := cmp.Or(usage.File("replay", o.Replay), usage.File("results", o.Results),
		usage.File("log", o.LogDir)); err != nil {
		return err
	}
	switch {
	case o.Given("turns") && o.Turns < 1:
		return usage.Errorf("--turns is %d, expected 1 to %d", o.Turns, arena.MaxTurns)
	case o.Given("players") && o.Players < 1:
		return usage.Errorf("--players is %d, expected 1 to %d", o.Players, arena.MaxPlayers)
	case o.Given("turn-time") && o.TurnTime <= 0:
		return usage.Errorf("--turn-time is %v, expected more than 0s (--no-timeout waits for ever)", o.TurnTime)
	case o.Given("start") && o.Start <= 0:
		return usage.Errorf("--start is %v, expected more than 0s", o.Start)
	case o.Wait < 0 || o.Wait > arena.MaxPlayers:
		return usage.Errorf("--wait is %d, expected 0 to %d", o.Wait, arena.MaxPlayers)
	case o.Seeds() > 1 && o.Given("games"):
		return usage.Errorf("--games is %d with --seed %d..%d: each seed gives one match", o.Games, o.Seed, o.LastSeed)
	case o.Games < 1:
		return usage.Errorf("--games is %d, expected 1 or more", o.Games)
	case o.Games > maxGames:
		return usage.Errorf("--games is %d, expected 1 to %d", o.Games, maxGames)
	case o.Given("only") && (o.Only < 1 || o.Only > o.games() || o.games() == 1):
		return usage.Errorf("--only is %d, expected a game of a series: 1 to the number of --games, or of the seeds",
			o.Only)
	case o.Series() && o.Wait > 0:
		return usage.Errorf("--wait is %d with %d games: bots that connect by themselves play one match", o.Wait,
			o.games())
	case (o.Given("host") || o.Given("port") && o.Port > 0 && o.Port < 1<<16) && o.Wait == 0:
		return usage.Errorf("--host and --port are for bots that connect by themselves: add --wait N")
	case o.Given("results") && (o.Results == "" || !o.Series()):
		return usage.Errorf("--results is %q with --games %d, expected a file, or %s, and a series", o.Results,
			o.Matches(), NoReplay)
	case o.Explain && o.Series():
		return usage.Errorf("--explain is about one match, but there are %d games (replay explain takes any replay)",
			o.games())
	case o.Explain && o.Replay == NoReplay:
		return usage.Errorf("--explain needs the replay; leave out --replay %s", NoReplay)
	case o.Jobs < 0:
		return usage.Errorf("--jobs is %d, expected 0 or more", o.Jobs)
	case o.Jobs > maxJobs:
		return usage.Errorf("--jobs is %d, expected 0 to %d", o.Jobs, maxJobs)
	}
	return CheckSandbox(o.Sandbox, o.Env)
}
