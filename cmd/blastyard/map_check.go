package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"blastyard/maps"
)

// mapCheckOptions are the flags of map check.
type mapCheckOptions struct {
	players int
	trial   mapTrial
	json    bool
	out     io.Writer
}

func newMapCheckCommand() *cobra.Command {
	o := &mapCheckOptions{}
	cmd := &cobra.Command{
		Use:   "check NAME|FILE",
		Short: "Check a map of hexabomb: faults, fairness, ways, and how seats fare in games",
		Long: `Check a map of hexabomb. A fault of its form is told with its place, and the exit code is 1. A good map is described:

  its symmetries, and for which numbers of players they make it fair: they carry the first player's starts to every other's
  cells that are not connected, or that no character can reach
  the least steps between the players' starts, and how many cells each player is nearest to

With --games, a built-in bot plays itself in every seat. The seats do not rotate, but for each game the whole board is
turned or mirrored and the players' ids are dealt anew, so that it does not matter whether the bot prefers a direction. What
a seat wins beyond its share is then the map's doing, or chance: beside each share of wins stands its 95 % interval, and the
last line is the verdict of a chi-squared test over all seats, which takes chance for the map in 1 of 100 cases.`,
		Example: `  blastyard map check mine.txt
  blastyard map check mine.json --players 2 --games 1000
  blastyard map check maze4 --games 200 --bot builtin:greedy --seed 7 --json`,
		Args: oneMap,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.out = cmd.OutOrStdout()
			return o.run(cmd.Context(), args[0])
		},
	}
	f := cmd.Flags()
	f.IntVar(&o.players, "players", 0, "only the first seats of the map; 0: all")
	f.IntVar(&o.trial.games, "games", 0, "play so many games")
	f.StringVar(&o.trial.bot, "bot", "builtin:hunter", "the built-in bot that plays them")
	f.IntVarP(&o.trial.turns, "turns", "t", 100, "turns of a game, 1 to 65535")
	f.Uint64Var(&o.trial.seed, "seed", 0, "all chance in the games comes from it")
	f.BoolVar(&o.json, "json", false, "print one line of JSON instead")
	return cmd
}

// mapReport is what map check finds out.
type mapReport struct {
	Cells      int            `json:"cells"`
	Players    int            `json:"players"`
	Characters int            `json:"characters"`
	Special    int            `json:"special_characters"`
	Group      string         `json:"group"`
	Symmetries []string       `json:"symmetries"`
	FairFor    []int          `json:"fair_for"`
	Fair       bool           `json:"fair"`
	Parts      []int          `json:"parts"`
	Idle       [][2]int       `json:"unreachable"`
	Nearest    []int          `json:"nearest"`
	Distances  [][]int        `json:"distances,omitempty"`
	Near       []int          `json:"nearer_cells"`
	Contested  int            `json:"contested_cells"`
	Games      *mapGameReport `json:"games,omitempty"`
}

func (o *mapCheckOptions) run(ctx context.Context, name string) error {
	switch {
	case o.players < 0:
		return usagef("--players is %d, expected 0 or more", o.players)
	case o.trial.games < 0:
		return usagef("--games is %d, expected 0 or more", o.trial.games)
	case o.trial.turns < 1 || o.trial.turns > 65535:
		return usagef("--turns is %d, expected 1 to 65535", o.trial.turns)
	case !strings.HasPrefix(o.trial.bot, "builtin:"):
		return usagef("--bot is %q, expected a built-in bot: builtin:NAME", o.trial.bot)
	}
	report, err := o.inspect(ctx, name)
	if err != nil {
		if ctx.Err() == nil && o.json {
			if err := o.print(&mapFault{Fault: err.Error()}); err != nil {
				return err
			}
		}
		return interrupted(ctx, err)
	}
	if o.json {
		return o.print(report)
	}
	_, err = io.WriteString(o.out, report.text(name))
	return err
}

// mapFault is the report of a map that is none.
type mapFault struct {
	Fault string `json:"fault"`
}

func (o *mapCheckOptions) print(report any) error { return json.NewEncoder(o.out).Encode(report) }

