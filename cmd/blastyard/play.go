package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"github.com/spf13/cobra"

	"blastyard/hexabomb"
	"blastyard/maps"
	"blastyard/match"
)

// playOptions is the command line of play.
type playOptions struct {
	mapName   string
	bots      []string
	special   string
	wait      int
	host      string
	port      int
	turns     int
	seed      uint64
	hasSeed   bool
	orderName string
	turnTime  time.Duration
	noTimeout bool
	delay     time.Duration
	games     int
	jobs      int
	json      bool
	quiet     bool
	replay    string
	logDir    string
}

func newPlayCommand() *cobra.Command {
	var o playOptions
	cmd := &cobra.Command{
		Use:   "play [hexabomb]",
		Short: "Play a match on this machine",
		Long: `Play a match of hexabomb and show it in the terminal. Without arguments four built-in bots play on a built-in map.

A bot is builtin:NAME (idle, random, greedy, hunter; ghost as --special) or a command line. A command line is started with
NETORCAI_HOST and NETORCAI_PORT in its environment, {host} and {port} replaced in its words; it must log in as a player
within 10 seconds. A bot that fails loses its seat, never the match. One bot alone gets builtin:greedy as its opponent.

Keys while a match is shown: space pause, arrows step, + and - speed, q quit.`,
		Example: `  blastyard play
  blastyard play --bot ./mybot --bot builtin:greedy
  blastyard play --map maze4 --special builtin:ghost --bot builtin:hunter --bot builtin:hunter
  blastyard play --bot "python3 bots/python/bot.py" --bot builtin:hunter --games 20 --json
  blastyard play --wait 2 --port 4242 --host 0.0.0.0`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 || len(args) == 1 && args[0] != "hexabomb" {
				return usagef("unknown game %q, expected hexabomb", args[len(args)-1])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.hasSeed = cmd.Flags().Changed("seed")
			plan, err := o.plan(cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			return plan.run(cmd.Context(), newScreen(cmd, plan))
		},
	}
	o.flags(cmd)
	return cmd
}

func (o *playOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&o.mapName, "map", "m", maps.Default, "a built-in map (blastyard map list) or a map file")
	f.StringArrayVarP(&o.bots, "bot", "b", nil, "a player, builtin:NAME or a command line; may be repeated")
	f.StringVar(&o.special, "special", "", "the special player: makes it sudden death")
	f.IntVar(&o.wait, "wait", 0, "seats for bots that connect by themselves")
	f.StringVar(&o.host, "host", "127.0.0.1", "the address to listen on for them; 0.0.0.0 lets other machines in")
	f.IntVarP(&o.port, "port", "p", 0, "the port to listen on for them (default any free one)")
	f.IntVarP(&o.turns, "turns", "t", 100, "turns of a match, 1 to 65535")
	f.Uint64VarP(&o.seed, "seed", "s", 0, "the seed of all chance (default drawn, and printed)")
	f.StringVar(&o.orderName, "order", match.Seeded.String(), "who goes first in a turn: seeded or arrival")
	f.DurationVar(&o.turnTime, "turn-time", time.Second, "the time that a bot has for a turn; a late one misses it")
	f.BoolVar(&o.noTimeout, "no-timeout", false, "wait for every bot, for debuggers")
	f.DurationVar(&o.delay, "delay", 0, "wait so long between two turns, at most 10s")
	f.IntVarP(&o.games, "games", "g", 1, "a series of so many matches with rotating seats")
	f.IntVarP(&o.jobs, "jobs", "j", 0, "matches of a series at the same time (default: the processors; 1 with programs as bots)")
	f.BoolVar(&o.json, "json", false, "the result as JSON")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "no pictures and no progress")
	f.StringVar(&o.replay, "replay", "", "where to write the replay; none for none (replays are not written yet)")
	f.StringVar(&o.logDir, "log", "", "a folder for the bots' output, one file a bot; existing files are kept")
}

