// Package options reads the command line of "blastyard play". It converts it to an arena.Config, describes errors in
// the words of the command line, and writes the command line that plays the same match again.
package options

import (
	"time"

	"blastyard/game/match"
)

// Options is the command line of play.
type Options struct {
	Game      string
	Rules     string
	Map       string
	Players   int
	Bots      []string
	BotsFile  string
	Special   string
	Wait      int
	Host      string
	Port      int
	Turns     int
	Seed      uint64
	LastSeed  uint64       // of a range with one match for each seed; otherwise equal to Seed
	Secret    match.Secret // zero: with a given seed there is none, otherwise Config draws it
	Order     string
	Failed    string
	TurnTime  time.Duration
	NoTimeout bool
	Delay     time.Duration
	Start     time.Duration
	Games     int
	Only      int // the number, from 1, of the only match of a series to play; 0: all
	Jobs      int
	JSON      bool
	Quiet     bool
	Replay    string
	Results   string
	Resume    string
	Listen    string
	NoBrowser bool
	LogDir    string
	Explain   bool
	Sandbox   string
	Env       []string // for the bots

	Program string // the command that starts blastyard; "": blastyard

	Given func(flag string) bool // reports whether a flag was given
}

// NoReplay is the option value for no replay and no file of results.
const NoReplay = "none"
