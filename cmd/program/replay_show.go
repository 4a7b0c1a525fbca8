//go:build !js

package program

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/game/viewer"
	"blastyard/internal/plain"
	"blastyard/show/summary"
	"blastyard/show/terminal"
	"blastyard/show/tui"
)

// showOptions are the flags of replay show.
type showOptions struct {
	turn    int
	hasTurn bool
	play    bool
	json    bool
	out     io.Writer
	notes   io.Writer
	tty     *os.File // out if it is a terminal
}

func newReplayShowCommand() *cobra.Command {
	o := &showOptions{}
	cmd := &cobra.Command{
		Use:   "show [FILE]",
		Short: "Show a replay in the terminal: its header and result, a turn, or the match",
		Long: `Show a replay in the terminal: what was played, by whom, and how it ended.

With --turn it shows the board after that turn instead (0 is the start), and what happened in the turn. With --play
it first plays the match in the terminal. The folder of an old match (Replays/SEED), or a zip of it, works as well.`,
		Example: `  blastyard replay show match.blast
  blastyard replay show match.blast --turn 57
  blastyard replay show match.blast --play
  blastyard replay show Replays/123456 --json`,
		Args: oneReplay,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.hasTurn, o.out, o.notes = cmd.Flags().Changed("turn"), cmd.OutOrStdout(), cmd.ErrOrStderr()
			if f, ok := o.out.(*os.File); ok && terminal.IsTerminal(f) {
				o.tty = f
			}
			file, err := replayNamed(args, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			return o.run(cmd.Context(), file)
		},
	}
	cmd.Flags().IntVar(&o.turn, "turn", 0, "show the board after this turn; 0: at the start")
	cmd.Flags().BoolVar(&o.play, "play", false, "play the match in the terminal")
	cmd.Flags().BoolVar(&o.json, "json", false,
		"print header and result (or with --turn the board) as one line of JSON")
	return cmd
}

func (o *showOptions) run(ctx context.Context, file string) error {
	switch {
	case o.play && (o.hasTurn || o.json):
		return usagef("--play shows the whole match; leave out --turn and --json")
	case o.play && o.tty == nil:
		return usagef("--play needs a terminal")
	}
	r, err := openRecording(file, o.notes)
	if err != nil {
		return err
	}
	switch {
	case o.hasTurn:
		err = o.showTurn(r)
	case o.json:
		var text []byte
		if text, err = summary.JSON(r.Replay); err == nil {
			_, err = fmt.Fprintf(o.out, "%s\n", text)
		}
	default:
		if o.play && r.playback.Header().Shape == viewer.Tree {
			return fmt.Errorf("%s: there is no board of %q to be drawn; --turn N shows a state", file, r.Header.Game)
		}
		if o.play {
			if err := tui.WatchAll(ctx, r.playback.Frames(), tui.WatchOptions{Out: o.tty}); err != nil {
				return command.Interrupted(ctx, err)
			}
		}
		summary.Header(o.out, &r.Header, r.playback)
		err = o.result(r)
	}
	return cmp.Or(err, r.damage)
}

// showTurn draws the board after a turn, and prints below it what the board does not show.
func (o *showOptions) showTurn(r *recording) error {
	if err := r.checkTurn("--turn", o.turn); err != nil {
		return err
	}
	f, err := r.playback.Frame(o.turn)
	if err != nil {
		return err
	}
	if o.json {
		_, err := o.out.Write(append(plain.JSON(f.AppendJSON(nil)), '\n'))
		return err
	}
	if f.Shape == viewer.Tree {
		text, err := summary.Tree(f)
		if err != nil {
			return err
		}
		fmt.Fprintln(o.out, text)
	} else {
		fmt.Fprintln(o.out, terminal.Draw(f, o.options()))
	}
	summary.Turn(o.out, f)
	return nil
}

func (o *showOptions) options() terminal.Options {
	if o.tty == nil {
		return terminal.Options{}
	}
	return terminal.OptionsFor(o.tty, os.Environ())
}

// result prints the end of a match, or its state at the end of the replay.
func (o *showOptions) result(r *recording) error {
	last, err := r.playback.Frame(r.playback.Len())
	if err != nil {
		return err
	}
	fmt.Fprintln(o.out)
	switch {
	case last.Shape == viewer.Tree: // its scores are not known
	case o.tty != nil:
		fmt.Fprint(o.out, terminal.Final(last, o.options()))
	default:
		fmt.Fprint(o.out, terminal.Standings(last, terminal.Options{}))
	}
	summary.End(o.out, r.playback)
	return nil
}
