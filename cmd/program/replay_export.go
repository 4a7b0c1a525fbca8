//go:build !js

package program

import (
	"cmp"
	"context"
	"runtime/debug"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/show/export/options"
	"blastyard/show/lab/module"
)

func newReplayExportCommand() *cobra.Command {
	o := &options.Options{}
	cmd := &cobra.Command{
		Use:   "export [FILE] -o OUT",
		Short: "Export a replay as a page, an animation or a picture",
		Long: `Turn a replay into one file that you can send to others: a page with the whole match that any browser
opens without a server (.html), an animation (.gif), or a picture of the board after one turn (.png, .svg). The
ending of OUT decides.

With --lab the page also has the rules of the games in it, about 3 MB. Then it can check the replay, and play it on
from any turn, by hand or with built-in bots, without a server and without a network.`,
		Example: `  blastyard replay export match.blast -o match.html
  blastyard replay export match.blast -o match.html --lab
  blastyard replay export match.blast -o match.gif --from 20 --to 60 --delay 100ms
  blastyard replay export match.blast -o best.gif --highlights
  blastyard replay export match.blast -o turn57.png --turn 57 --width 1600 --dark
  blastyard replay export match.blast -o - --format svg > end.svg`,
		Args: oneReplay,
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := replayNamed(args, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			return exportReplay(cmd, o, file)
		},
	}
	o.Define(cmd.Flags())
	return cmd
}

// exportGC is how much the memory grows before it is cleaned up, in percent: a long replay is most of it, and stays.
const exportGC = 30

func exportReplay(cmd *cobra.Command, o *options.Options, file string) error {
	if err := o.Validate(); err != nil {
		return err
	}
	defer debug.SetGCPercent(debug.SetGCPercent(exportGC))
	o.Lab = func(ctx context.Context) (*module.Module, error) {
		return module.Get(ctx, inNotes(command.NotesTo(cmd.ErrOrStderr())))
	}
	r, err := openRecording(file, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	write, err := o.Writer(cmd.Context(), options.Match{Path: r.path, Replay: r.Replay, Playback: r.playback})
	if err != nil {
		return err
	}
	if o.Out == "-" {
		err = write(cmd.OutOrStdout())
	} else {
		err = command.WriteNewFile(o.Out, o.Force, write)
	}
	if note := o.Note(); note != "" && err == nil {
		command.NotesTo(cmd.ErrOrStderr())("%s", note)
	}
	return cmp.Or(err, r.damage)
}