// validate checks what can be checked before anything is looked up.
func (o *playOptions) validate() error {
	switch {
	case o.turns < 1 || o.turns > 65535:
		return usagef("--turns is %d, expected 1 to 65535", o.turns)
	case o.wait < 0 || o.wait > 1024:
		return usagef("--wait is %d, expected 0 to 1024", o.wait)
	case o.port < 0 || o.port > 65535:
		return usagef("--port is %d, expected 0 to 65535", o.port)
	case o.turnTime <= 0:
		return usagef("--turn-time is %v, expected more than 0s (--no-timeout waits for ever)", o.turnTime)
	case o.delay < 0 || o.delay > 10*time.Second:
		return usagef("--delay is %v, expected 0s to 10s", o.delay)
	case o.games < 1:
		return usagef("--games is %d, expected 1 or more", o.games)
	case o.games > 1 && o.wait > 0:
		return usagef("--wait is %d with --games %d: bots that connect by themselves play one match", o.wait, o.games)
	case o.jobs < 0:
		return usagef("--jobs is %d, expected 0 or more", o.jobs)
	}
	return nil
}

// plan is a match, or a series of them, ready to be played.
type plan struct {
	playOptions
	board *hexabomb.Board
	rules *hexabomb.Map
	seats []seat // the special player first; others in the order of the command line
	order match.Order
}

// specials is the number of special players.
func (p *plan) specials() int {
	if p.special == "" {
		return 0
	}
	return 1
}

// plan checks the options and finds the map and the bots.
func (o *playOptions) plan(notes interface{ Write([]byte) (int, error) }) (*plan, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	p := &plan{playOptions: *o}
	var err error
	if p.order, err = match.ParseOrder(o.orderName); err != nil {
		return nil, usagef("--order: %w", err)
	}
	if p.rules, err = loadMap(o.mapName); err != nil {
		return nil, err
	}
	if !p.hasSeed {
		p.seed = uint64(rand.Uint32())
	}
	if p.replay != "" && p.replay != "none" {
		fmt.Fprintf(notes, "note: replays are not written yet; --replay %s is left unused\n", p.replay)
	}
	p.bots = defaultBots(p.bots, p.wait, len(p.rules.Starts))
	if p.seats, err = parseSeats(p.special, p.bots, p.wait); err != nil {
		return nil, err
	}
	p.board, err = hexabomb.NewBoard(p.rules, len(p.seats)-p.specials(), p.specials())
	if err != nil {
		return nil, fmt.Errorf("map %s: %w", o.mapName, err)
	}
	if err := p.checkBuiltins(); err != nil {
		return nil, err
	}
	return p, p.prepareLogs()
}

// prepareLogs makes the folder for the bots' output, and refuses one that holds a file that would be overwritten.
func (p *plan) prepareLogs() error {
	if p.logDir == "" {
		return nil
	}
	if err := os.MkdirAll(p.logDir, 0o777); err != nil {
		return fmt.Errorf("--log: %w", err)
	}
	for i := range p.games {
		for k := range p.seats {
			if file := p.logFile(i, &p.seats[k]); p.seats[k].isProgram() {
				if _, err := os.Lstat(file); err == nil {
					return fmt.Errorf("--log: %s exists already; name another folder or remove it", file)
				}
			}
		}
	}
	return nil
}

// config is how match i of the plan is played; a single match has the seed itself.
func (p *plan) config(i int) match.Config {
	seed := p.seed
	if p.games > 1 {
		seed = match.SeedOf(seed, i)
	}
	return match.Config{Turns: p.turns, Order: p.order, Seed: seed, Unseen: 1}
}

// ids is the player id of each seat in match i: dealt from the seed, then rotated.
func (p *plan) ids(i int) []int {
	s, n := p.specials(), len(p.seats)
	ids := make([]int, 0, n)
	for k := range s {
		ids = append(ids, k)
	}
	for _, id := range match.DealIDs(p.seed, n-s) {
		ids = append(ids, match.Rotate(s+id, i, s, n))
	}
	return ids
}

func (p *plan) run(ctx context.Context, out *screen) error {
	if p.games > 1 {
		return p.runSeries(ctx, out)
	}
	return p.runSingle(ctx, out)
}
