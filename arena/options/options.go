// Package options reads the command line of "blastyard play". It makes an arena.Config of it, tells what is wrong with
// it in its own words, and writes the line that plays the same again.
package options

import "time"

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
	LastSeed  uint64 // of a range, with one match a seed; else Seed
	Order     string
	Failed    string
	TurnTime  time.Duration
	NoTimeout bool
	Delay     time.Duration
	Start     time.Duration
	Games     int
	Only      int // the one match of a series that is played, from 1; 0: all of them
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
	Env       []string // of the bots

	Program string // the word that calls blastyard; "": blastyard

	Given func(flag string) bool // tells whether the command line has a flag
}

// NoReplay asks for no replay, and for no file of results.
const NoReplay = "none"
