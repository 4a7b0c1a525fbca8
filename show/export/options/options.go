// Package options reads the command line of "blastyard replay export", and returns a function that writes the file.
package options

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/internal/english"
	"blastyard/internal/flagerror"
	"blastyard/internal/usage"
	"blastyard/replay"
	"blastyard/replay/explain"
	"blastyard/show/export"
	"blastyard/show/internal/lettering"
	"blastyard/show/lab/module"
	"blastyard/show/picture"
	"blastyard/show/playback"
)

// formats are the output formats.
var formats = []string{"html", "gif", "png", "svg"}

// Options are the options of "blastyard replay export".
type Options struct {
	Out     string // the file to write; "-": standard output
	format  string
	Force   bool // replace a file that exists
	turn    int
	turns   string // the older form of --from and --to
	from    int
	to      int
	isSet   func(flag string) bool
	moments bool
	lab     bool

	noStandings bool
	picture     picture.Options
	missing     picture.Missing

	// Lab gets the rules that a page can have in it; it is called if they are asked for.
	Lab func(context.Context) (*module.Module, error)
}

// Match is the replay of a match.
type Match struct {
	Path     string // of the replay's file
	Replay   *replay.Replay
	Playback *playback.Playback
}

// Define adds the options to flags.
func (o *Options) Define(f *pflag.FlagSet) {
	o.isSet = f.Changed
	f.StringVarP(&o.Out, "output", "o", "", "the file to write; -: standard output")
	f.StringVar(&o.format, "format", "", "html, gif, png or svg, whatever the ending of OUT")
	f.BoolVar(&o.Force, "force", false, "replace a file that exists already")
	f.IntVar(&o.turn, "turn", 0, "of png and svg: the turn, 0 for the start (default the last)")
	f.IntVar(&o.from, "from", 0, "of gif: the first turn (default 0, the start)")
	f.IntVar(&o.to, "to", 0, "of gif: the last turn (default the last one)")
	f.StringVar(&o.turns, "turns", "", "of gif: only the turns A-B")
	_ = f.MarkHidden("turns")
	f.BoolVar(&o.moments, "highlights", false, "of gif: only the turns that decided the match, slow and enlarged")
	f.BoolVar(&o.lab, "lab", false, "of html: with the rules, to check the replay and to play on in the page")
	f.IntVar(&o.picture.Width, "width", picture.DefaultWidth, "of pictures, in pixels")
	f.DurationVar(&o.picture.Delay, "delay", picture.DefaultDelay, "of gif: how long a turn is shown")
	f.BoolVar(&o.picture.Dark, "dark", false, "of pictures: on dark ground")
	f.BoolVar(&o.picture.Coordinates, "coordinates", false, "of pictures: with the coordinates of the cells")
	f.BoolVar(&o.picture.Patterns, "patterns", false, "of pictures: a pattern for each player beside its colour")
	f.BoolVar(&o.noStandings, "no-standings", false, "of pictures: the board alone")
}

// Validate checks what can be checked without reading the replay.
func (o *Options) Validate() error {
	if o.Out == "" {
		return usage.Errorf("-o is missing: the file to write")
	}
	if o.format == "" {
		o.format = strings.ToLower(strings.TrimPrefix(filepath.Ext(o.Out), "."))
		if !slices.Contains(formats, o.format) {
			return usage.Errorf("-o %s: the ending must be one of .%s (or use --format)", o.Out,
				strings.Join(formats, ", ."))
		}
	}
	one := o.format == "png" || o.format == "svg"
	part := o.turns != "" || o.isSet("from") || o.isSet("to")
	switch {
	case !slices.Contains(formats, o.format):
		return usage.Errorf("--format is %q, expected one of %s", o.format, strings.Join(formats, ", "))
	case o.isSet("turn") && !one:
		return usage.Errorf("--turn: only png and svg show one turn")
	case o.moments && (o.format != "gif" || part):
		return usage.Errorf("--highlights: only a gif shows them, without --from and --to")
	case o.lab && o.format != "html":
		return usage.Errorf("--lab: only html can have the rules in it")
	case part && o.format != "gif":
		return usage.Errorf("--from and --to: only gif shows a part of the turns")
	case o.turns != "" && (o.isSet("from") || o.isSet("to")):
		return usage.Errorf("--turns is the old form of --from and --to: leave it out")
	}
	if err := checkFonts(); err != nil && o.format != "html" {
		return err
	}
	o.picture.Standings, o.picture.Missing = !o.noStandings, o.missing.Add
	if err := o.picture.Validate(); err != nil {
		return usage.Error{Err: flagerror.Field(err)}
	}
	return nil
}

