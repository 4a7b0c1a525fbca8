package mapcommands

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"blastyard"
	"blastyard/arena"
	"blastyard/arena/entrant"
	"blastyard/arena/options"
	"blastyard/bots/hexabots"
	"blastyard/cmd/internal/command"
	"blastyard/game"
	"blastyard/game/fairness"
	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/internal/english"
	"blastyard/internal/errortext"
	"blastyard/internal/usage"
	"blastyard/rules/hexabomb/wire"
	"blastyard/rules/maps"
)

// mapCheckOptions are the flags of map check.
type mapCheckOptions struct {
	players int
	games   fairness.Games
	json    bool
	rules   string
	notes   io.Writer
}

func newMapCheckCommand() *cobra.Command {
	o := &mapCheckOptions{}
	cmd := &cobra.Command{
		Use:   "check NAME|FILE",
		Short: "Check a map of hexabomb: faults, fairness, ways, and how seats fare in games",
		Long: `Check a map of hexabomb. If its form is wrong, the command prints what and where, and the exit code is
1. For a good map it prints:
  its symmetries, and for which numbers of players they make it fair: they carry the first player's starts to each
  other's
  cells that are not connected, or that no character can reach
  the least steps between the players' starts, and how many cells each player is nearest to
With --games, a built-in bot plays itself in every seat. The seats do not rotate. For each game the whole board is
turned or mirrored and the players' ids are dealt again, so it does not matter whether the bot prefers a direction.
If a seat wins more than its share, the reason is the map, or chance. Each share of wins has its 95 % interval.
The last line is the verdict of a chi-squared test over all seats, with a false-alarm rate of 1 %.`,
		Example: `  blastyard map check mine.txt
  blastyard map check mine.json --players 2 --games 1000
  blastyard map check maze4 --games 200 --bot builtin:greedy --seed 7 --json`,
		Args: oneMap,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.notes = cmd.ErrOrStderr()
			return o.run(cmd.Context(), cmd.OutOrStdout(), args[0])
		},
	}
	f := cmd.Flags()
	f.IntVar(&o.players, "players", 0, "only the first seats of the map; 0: all")
	f.IntVarP(&o.games.Games, "games", "g", 0, "number of games to play")
	f.StringVarP(&o.games.Bot, "bot", "b", "builtin:hunter", "the built-in bot that plays them")
	f.IntVarP(&o.games.Turns, "turns", "t", 100, "turns of a game, 1 to 65535")
	options.SeedFlag(f, &o.games.Seed, "random seed of the games")
	f.BoolVar(&o.json, "json", false, "print one line of JSON instead")
	command.RulesFlag(f, games.Hexabomb(), &o.rules)
	return cmd
}

func (o *mapCheckOptions) run(ctx context.Context, out io.Writer, name string) error {
	bot, botErr := entrant.NamesBuiltin(o.games.Bot, hexabots.Names())
	switch {
	case o.players < 0:
		return usage.Errorf("--players is %d, expected 0 or more", o.players)
	case o.games.Games < 0:
		return usage.Errorf("--games is %d, expected 0 or more", o.games.Games)
	case o.games.Turns < 1 || o.games.Turns > 65535:
		return usage.Errorf("--turns is %d, expected 1 to 65535", o.games.Turns)
	case botErr != nil:
		return usage.Errorf("--bot: %w", botErr)
	}
	kind, err := games.Hexabomb().ByVersion(o.rules)
	if err != nil {
		return usage.Errorf("--rules: %w", err)
	}
	o.games.Play = func(ctx context.Context, m *maps.Map, turns int, seed uint64) (match.Result, error) {
		return playAlike(ctx, kind, m, bot, turns, seed)
	}
	report, err := o.check(ctx, name)
	switch {
	case err != nil && (ctx.Err() != nil || !o.json):
		return command.Interrupted(ctx, err)
	case err != nil:
		fault := struct {
			Fault string `json:"fault"`
		}{errortext.Text(err)}
		return cmp.Or(json.NewEncoder(out).Encode(fault), err)
	case o.json:
		return json.NewEncoder(out).Encode(report)
	}
	_, err = io.WriteString(out, report.Text(name))
	return err
}

func (o *mapCheckOptions) check(ctx context.Context, name string) (*maps.Report, error) {
	m, err := openMap(name, o.notes)
	if err != nil {
		return nil, err
	}
	if err := maps.CheckRules(m, o.rules); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if o.players > len(m.Starts) {
		return nil, usage.Errorf("--players is %d, expected %s on this map", o.players, english.UpTo(len(m.Starts)))
	}
	r, err := maps.Check(m, o.players)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if o.games.Games > 0 {
		r.Games, err = o.games.On(ctx, m, r.Players)
	}
	return r, err
}

// playAlike plays a game of a built-in bot against itself on a map.
func playAlike(ctx context.Context, by *game.Kind, m *maps.Map, bot string, turns int, seed uint64) (
	match.Result, error) {
	kind := *by
	kind.OpenMap = func(string) (game.Map, error) {
		file, err := wire.EncodeMap(m)
		return game.Map{Name: "a turned map", File: file, Value: m}, err
	}
	c := arena.Config{Turns: turns, Seed: seed}
	for id := range m.Starts {
		c.Seats = append(c.Seats, arena.Seat{Bot: arena.BuiltinPrefix + bot})
		c.IDs = append(c.IDs, id)
	}
	a := arena.Arena{Games: []*game.Kind{&kind}, Transports: blastyard.Transports()}
	r, err := a.Play(ctx, c)
	if r == nil {
		return match.Result{}, options.InFlags(err)
	}
	return r.Result, err
}
