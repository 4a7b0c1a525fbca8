package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"blastyard/explain"
	"blastyard/game"
	"blastyard/internal/newfile"
	"blastyard/viewer/export"
	"blastyard/viewer/picture"
)

// exportFormats are what a replay can be turned into.
var exportFormats = []string{"html", "gif", "png", "svg"}

// exportOptions are the flags of replay export.
type exportOptions struct {
	out     string
	format  string
	force   bool
	turn    int
	hasTurn bool
	turns   string

	noStandings bool
	picture     picture.Options
	stdout      io.Writer
	notes       io.Writer
}

func newReplayExportCommand() *cobra.Command {
	o := &exportOptions{}
	cmd := &cobra.Command{
		Use:   "export FILE -o OUT",
		Short: "Turn a replay into a page, an animation or a picture",
		Long: `Turn a replay into one file that can be passed on: a page with the whole match that any browser opens
without a server (.html), an animation (.gif), or a picture of the board after one turn (.png, .svg). The ending of
OUT says which.`,
		Example: `  blastyard replay export match.blast -o match.html
  blastyard replay export match.blast -o match.gif --turns 20-60 --delay 100ms
  blastyard replay export match.blast -o turn57.png --turn 57 --width 1600 --dark
  blastyard replay export match.blast -o - --format svg > end.svg`,
		Args: oneReplay,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.hasTurn, o.stdout, o.notes = cmd.Flags().Changed("turn"), cmd.OutOrStdout(), cmd.ErrOrStderr()
			return o.run(cmd.Context(), args[0])
		},
	}
	f := cmd.Flags()
	f.StringVarP(&o.out, "output", "o", "", "the file to write; -: standard output")
	f.StringVar(&o.format, "format", "", "html, gif, png or svg, whatever the ending of OUT")
	f.BoolVar(&o.force, "force", false, "write OUT even if there is such a file")
	f.IntVar(&o.turn, "turn", 0, "of png and svg: the turn, 0 for the start (default the last)")
	f.StringVar(&o.turns, "turns", "", "of gif: only the turns A-B")
	f.IntVar(&o.picture.Width, "width", picture.DefaultWidth, "of pictures, in pixels")
	f.DurationVar(&o.picture.Delay, "delay", picture.DefaultDelay, "of gif: how long a turn is shown")
	f.BoolVar(&o.picture.Dark, "dark", false, "of pictures: on dark ground")
	f.BoolVar(&o.picture.Coordinates, "coordinates", false, "of pictures: with the coordinates of the cells")
	f.BoolVar(&o.noStandings, "no-standings", false, "of pictures: the board alone")
	return cmd
}

func (o *exportOptions) run(ctx context.Context, file string) error {
	if err := o.validate(); err != nil {
		return err
	}
	r, err := openRecording(file, o.notes)
	if err != nil {
		return err
	}
	write, err := o.writer(ctx, r)
	if err != nil {
		return err
	}
	if o.out == "-" {
		err = write(o.stdout)
	} else {
		err = writeNewFile(o.out, o.force, write)
	}
	return cmp.Or(err, r.damage)
}

func (o *exportOptions) validate() error {
	if o.out == "" {
		return usagef("-o is missing: the file to write")
	}
	if o.format == "" {
		o.format = strings.ToLower(strings.TrimPrefix(filepath.Ext(o.out), "."))
		if !slices.Contains(exportFormats, o.format) {
			return usagef("-o %s: the ending must be one of .%s (or use --format)", o.out,
				strings.Join(exportFormats, ", ."))
		}
	}
	one := o.format == "png" || o.format == "svg"
	switch {
	case !slices.Contains(exportFormats, o.format):
		return usagef("--format is %q, expected one of %s", o.format, strings.Join(exportFormats, ", "))
	case o.hasTurn && !one:
		return usagef("--turn: only png and svg show one turn")
	case o.turns != "" && o.format != "gif":
		return usagef("--turns: only gif shows a part of the turns")
	}
	o.picture.Standings = !o.noStandings
	if err := o.picture.Validate(); err != nil {
		return usageError{err}
	}
	return nil
}

// writer is what writes the replay in the format that was asked for.
func (o *exportOptions) writer(ctx context.Context, r *recording) (func(io.Writer) error, error) {
	switch o.format {
	case "html":
		lessons := explain.ForPage(game.All())(r.Replay, len(r.playback.Header().Cells))
		return func(w io.Writer) error { return export.Page(ctx, w, r.playback, lessons) }, nil
	case "gif":
		from, to, err := export.ParseTurns(o.turns, r.playback.Len())
		if err != nil {
			return nil, usagef("--%w", err)
		}
		return func(w io.Writer) error { return export.GIF(ctx, w, r.playback, from, to, o.picture) }, nil
	}
	if !o.hasTurn {
		o.turn = r.playback.Len()
	}
	if err := r.checkTurn("--turn", o.turn); err != nil {
		return nil, err
	}
	draw := export.PNG
	if o.format == "svg" {
		draw = export.SVG
	}
	return func(w io.Writer) error { return draw(w, r.playback, o.turn, o.picture) }, nil
}

// writeNewFile writes a file in one go; one that is there already stays, unless force says otherwise.
func writeNewFile(path string, force bool, write func(io.Writer) error) error {
	err := newfile.Write(path, force, write)
	if errors.Is(err, newfile.ErrExists) {
		return fmt.Errorf("%w; name another file or use --force", err)
	}
	return err
}
