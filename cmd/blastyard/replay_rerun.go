package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/internal/english"
	"blastyard/internal/plain"
	"blastyard/internal/shellquote"
	"blastyard/replay"
	"blastyard/rerun"
	"blastyard/viewer"
	"blastyard/viewer/terminal"
)

// rerunOptions are the flags of replay rerun.
type rerunOptions struct {
	player   string
	bot      string
	from     int
	to       int
	hasTo    bool
	fork     bool
	others   string
	programs bool
	replay   string

	out, notes io.Writer
}

func newReplayRerunCommand() *cobra.Command {
	o := &rerunOptions{}
	cmd := &cobra.Command{
		Use:   "rerun FILE --player N --bot SPEC",
		Short: "Give the turns of a replay to a bot again, and see what it does otherwise",
		Long: `Give the turns of a replay to a bot again: it plays in the seat of one player and sees every state as
it was, whatever it does. Each turn in which its actions or its output differ from the recorded ones is shown, with
the time that it took; so is each turn in which it takes longer than the match allowed. Nothing is cut off: the bot
has as much time as it wants.

The bot sees all turns from the first one, as in a match, so that it remembers the same; --from and --to say which are
compared. An unchanged bot does the same as in the match, as far as it does not draw lots: built-in bots get the seed
that they had.

With --fork the match goes on from turn T with that bot in the seat: from there on what it does counts. Built-in bots
in the other seats play on as themselves. A program in another seat is only started with --run-recorded, since its
command line stands in the replay, which somebody else may have written; without that its seat does nothing. --others
seats one bot in all other seats.`,
		Example: `  blastyard replay rerun match.blast --player 0 --bot "python3 bots/python/bot.py"
  blastyard replay rerun match.blast --player B --bot builtin:hunter --from 40 --to 60
  blastyard replay rerun match.blast --player 0 --bot ./mybot --fork --from 40 --replay other.blast`,
		Args: oneReplay,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.out, o.notes, o.hasTo = cmd.OutOrStdout(), cmd.ErrOrStderr(), cmd.Flags().Changed("to")
			return o.run(cmd.Context(), args[0])
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.player, "player", "", "the seat: the player's id, or its letter")
	f.StringVar(&o.bot, "bot", "", "who plays there: builtin:NAME, a command line, or (of bomberman) a bot's folder")
	f.IntVar(&o.from, "from", 0, "the first turn that counts (default the first one with actions)")
	f.IntVar(&o.to, "to", 0, "the last turn that counts (default the last one)")
	f.BoolVar(&o.fork, "fork", false, "let the match go on from turn --from with the bot in the seat")
	f.StringVar(&o.others, "others", "", "of --fork: who sits in all other seats instead of the recorded bots")
	f.BoolVar(&o.programs, "run-recorded", false,
		"of --fork: start the programs that the replay names for the other seats")
	f.StringVar(&o.replay, "replay", "", "of --fork: write the replay of the new match to this file")
	return cmd
}

func (o *rerunOptions) run(ctx context.Context, file string) error {
	if err := o.validate(); err != nil {
		return err
	}
	rec, err := openRecording(file, o.notes)
	if err != nil {
		return err
	}
	x, err := o.prepare(rec)
	if err != nil {
		return err
	}
	for _, line := range x.Idle {
		fmt.Fprintln(o.notes, plain.Line(line))
	}
	if o.fork {
		if err := o.continueMatch(ctx, x); err != nil {
			return err
		}
		return rec.damage
	}
	report, err := x.Compare(ctx)
	if report != nil {
		o.printReport(rec, x, report)
	}
	if err != nil {
		return interrupted(ctx, err)
	}
	return rec.damage
}

func (o *rerunOptions) validate() error {
	switch {
	case o.player == "":
		return usagef("--player is missing: whose seat the bot takes")
	case arena.IsPerson(o.bot), arena.IsPerson(o.others):
		return usagef("--bot and --others: nobody can play a replay by hand")
	case o.bot == "":
		return usagef("--bot is missing: who plays there")
	case o.fork && o.hasTo:
		return usagef("--to: with --fork the match is played to its end")
	case !o.fork && (o.others != "" || o.replay != "" || o.programs):
		return usagef("--others, --run-recorded and --replay go with --fork")
	}
	return nil
}

