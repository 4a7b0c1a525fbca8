package versioning

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"blastyard"

	"github.com/spf13/cobra"

	"blastyard/arena"
	"blastyard/arena/compare"
	"blastyard/arena/entrant"
	"blastyard/arena/entrant/build"
	"blastyard/arena/harness"
	"blastyard/arena/options"
	"blastyard/arena/versions"
	"blastyard/cmd/internal/command"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/sprt"
	"blastyard/internal/english"
	"blastyard/internal/plain"
	"blastyard/internal/usage"
	"blastyard/show/lines"
	"blastyard/show/terminal"
)

// compareOptions are the flags of compare.
type compareOptions struct {
	game, rules, gameMap string
	turns, jobs, pairs   int
	seed                 uint64
	turnTime             time.Duration
	against              []string
	least                int
	sandbox              string
	env                  []string
	json, quiet          bool
	given                func(flag string) bool
}

// comparedError is the greatest probability of a wrong verdict.
const comparedError = 0.05

// NewCompare returns the command compare.
func NewCompare() *cobra.Command {
	var o compareOptions
	cmd := &cobra.Command{
		Use:   "compare NEW OLD …",
		Short: "Say whether a version of a bot is better than another one",
		Long: `Play pairs of matches between two versions of a bot until it is sure which one is better. Both matches of
a pair have the same seed, with the seats exchanged. The test may stop after each pair: at most 5 of 100 verdicts are
wrong. It stops soon where the difference is large, and after --pairs pairs at the latest. After Ctrl-C it says what is
known until then. With several OLD, the new version is compared with each of them.

NEW and OLD are what play --bot takes. FOLDER@REVISION is the folder as it was in a revision of git, such as
./mybot@HEAD~3 or ./mybot@main. Your working folder and the repository stay as they are; nothing of the repository runs.
What the revision does not have is listed: submodules, files of git LFS, files that git ignores. A folder is built
first, as bot build does.

With --against the two versions do not meet. Each plays the same matches with the bots of --against, from the same
seats, and the points that both get there are compared.`,
		Example: `  blastyard compare ./mybot ./mybot@HEAD
  blastyard compare ./mybot ./mybot@HEAD~3 ./mybot@v1.0 --map duel
  blastyard compare ./mybot ./mybot-old --against builtin:hunter --against builtin:greedy
  blastyard compare builtin:hunter builtin:greedy --seed 1 --json
  blastyard compare mybot mybot@HEAD --pairs 50`,
		Args: cobra.ArbitraryArgs, // check counts them, after the values of flags
		RunE: func(cmd *cobra.Command, args []string) error {
			o.given = cmd.Flags().Changed
			if err := o.check(args); err != nil {
				return err
			}
			return o.run(cmd.Context(), args, cmd.OutOrStdout(), &lines.Notes{Out: cmd.ErrOrStderr()})
		},
	}
	o.define(cmd)
	return cmd
}

func (o *compareOptions) define(cmd *cobra.Command) {
	f := cmd.Flags()
	command.GameFlag(f, &o.game)
	f.StringVar(&o.rules, "rules", "", "the version of the game's rules (default: the usual one)")
	f.StringVarP(&o.gameMap, "map", "m", "", "a built-in map or a map file (default as in play)")
	f.IntVarP(&o.turns, "turns", "t", 0, "turns of a match (default as in play)")
	options.SeedFlag(f, &o.seed, "random seed of the pairs of matches (default: chosen and printed)")
	f.DurationVar(&o.turnTime, "turn-time", 0, "the time that a bot has for a turn (default as in play)")
	f.StringArrayVar(&o.against, "against", nil,
		"an opponent of both versions, which then do not meet; may be repeated, for matches of more players")
	f.IntVar(&o.pairs, "pairs", 500, "stop after this many pairs of matches")
	f.IntVar(&o.least, "least", 10,
		"the smallest difference that matters, in per cent of the points: with 10 a version that gets 55 % is better")
	f.IntVarP(&o.jobs, "jobs", "j", 0,
		"matches at the same time (default: the processors; 1 with programs as bots)")
	options.SandboxFlags(f, &o.sandbox, &o.env, harness.SandboxOff)
	f.BoolVar(&o.json, "json", false, "the result as JSON")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "only the verdict")
}

// Limits of a comparison.
const maxPairs = 1_000_000

func (o *compareOptions) check(args []string) error {
	if _, err := game.Find(games.All(), o.game); err != nil {
		return usagef("--game: %w", err)
	}
	switch {
	case o.pairs < 1 || o.pairs > maxPairs:
		return usagef("--pairs is %d, expected 1 to %d", o.pairs, maxPairs)
	case o.least < 1 || o.least > 90:
		return usagef("--least is %d, expected 1 to 90", o.least)
	case o.given("turns") && o.turns < 1:
		return usagef("--turns is %d, expected 1 to %d", o.turns, arena.MaxTurns)
	case o.given("turn-time") && o.turnTime <= 0:
		return usagef("--turn-time is %v, expected more than 0s", o.turnTime)
	case o.jobs < 0 || o.jobs > 10_000:
		return usagef("--jobs is %d, expected 0 to 10000", o.jobs)
	}
	if len(args) < 2 {
		return usagef("%s, expected the new version and one or more old ones", english.Count(len(args), "bot"))
	}
	for _, spec := range append(args, o.against...) {
		if strings.TrimSpace(spec) == "" {
			return usagef("an empty bot, expected what play --bot takes")
		}
		if entrant.IsPerson(spec) {
			return usagef("%s is a person, expected a bot", spec)
		}
	}
	return options.CheckSandbox(o.sandbox, o.env)
}

