package versioning

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"blastyard"

	"github.com/spf13/cobra"

	"blastyard/arena"
	"blastyard/arena/compare"
	"blastyard/arena/entrant"
	"blastyard/arena/harness"
	"blastyard/arena/ladder"
	"blastyard/arena/options"
	"blastyard/arena/versions"
	"blastyard/cmd/internal/command"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/internal/plain"
	"blastyard/show/lines"
	"blastyard/show/terminal"
)

// ladderOptions are the flags of bot ladder.
type ladderOptions struct {
	game, gameMap      string
	turns, jobs, pairs int
	turnTime           time.Duration
	against            []string
	sandbox            string
	env                []string
	json, quiet        bool
	given              func(flag string) bool
}

// NewLadder returns the command bot ladder.
func NewLadder() *cobra.Command {
	var o ladderOptions
	cmd := &cobra.Command{
		Use:   "ladder [FOLDER]",
		Short: "Show how strong each kept version of a bot is",
		Long: `Play all kept versions of a bot (bot save) against each other and against the built-in bots of the game,
and show the strength of each in Elo-like points with its 95 % interval, in the order in which the versions were saved.
Each two play --pairs pairs of matches with the seats exchanged. The results are kept beside the versions, so that a
new version plays only its own matches; Ctrl-C loses nothing. Without a folder it is the bot of this folder.`,
		Example: `  blastyard bot ladder mybot
  blastyard bot ladder mybot --pairs 50 --map duel
  blastyard bot ladder mybot --against builtin:hunter --json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("%d arguments, expected one folder at most", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.given = cmd.Flags().Changed
			if err := o.check(); err != nil {
				return err
			}
			folder := "."
			if len(args) > 0 {
				folder = args[0]
			}
			return o.run(cmd.Context(), folder, cmd.OutOrStdout(), &lines.Notes{Out: cmd.ErrOrStderr()})
		},
	}
	f := cmd.Flags()
	command.GameFlag(f, &o.game)
	f.StringVarP(&o.gameMap, "map", "m", "", "a built-in map or a map file (default as in play)")
	f.IntVarP(&o.turns, "turns", "t", 0, "turns of a match (default as in play)")
	f.DurationVar(&o.turnTime, "turn-time", 0, "the time that a bot has for a turn (default as in play)")
	f.StringArrayVar(&o.against, "against", nil,
		"a bot that all versions play; may be repeated (default: the built-in bots of the game)")
	f.IntVar(&o.pairs, "pairs", 10, "pairs of matches of each two bots")
	f.IntVarP(&o.jobs, "jobs", "j", 0,
		"matches at the same time (default: the processors; 1 with programs as bots)")
	options.SandboxFlags(f, &o.sandbox, &o.env, harness.SandboxOff)
	f.BoolVar(&o.json, "json", false, "the result as JSON")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "no progress")
	return cmd
}

func (o *ladderOptions) check() error {
	kind, err := game.Find(games.All(), o.game)
	if err != nil {
		return usagef("--game: %w", err)
	}
	switch {
	case o.pairs < 1 || o.pairs > maxPairs:
		return usagef("--pairs is %d, expected 1 to %d", o.pairs, maxPairs)
	case o.given("turns") && o.turns < 1:
		return usagef("--turns is %d, expected 1 to %d", o.turns, arena.MaxTurns)
	case o.given("turn-time") && o.turnTime <= 0:
		return usagef("--turn-time is %v, expected more than 0s", o.turnTime)
	case o.jobs < 0 || o.jobs > 10_000:
		return usagef("--jobs is %d, expected 0 to 10000", o.jobs)
	}
	for _, bot := range o.against {
		if !entrant.IsBuiltin(bot) {
			return usagef("--against is %q, expected builtin:NAME: only its results can be kept%s", bot,
				entrant.DidYouMean(bot, kind.Bots))
		}
	}
	return options.CheckSandbox(o.sandbox, o.env)
}

// ladderFile is the file of results, beside the kept versions.
const ladderFile = "ladder.jsonl"

func (o *ladderOptions) run(ctx context.Context, folder string, out io.Writer, notes *lines.Notes) (err error) {
	kind, err := game.Find(games.All(), o.game)
	if err != nil {
		return err
	}
	players, err := o.players(kind, folder)
	if err != nil {
		return err
	}
	dir, err := entrant.KeptFolder(folder)
	if err != nil {
		return err
	}
	under := fmt.Sprintf("%s %d, map %q, turns %d, turn time %v", kind.Name, kind.Rules, o.gameMap, o.turns, o.turnTime)
	results, err := ladder.Open(filepath.Join(dir, ladderFile), under)
	if err != nil {
		return err
	}
	defer func() {
		if closed := results.Close(); err == nil {
			err = closed
		}
	}()
	c := ladder.Config{Players: players, Pairs: o.pairs, Results: results,
		Match: compare.Config{Arena: blastyard.Arena(), Jobs: o.jobs, Match: arena.Config{Game: o.game, Map: o.gameMap,
			Turns: o.turns, TurnTime: arena.Duration(o.turnTime), Sandbox: o.sandbox, Env: o.env, Seed: 1}}}
	if f, ok := notes.Out.(*os.File); ok && terminal.IsTerminal(f) && !o.quiet {
		c.Played = func(done, of int) { notes.Progress(fmt.Sprintf("%d of %d pairs of matches", done, of)) }
	}
	rows, err := ladder.Play(ctx, c)
	notes.Progress("")
	if len(rows) > 0 {
		return errors.Join(ended(ctx, err), o.print(out, rows))
	}
	return ended(ctx, err)
}

// players are the kept versions, and the bots that all of them play.
func (o *ladderOptions) players(kind *game.Kind, folder string) (list []ladder.Player, err error) {
	kept, err := versions.ListKept(folder)
	if err != nil {
		return nil, err
	}
	if len(kept) == 0 {
		return nil, fmt.Errorf("no version of %s is kept; blastyard bot save keeps one", folder)
	}
	for _, k := range kept {
		spec := filepath.Clean(folder) + "#" + k.Version
		e, err := entrant.Parse(spec, entrant.Options{Protocol: kind.Protocol})
		if err != nil {
			return nil, err
		}
		key := k.Hash
		if key == "" { // it was put there without bot save
			key = e.Hash()
		}
		list = append(list, ladder.Player{Seat: arena.SeatOf(e), Key: key, Saved: k.Saved})
	}
	against := o.against
	if len(against) == 0 {
		for _, name := range kind.Bots {
			against = append(against, arena.BuiltinPrefix+name)
		}
	}
	for _, bot := range against {
		e, err := entrant.Parse(bot, entrant.Options{})
		if err != nil {
			return nil, err
		}
		e.Name = entrant.NameOf(e)
		list = append(list, ladder.Player{Seat: arena.SeatOf(e), Key: e.Bot})
	}
	return list, nil
}

// ladderJSON is the form of the ladder as JSON.
type ladderJSON struct {
	Rows []ladder.Row `json:"rows"`
}

func (o *ladderOptions) print(out io.Writer, rows []ladder.Row) error {
	if o.json {
		return plain.WriteJSON(out, ladderJSON{rows})
	}
	width := len("version")
	for i := range rows {
		width = max(width, terminal.Most(terminal.Plain(rows[i].Name)))
	}
	fmt.Fprintf(out, "%-*s  %-16s  %5s  %-14s  %7s  %6s  %8s\n", width, "version", "saved", "Elo", "95 % interval",
		"matches", "points", "failures")
	for i := range rows {
		r, saved := &rows[i], ""
		if r.Saved != nil {
			saved = r.Saved.Local().Format("2006-01-02 15:04")
		}
		name := terminal.Plain(r.Name)
		fmt.Fprintf(out, "%s%*s  %-16s  %5.0f  %5.0f to %5.0f  %7d  %6.1f  %8d\n", name, width-terminal.Most(name), "",
			saved, r.Elo, r.Low, r.High, r.Matches, r.Points, r.Failures)
	}
	return nil
}
