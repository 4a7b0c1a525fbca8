//go:build !js

package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"blastyard"
	"blastyard/arena"
	"blastyard/arena/options"
	"blastyard/arena/record"
	"blastyard/arena/rerun"
	"blastyard/cmd/internal/command"
	"blastyard/internal/plain"
	"blastyard/internal/shellquote"
	"blastyard/internal/usage"
	"blastyard/replay"
	"blastyard/show/report"
	"blastyard/show/terminal"
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
		Use:   "rerun [FILE] [--player N] [--bot SPEC]",
		Short: "Send the turns of a replay to a bot again, and show what it does differently",
		Long: `Send the turns of a replay to a bot again. It plays in the seat of one player and sees every state as
it was, whatever it does. Each turn in which its actions or its output differ from the recorded ones is shown, with
the time that it took; so is each turn in which it takes longer than the match allowed. There is no time limit: the
bot has as much time as it wants.

The bot sees all turns from the first one, as in a match, so that it remembers the same; --from and --to say which
are compared. An unchanged bot does the same as in the match, unless it uses random numbers. Built-in bots get the
seed that they had.

With --fork the match goes on from turn T with that bot in the seat: from there on its actions count. Built-in bots
in the other seats go on playing. A program in another seat is started only with --run-recorded, because its command
line comes from the replay, which somebody else may have written. Without --run-recorded its seat does nothing.
--others puts one bot into all other seats. The last line is the verdict: the scores, those of the recorded match, and
whether the lead over the others has grown.

Without --player it is the seat of the only program of the match. Without --bot the bot of that seat plays, if it is
built in or the folder of a bot; a command line that the replay names is not started.`,
		Example: `  blastyard replay rerun
  blastyard replay rerun match.blast --player 0 --bot "python3 bots/python/bot.py"
  blastyard replay rerun match.blast --player B --bot builtin:hunter --from 40 --to 60
  blastyard replay rerun match.blast --player 0 --bot ./mybot --fork --from 40 --replay other.blast`,
		Args: oneReplay,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.out, o.notes, o.hasTo = cmd.OutOrStdout(), cmd.ErrOrStderr(), cmd.Flags().Changed("to")
			file, err := replayNamed(args, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			return o.run(cmd.Context(), file)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.player, "player", "", "the player, by letter, name or id")
	f.StringVarP(&o.bot, "bot", "b", "",
		"the bot: builtin:NAME, a command line, stdio:COMMAND, or a bot's folder")
	f.IntVar(&o.from, "from", 0, "the first turn that counts (default the first one with actions)")
	f.IntVar(&o.to, "to", 0, "the last turn that counts (default the last one)")
	f.BoolVar(&o.fork, "fork", false, "play on from turn --from with the bot in the seat")
	f.StringVar(&o.others, "others", "", "of --fork: a bot for all other seats, instead of the recorded bots")
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
	compared, err := x.Compare(ctx)
	if compared != nil {
		compared.Write(o.out)
		if first := compared.First(); first > 0 && len(rec.Header.State) == 0 {
			o.from = first
			fmt.Fprintf(o.out, "is that better? %s\n", o.command(rec.path, x.Player))
		}
	}
	if err != nil {
		return command.Interrupted(ctx, err)
	}
	return rec.damage
}

func (o *rerunOptions) validate() error {
	switch {
	case arena.IsPerson(o.bot), arena.IsPerson(o.others):
		return usagef("--bot and --others: nobody can play a replay by hand")
	case o.fork && o.hasTo:
		return usagef("--to: with --fork the match is played to its end")
	case o.replay == "-":
		return usage.File("replay", o.replay)
	case !o.fork && (o.others != "" || o.replay != "" || o.programs):
		return usagef("--others, --run-recorded and --replay go with --fork")
	}
	return nil
}

// prepare checks the options against the replay.
func (o *rerunOptions) prepare(rec *recording) (*rerun.Rerun, error) {
	player, err := o.seat(&rec.Header)
	if err != nil {
		return nil, usagef("--%w", err)
	}
	if _, err := os.Lstat(o.replay); o.replay != "" && err == nil {
		return nil, fmt.Errorf("--replay: %s exists already; name another file or remove it", o.replay)
	}
	if o.fork && len(rec.Header.State) > 0 {
		return nil, fmt.Errorf("%s: --fork: it holds states only, and no match that can go on", rec.path)
	}
	x, err := rerun.Prepare(rec.Replay, rerun.Options{Arena: *blastyard.Arena(), Player: player,
		Bot: o.bot, From: o.from, To: o.to, Fork: o.fork, Others: o.others, Programs: o.programs,
		Record: record.Options{Path: o.replay, Repeat: o.command(rec.path, player), Software: software()}})
	var option *rerun.OptionError
	switch {
	case errors.As(err, &option):
		return nil, usagef("--%w", err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", rec.path, options.InFlags(err))
	}
	return x, nil
}

// seat returns whose seat the bot takes, and sets the bot if none was named.
func (o *rerunOptions) seat(h *replay.Header) (player int, err error) {
	if o.player == "" {
		player, err = rerun.OwnPlayer(h, o.bot)
	} else {
		player, err = rerun.ParsePlayer(o.player, h)
	}
	if err == nil && o.bot == "" {
		o.bot, err = rerun.OwnBot(h, player)
	}
	return player, err
}

// command returns the command line that forks in the same way.
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

// continueMatch continues a match and prints its end.
func (o *rerunOptions) continueMatch(ctx context.Context, x *rerun.Rerun) error {
	end := &report.Last{}
	r, err := x.Continue(ctx, end)
	if err != nil {
		return command.Interrupted(ctx, err)
	}
	tty, _ := o.out.(*os.File)
	if tty != nil && !terminal.IsTerminal(tty) {
		tty = nil
	}
	end.Write(o.out, tty, r)
	report.WriteUnwell(o.out, r)
	if verdict := x.Verdict(r.Scores, r.Winner); verdict != "" {
		fmt.Fprintf(o.out, "verdict: %s\n", verdict)
	}
	if o.replay != "" {
		fmt.Fprintf(o.out, "replay: %s\n", o.replay)
	}
	return nil
}