// prepare checks the options against the replay.
func (o *rerunOptions) prepare(rec *recording) (*rerun.Rerun, error) {
	player, err := parsePlayer(o.player, &rec.Header)
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(o.replay); o.replay != "" && err == nil {
		return nil, fmt.Errorf("--replay: %s exists already; name another file or remove it", o.replay)
	}
	if o.fork && len(rec.Header.State) > 0 {
		return nil, fmt.Errorf("%s: --fork: it holds states only, and no match that can go on", rec.path)
	}
	x, err := rerun.Prepare(rec.Replay, rerun.Options{Player: player, Bot: o.bot, From: o.from, To: o.to, Fork: o.fork,
		Others: o.others, Programs: o.programs,
		Record: record.Options{Path: o.replay, Repeat: o.command(rec.path, player), Software: software()}})
	var option *rerun.OptionError
	switch {
	case errors.As(err, &option):
		return nil, usagef("--%w", err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", rec.path, inFlags(err))
	}
	return x, nil
}

// parsePlayer reads a player's id, or the letter by which pages and pictures show it.
func parsePlayer(text string, h *replay.Header) (int, error) {
	players := len(h.Players)
	id, err := strconv.Atoi(text)
	if err != nil {
		for id = 0; id < players && viewer.Mark(h.Look(id)) != strings.ToUpper(text); id++ {
		}
	}
	if id < 0 || id >= players {
		var letters []string
		for id := range players {
			letters = append(letters, viewer.Mark(h.Look(id)))
		}
		slices.Sort(letters)
		return 0, usagef("--player is %q, expected 0 to %d, or %s", text, players-1, strings.Join(letters, ", "))
	}
	return id, nil
}

// command is the command line that forks in the same way.
func (o *rerunOptions) command(path string, player int) string {
	text := fmt.Sprintf("blastyard replay rerun %s --player %d --bot %s --fork --from %d", shellquote.Quote(path),
		player,
		shellquote.Quote(o.bot), o.from)
	if o.others != "" {
		text += " --others " + shellquote.Quote(o.others)
	}
	if o.programs {
		text += " --run-recorded"
	}
	return text
}

// continueMatch plays a match on, and prints how it ended.
func (o *rerunOptions) continueMatch(ctx context.Context, x *rerun.Rerun) error {
	end := &last{}
	r, err := x.Continue(ctx, end)
	if err != nil {
		return interrupted(ctx, err)
	}
	if tty, ok := o.out.(*os.File); ok && terminal.IsTerminal(tty) {
		fmt.Fprint(o.out, terminal.Final(&end.frame, terminal.OptionsFor(tty, os.Environ())))
	} else {
		fmt.Fprint(o.out, terminal.Standings(&end.frame, terminal.Options{}))
	}
	fmt.Fprintf(o.out, "\nwinner: %s\n", winnerName(r, end))
	printUnwell(o.out, r)
	if o.replay != "" {
		fmt.Fprintf(o.out, "replay: %s\n", o.replay)
	}
	return nil
}

// printReport says where the turns differ, and sums up.
func (o *rerunOptions) printReport(rec *recording, x *rerun.Rerun, r *rerun.Report) {
	was := rec.Header.Players[x.Player]
	title := fmt.Sprintf("%s %s: %s", viewer.Mark(rec.Header.Look(x.Player)), terminal.Plain(was.Name),
		terminal.Plain(o.bot))
	if was.Bot != "" {
		title += ", recorded: " + terminal.Plain(was.Bot)
	}
	fmt.Fprintln(o.out, title)
	for i := range r.Turns {
		printTurn(o.out, &r.Turns[i], r.Limit)
	}
	if r.Left != "" {
		fmt.Fprintln(o.out, r.Left)
	}
	switch played := r.Played(); {
	case played == 0:
		fmt.Fprintln(o.out, "it played none of the turns")
		return
	case r.Differ == 0:
		fmt.Fprintf(o.out, "%s, all as recorded\n", english.Count(played, "turn"))
	default:
		fmt.Fprintf(o.out, "%s played, %s not as recorded\n", english.Count(played, "turn"),
			english.Count(r.Differ, "turn"))
	}
	fmt.Fprintf(o.out, "time a turn: %s; recorded: %s\n", timesText(&r.Now), timesText(&r.Then))
}

func printTurn(out io.Writer, t *rerun.Turn, limit time.Duration) {
	var lines []string
	if t.Over {
		lines = append(lines, fmt.Sprintf("over the limit of %v", limit))
	}
	if t.Now != "" {
		lines = append(lines, "now:      "+t.Now, "recorded: "+t.Then)
	}
	for _, l := range t.Prints {
		lines = append(lines, "prints:   "+l)
	}
	for _, l := range t.Printed {
		lines = append(lines, "printed:  "+l)
	}
	if len(lines) == 0 {
		return
	}
	var times []string
	if t.Took > 0 {
		times = append(times, " took "+shortTime(t.Took))
	}
	if t.Recorded > 0 {
		times = append(times, " recorded "+shortTime(t.Recorded))
	}
	fmt.Fprintf(out, "turn %d:%s\n", t.Number, strings.Join(times, ","))
	for _, l := range lines {
		fmt.Fprintf(out, "  %s\n", l)
	}
}

func timesText(t *rerun.Times) string {
	if t.Longest == 0 {
		return "not measured"
	}
	return fmt.Sprintf("median %s, longest %s (turn %d)", shortTime(t.Median()), shortTime(t.Longest), t.Turn)
}

// shortTime writes a time for people.
func shortTime(d time.Duration) string {
	for unit := time.Second; unit > 100*time.Nanosecond; unit /= 10 {
		if d >= unit {
			return d.Round(unit / 100).String()
		}
	}
	return d.String()
}
