package main

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"blastyard/arena"
	"blastyard/entrant"
	"blastyard/game"
	"blastyard/harness"
)

// config is what the command line asks for.
func (o *playOptions) config() (arena.Config, error) {
	if err := o.validate(); err != nil {
		return arena.Config{}, err
	}
	c := arena.Config{Game: o.gameName, Map: o.mapName, Players: o.players, Seed: o.seed, Turns: o.turns,
		Order:    o.orderName,
		TurnTime: arena.Duration(o.turnTime), NoTimeout: o.noTimeout, Pause: arena.Duration(o.delay),
		Sandbox: o.sandbox,
		Env:     o.env, Host: o.host, Port: o.port, LogDir: o.logDir}
	if !o.given("seed") {
		c.Seed = uint64(rand.Int32()) // what every game takes
	}
	if o.special != "" {
		c.Seats = append(c.Seats, arena.Seat{Bot: o.special, Special: true})
	}
	for _, spec := range o.bots {
		if strings.TrimSpace(spec) == "" {
			return c, usagef("an empty --bot, expected builtin:NAME or a command line")
		}
		c.Seats = append(c.Seats, arena.Seat{Bot: spec})
	}
	if o.botsFile != "" {
		seats, err := o.fileSeats()
		if err != nil {
			return c, err
		}
		c.Seats = append(c.Seats, seats...)
	}
	for range o.wait {
		c.Seats = append(c.Seats, arena.Seat{})
	}
	return c, nil
}

// fileSeats are those of the bots file.
func (o *playOptions) fileSeats() ([]arena.Seat, error) {
	kind, err := game.Find(game.All(), cmp.Or(o.gameName, game.Hexabomb().Name))
	if err != nil {
		return nil, err
	}
	list, err := entrant.ReadFile(o.botsFile, entrant.Options{Protocol: entrant.Protocol(kind.Protocol.String())})
	if err != nil {
		return nil, fmt.Errorf("--bots: %w", err)
	}
	seats := make([]arena.Seat, 0, len(list))
	for _, e := range list {
		seats = append(seats, arena.SeatOf(e))
	}
	return seats, nil
}

// validate checks what is the command line's own: options that exclude each other, and values that would be taken for
// "not given".
func (o *playOptions) validate() error {
	switch {
	case o.given("turns") && o.turns < 1:
		return usagef("--turns is %d, expected 1 to %d", o.turns, arena.MaxTurns)
	case o.given("players") && o.players < 1:
		return usagef("--players is %d, expected 1 to %d", o.players, arena.MaxPlayers)
	case o.given("turn-time") && o.turnTime <= 0:
		return usagef("--turn-time is %v, expected more than 0s (--no-timeout waits for ever)", o.turnTime)
	case o.wait < 0 || o.wait > arena.MaxPlayers:
		return usagef("--wait is %d, expected 0 to %d", o.wait, arena.MaxPlayers)
	case o.games < 1:
		return usagef("--games is %d, expected 1 or more", o.games)
	case o.games > 1 && o.wait > 0:
		return usagef("--wait is %d with --games %d: bots that connect by themselves play one match", o.wait, o.games)
	case o.explain && o.games > 1:
		return usagef("--explain is about one match, but --games is %d (blastyard replay explain takes any replay)",
			o.games)
	case o.explain && o.replay == noReplay:
		return usagef("--explain needs the replay; leave out --replay %s", noReplay)
	case o.jobs < 0:
		return usagef("--jobs is %d, expected 0 or more", o.jobs)
	}
	return checkSandboxFlags(o.sandbox, o.env)
}

// flagOf is the option that sets a field of a config.
var flagOf = map[string]string{
	"game": "", "map": "--map", "players": "--players", "seed": "--seed", "turns": "--turns", "order": "--order",
	"turn_time": "--turn-time", "pause": "--delay", "sandbox": "--sandbox", "env": "--env", "host": "--host",
	"port": "--port", "log_dir": "--log", "seats": "--players",
}

// inFlags tells what is wrong with a config in the words of the command line.
func inFlags(err error) error {
	var c *arena.ConfigError
	if !errors.As(err, &c) {
		return err
	}
	flag, known := flagOf[c.Field]
	switch {
	case strings.HasSuffix(c.Field, ".special"):
		flag = "--special"
	case !known:
		flag = "--bot"
	}
	switch {
	case c.Expected != "" && c.Value == "":
		return usagef("%s: expected %s", flag, c.Expected)
	case c.Expected != "":
		return usagef("%s is %s, expected %s", flag, c.Value, c.Expected)
	case flag == "--order":
		return usagef("%s: %w", flag, c.Err)
	case c.Field == "map" && errors.Is(c.Err, game.ErrSetup):
		return fmt.Errorf("map %s: %w", c.Value, c.Err)
	case flag == "" || flag == "--bot" || errors.Is(c.Err, harness.ErrConfig): // the error names it
		return c.Err
	case flag == "--port":
		return fmt.Errorf("%s %s: %w", flag, c.Value, c.Err)
	default:
		return fmt.Errorf("%s: %w", flag, c.Err)
	}
}