// run compares the first bot with each other one.
func (o *compareOptions) run(ctx context.Context, args []string, out io.Writer, notes *lines.Notes) (err error) {
	var find versions.Finder
	defer func() {
		if closed := find.Close(); err == nil {
			err = closed
		}
	}()
	list, err := o.versions(ctx, &find, append(args, o.against...), notes)
	if err != nil {
		return ended(ctx, err)
	}
	if !o.given("seed") {
		o.seed = rand.Uint64N(1 << 31)
	}
	c := compare.Config{Arena: blastyard.Arena(), Jobs: o.jobs, New: list[0].Seat,
		Match: arena.Config{Game: o.game, Rules: o.rules, Map: o.gameMap, Turns: o.turns, Seed: o.seed,
			TurnTime: arena.Duration(o.turnTime), Sandbox: o.sandbox, Env: o.env},
		Question: sprt.Question{Least: float64(o.least) / 100, Error: comparedError, Most: o.pairs}}
	for _, v := range list[len(args):] {
		c.Field = append(c.Field, v.Seat)
	}
	if f, ok := notes.Out.(*os.File); ok && terminal.IsTerminal(f) && !o.quiet {
		c.Paired = func(r *compare.Report) { notes.Progress(progressOf(r)) }
	}
	var reports []*compare.Report
	for _, old := range list[1:len(args)] {
		c.Old = old.Seat
		r, err := compare.Play(ctx, c)
		notes.Progress("")
		if r != nil {
			reports = append(reports, r)
		}
		if err != nil {
			return errors.Join(ended(ctx, err), o.print(out, reports))
		}
		if !o.json {
			o.write(out, r)
		}
	}
	if o.json {
		return o.print(out, reports)
	}
	return nil
}

// versions finds and builds all bots, and gives each a name of its own.
func (o *compareOptions) versions(ctx context.Context, find *versions.Finder, specs []string, notes *lines.Notes) (
	list []versions.Version, err error) {
	kind, err := game.Find(games.All(), o.game)
	if err != nil {
		return nil, err
	}
	for _, spec := range specs {
		v, err := find.Find(ctx, spec, entrant.Options{Protocol: kind.Protocol, Builtins: kind.Bots}, io.Discard)
		var failed *build.Error
		if errors.As(err, &failed) {
			for _, line := range failed.Last {
				notes.Tell("  %s", line)
			}
		}
		if errors.Is(err, entrant.ErrEntrant) {
			err = usage.Error{Err: err}
		}
		if err != nil {
			return nil, err
		}
		if v.Note != "" {
			notes.Tell("%s", v.Note)
		}
		for _, line := range v.Missing {
			notes.Tell("%s is without %s", v.Called(), line)
		}
		list = append(list, v)
	}
	versions.Tell(list)
	return list, nil
}

// progressOf says in a line how a comparison stands.
func progressOf(r *compare.Report) string {
	return fmt.Sprintf("%d of at most %d pairs of matches: %s %.0f %%, %s %.0f %%", r.Pairs, r.Most, r.New.Name,
		100*r.New.Share, r.Old.Name, 100*r.Old.Share)
}

// print prints what is known in the asked form: all reports as JSON, or the last one, which was not printed, as text.
func (o *compareOptions) print(out io.Writer, reports []*compare.Report) error {
	switch {
	case len(reports) == 0:
		return nil
	case !o.json:
		o.write(out, reports[len(reports)-1])
		return nil
	}
	for _, r := range reports {
		if err := plain.WriteJSON(out, r); err != nil {
			return err
		}
	}
	return nil
}

// write prints a report as text: the sentence, then what went wrong, then how it was found.
func (o *compareOptions) write(out io.Writer, r *compare.Report) {
	fmt.Fprintln(out, plain.Line(r.Sentence))
	for _, side := range []*compare.Side{&r.New, &r.Old} {
		for _, line := range side.Troubles() {
			fmt.Fprintln(out, plain.Line(line))
		}
	}
	if r.Hint != "" {
		fmt.Fprintln(out, plain.Line(r.Hint))
	}
	if o.quiet {
		return
	}
	if r.Elo != nil {
		fmt.Fprintf(out, "strength: %+.0f Elo (%+.0f to %+.0f)\n", r.Elo.Estimate, r.Elo.Low, r.Elo.High)
	}
	fmt.Fprintf(out, "scores:   %s %.0f, %s %.0f in the mean\n", plain.Line(r.New.Name), r.New.Mean,
		plain.Line(r.Old.Name), r.Old.Mean)
	fmt.Fprintf(out, "seed:     %d\n", r.Seed)
}
