// Package lab is what the laboratory of the page can ask of the rules: it needs no server, no files and no network. The
// page has it as one WebAssembly module (lab/wasm) that `go generate ./lab` builds; the functions are the same on every
// system.
package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"blastyard/arena"
	"blastyard/arena/options"
	"blastyard/arena/record"
	"blastyard/entrant"
	"blastyard/games"
	"blastyard/harness"
	"blastyard/internal/english"
	"blastyard/maps"
	"blastyard/replay"
)

//go:generate go run ./build

// Verdict says whether a replay is what the rules make of its actions.
type Verdict struct {
	Turns       int  `json:"turns"`
	AsRecorded  bool `json:"as_recorded"`
	*Difference      // nil: there is none
}

// Difference is the first one between a replay and the rules.
type Difference struct {
	Turn int    `json:"turn"` // 0: the start
	What string `json:"what"` // as `replay verify` says it
}

// Verify plays a replay again from its actions. Like replay.Read it may return both a verdict and an error, where only
// the beginning of the replay can be read.
func Verify(file []byte) (Verdict, error) {
	r, err := replay.Read(bytes.NewReader(file))
	if r == nil {
		return Verdict{}, err
	}
	v := Verdict{Turns: len(r.Turns)}
	differs := replay.Verify(r, games.All())
	var where *replay.Difference
	switch {
	case errors.As(differs, &where):
		v.Difference = &Difference{Turn: where.Turn, What: where.What()}
	case differs != nil:
		return v, differs
	case err != nil:
		err = fmt.Errorf("%w (%s before that, all as recorded)", err, english.Count(len(r.Turns), "turn"))
	default:
		v.AsRecorded = true
	}
	return v, err
}

// Played is a match that was played.
type Played struct {
	Replay []byte        // as a file
	Result *arena.Result // how it ended
}

const (
	mostReplay = 256 << 20               // bytes of a replay in memory
	software   = "blastyard, laboratory" // what writes it
)

// Play plays a match of built-in bots: an arena.Config as JSON. The same config gives the same replay everywhere, also
// as `play` writes it, but for what says when, where and how fast it was played. The error is a *arena.ConfigError
// where a field of the config is wrong.
func Play(config []byte) (*Played, error) {
	c, err := read(config)
	if err != nil {
		return nil, err
	}
	p, err := (&arena.Arena{Games: games.All()}).Prepare(c)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	memory := record.NewMemory(mostReplay)
	recorder := record.New(record.Options{Memory: memory, Software: software, Repeat: repeat(p, &c)})
	result, err := p.Play(context.Background(), recorder)
	if err = errors.Join(err, recorder.Err()); err != nil {
		return nil, err
	}
	file, err := memory.Content()
	if err != nil {
		return nil, err
	}
	return &Played{Replay: file, Result: result}, nil
}

// read reads a config, and refuses one that needs more than this process.
func read(config []byte) (c arena.Config, err error) {
	d := json.NewDecoder(bytes.NewReader(config))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return c, fmt.Errorf("config: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return c, errors.New("config: more than one JSON value")
	}
	for k := range c.Seats {
		if s := &c.Seats[k]; s.Absent == "" && !entrant.IsBuiltin(s.Bot) {
			return c, &arena.ConfigError{Field: fmt.Sprintf("seats[%d].bot", k), Value: fmt.Sprintf("%q", s.Bot),
				Expected: "a built-in bot, such as " + arena.BuiltinPrefix + "hunter"}
		}
	}
	switch {
	case c.Map != "" && maps.Info(c.Map) == "":
		err = &arena.ConfigError{Field: "map", Value: fmt.Sprintf("%q", c.Map),
			Expected: "a built-in map: " + strings.Join(maps.Names(), ", ")}
	case c.Pause != 0:
		err = &arena.ConfigError{Field: "pause", Value: c.Pause.String(), Expected: "none: nobody watches"}
	case c.LogDir != "":
		err = &arena.ConfigError{Field: "log_dir", Value: fmt.Sprintf("%q", c.LogDir),
			Expected: "none: no programs play"}
	}
	return c, err
}

// repeat is the command line that plays the match again; "" where there is none.
func repeat(p *arena.Prepared, c *arena.Config) string {
	if len(c.IDs) > 0 {
		return ""
	}
	o := options.Options{Game: c.Game, Rules: c.Rules, Seed: c.Seed, LastSeed: c.Seed, Sandbox: harness.SandboxOff,
		TurnTime: time.Duration(c.TurnTime), NoTimeout: c.NoTimeout,
		Given: func(flag string) bool { return flag == "turn-time" && c.TurnTime != 0 }}
	return o.RepeatShared(p)
}

// Version says by which rules the module plays.
func Version() string {
	var rules []string
	for _, kind := range games.All() {
		rules = append(rules, fmt.Sprintf("%s %d", kind.Name, kind.Rules))
	}
	return "rules: " + strings.Join(rules, ", ")
}
