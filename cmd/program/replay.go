//go:build !js

package program

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/game/games"
	"blastyard/internal/english"
	"blastyard/internal/plain"
	"blastyard/replay"
	"blastyard/show/playback"
)

func newReplayCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "replay",
		Short: "Show, verify, explain, export and rerun replays",
		Long: `Show, verify, explain, export and rerun replays.

A replay is a file *` + replay.Ending + ` as matches leave them, or the folder of an old match (Replays/SEED)
or a zip of it. Without a file, or with the word last, it is the newest one in the folder
` + replayDir + `. A damaged replay is used as far as it can be read; then the damage is reported, and the
exit code is 1.`,
		Example: `  blastyard replay show
  blastyard replay show match.blast
  blastyard replay verify replays/*.blast
  blastyard replay export match.blast -o match.html
  blastyard replay explain match.blast
  blastyard replay hash match.blast
  blastyard replay rerun match.blast --player 0 --bot ./mybot`,
		Args: cobra.ArbitraryArgs,
		RunE: command.Group,
	}
	cmd.AddCommand(newReplayShowCommand(), newReplayVerifyCommand(), newReplayExportCommand(), newReplayRerunCommand())
	cmd.AddCommand(newReplayExplainCommand(), newReplayHashCommand())
	return cmd
}

// recording is a replay that a command reads.
type recording struct {
	path string
	*replay.Replay
	playback *playback.Playback
	damage   error // why this is only a part of the match; nil: it is complete
}

// openRecording reads a replay and prepares to show it. It prints warnings about it to notes.
func openRecording(path string, notes io.Writer) (*recording, error) {
	r, err := openReplay(path)
	if r == nil {
		return nil, err
	}
	noteRules(notes, path, &r.Header)
	p, showErr := playback.New(r, games.All())
	if showErr != nil {
		if err != nil {
			return nil, err // the damage is the cause
		}
		return nil, fmt.Errorf("%s: %w", path, showErr)
	}
	return &recording{path: path, Replay: r, playback: p, damage: err}, nil
}

// noteRules prints a note if a replay was made by other rules than those of this program.
func noteRules(notes io.Writer, path string, h *replay.Header) {
	if other := h.OtherRules(games.All()); other != "" {
		fmt.Fprintf(notes, "%s: %s\n", plain.Line(path), other)
	}
}

// checkTurn checks a turn that a flag names.
func (r *recording) checkTurn(flag string, turn int) error {
	if turn < 0 || turn > r.playback.Len() {
		return usagef("%s is %d, expected %s", flag, turn, english.UpTo(r.playback.Len()))
	}
	return nil
}