// checkFonts checks the variable with a folder of fonts.
func checkFonts() error {
	folder := os.Getenv(lettering.Variable)
	if st, err := os.Stat(folder); folder != "" && (err != nil || !st.IsDir()) {
		return usage.Variable(lettering.Variable, folder, "a folder of fonts")
	}
	return nil
}

// addRecording adds the replay's file to a page. The folder of an old match is converted to a file. The error says
// why it is omitted.
func addRecording(extras *export.Extras, r Match) error {
	if !replay.IsRounds(r.Path) {
		return extras.AddRecording(r.Path)
	}
	var file bytes.Buffer
	if err := r.Replay.Write(&file); err != nil {
		return err
	}
	extras.Recording, extras.File = file.Bytes(), strings.TrimSuffix(filepath.Base(r.Path), ".zip")+".blast"
	return nil
}

// Writer returns a function that writes the replay in the requested format.
func (o *Options) Writer(ctx context.Context, r Match) (func(io.Writer) error, error) {
	switch o.format {
	case "html":
		extras := export.Extras{Explain: func(end *viewer.End) {
			explain.ForPage(games.All())(r.Replay, len(r.Playback.Header().Cells), end)
		}}
		missing := addRecording(&extras, r)
		if o.lab {
			if missing != nil {
				return nil, fmt.Errorf("--lab: the page cannot hold the replay to check: %w; leave out --lab", missing)
			}
		}
		return func(w io.Writer) error {
			if o.lab {
				m, err := o.Lab(ctx)
				if err != nil {
					return fmt.Errorf("--lab: %w", err)
				}
				extras.Lab = m
			}
			return export.Page(ctx, w, r.Playback, extras)
		}, nil
	case "gif":
		if o.moments {
			report, err := explain.Explain(r.Replay, games.All())
			if err != nil {
				return nil, err
			}
			var end viewer.End
			report.AddTo(&end)
			return func(w io.Writer) error { return export.Highlights(ctx, w, r.Playback, end.Moments, o.picture) }, nil
		}
		from, to, err := o.part(r.Playback.Len())
		if err != nil {
			return nil, err
		}
		return func(w io.Writer) error { return export.GIF(ctx, w, r.Playback, from, to, o.picture) }, nil
	}
	if !o.isSet("turn") {
		o.turn = r.Playback.Len()
	}
	if last := r.Playback.Len(); o.turn < 0 || o.turn > last {
		return nil, usage.Errorf("--turn is %d, expected %s", o.turn, english.UpTo(last))
	}
	draw := export.PNG
	if o.format == "svg" {
		draw = export.SVG
	}
	return func(w io.Writer) error { return draw(w, r.Playback, o.turn, o.picture) }, nil
}

// part returns the range of turns to show.
func (o *Options) part(last int) (from, to int, err error) {
	if o.turns != "" {
		if from, to, err = export.ParseTurns(o.turns, last); err != nil {
			return 0, 0, usage.Errorf("--%w", err)
		}
		return from, to, nil
	}
	from, to = o.from, o.to
	if !o.isSet("to") {
		to = last
	}
	if from < 0 || to < from || to > last {
		return 0, 0, usage.Errorf("--from is %d and --to is %d, expected turns from 0 to %d", from, to, last)
	}
	return from, to, nil
}

// Note says, once the file is written, which letters are not in it, for no font of this machine has them; "" if none.
func (o *Options) Note() string { return o.missing.Note() }