func (o *mapCheckOptions) inspect(ctx context.Context, name string) (*mapReport, error) {
	m, err := loadMap(name)
	if err != nil {
		return nil, err
	}
	players := o.players
	if players == 0 {
		players = len(m.Starts)
	}
	c, err := maps.Inspect(m, players)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	r := &mapReport{Cells: len(m.Cells), Players: players, Characters: len(m.Starts[0]), Special: len(m.SpecialStarts),
		Group: maps.GroupName(c.Symmetries), FairFor: c.Fair, Fair: maps.Fair(m, players), Parts: c.Parts, Idle: [][2]int{},
		Nearest: c.Nearest, Distances: c.Distances, Near: c.Near, Contested: c.Contested}
	for _, s := range c.Symmetries {
		r.Symmetries = append(r.Symmetries, s.String())
	}
	for _, at := range c.Idle {
		r.Idle = append(r.Idle, [2]int{at.Q, at.R})
	}
	if o.trial.games > 0 {
		if r.Games, err = o.trial.play(ctx, m, players); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// text is the report for people.
func (r *mapReport) text(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %s of %s, %s\n", name, countOf(r.Cells, "cell"), countOf(r.Players, "player"), countOf(r.Characters, "character"), countOf(r.Special, "special character"))
	symmetry := "none"
	if len(r.Symmetries) > 1 {
		symmetry = fmt.Sprintf("%s, order %d: %s", r.Group, len(r.Symmetries), strings.Join(r.Symmetries[1:], ", "))
	}
	fmt.Fprintf(&b, "symmetry: %s\nfair for: %s\n", symmetry, fairText(r.FairFor, r.Players))
	if len(r.Parts) == 1 {
		b.WriteString("ways: all cells are connected\n")
	} else {
		fmt.Fprintf(&b, "ways: %d parts without a way between them, of %s cells\n", len(r.Parts), shortList(len(r.Parts), func(i int) string { return strconv.Itoa(r.Parts[i]) }))
	}
	if len(r.Idle) > 0 {
		fmt.Fprintf(&b, "out of reach of all characters: %s: %s\n", countOf(len(r.Idle), "cell"), shortList(len(r.Idle), func(i int) string { return fmt.Sprintf("(%d,%d)", r.Idle[i][0], r.Idle[i][1]) }))
	}
	r.writeDistances(&b)
	fmt.Fprintf(&b, "cells nearer to a player than to the others: %s; to several: %d\n", shortList(len(r.Near), func(p int) string {
		return fmt.Sprintf("player %d: %d (%.1f %%)", p, r.Near[p], 100*float64(r.Near[p])/float64(r.Cells))
	}), r.Contested)
	if r.Games != nil {
		r.Games.write(&b)
	}
	return b.String()
}

func (r *mapReport) writeDistances(b *strings.Builder) {
	if r.Players == 1 {
		return
	}
	if r.Distances == nil {
		fmt.Fprintf(b, "least steps to another player's start: %s\n", shortList(len(r.Nearest), func(p int) string {
			return fmt.Sprintf("player %d: %s", p, stepsText(r.Nearest[p]))
		}))
		return
	}
	b.WriteString("least steps between the starts of players:\n        ")
	for p := range r.Distances {
		fmt.Fprintf(b, "%6d", p)
	}
	for p, row := range r.Distances {
		fmt.Fprintf(b, "\n  %6d", p)
		for _, steps := range row {
			fmt.Fprintf(b, "%6s", stepsText(steps))
		}
	}
	b.WriteString("\n")
}

func stepsText(steps int) string {
	if steps == maps.Apart {
		return "apart"
	}
	return strconv.Itoa(steps)
}

// shortList joins things, at most a dozen of them.
func shortList(n int, text func(i int) string) string {
	var words []string
	for i := range min(n, 12) {
		words = append(words, text(i))
	}
	if n > len(words) {
		words = append(words, fmt.Sprintf("and %d more", n-len(words)))
	}
	return strings.Join(words, ", ")
}
