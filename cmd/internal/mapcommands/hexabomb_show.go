package mapcommands

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/internal/flagerror"
	"blastyard/internal/usage"
	"blastyard/show/mapview"
	"blastyard/show/picture"
	"blastyard/show/terminal"
)

// mapShowOptions are the flags of map show.
type mapShowOptions struct {
	output   string
	format   string // svg or png; otherwise the extension of output decides
	svg, png string // old names of output
	width    int
	dark     bool
	force    bool
	out      io.Writer
	notes    io.Writer
}

func newMapShowCommand() *cobra.Command {
	o := &mapShowOptions{}
	cmd := &cobra.Command{
		Use:   "show NAME|FILE",
		Short: "Show a map of hexabomb in the terminal, or as a picture",
		Long: `Show a map of hexabomb: its board with the players' starts, and what it offers.

NAME is a built-in map (see 'blastyard map list'); FILE holds a map as a map file (JSON), as a text picture, or as a
JSON export of the editor Tiled. With -o the command writes the board to a picture file instead: .svg or .png.`,
		Example: `  blastyard map show yard
  blastyard map show mine.txt --width 120
  blastyard map show maze4 -o maze4.png --width 1600`,
		Args: oneMap,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.out = cmd.OutOrStdout()
			o.notes = cmd.ErrOrStderr()
			return o.run(args[0])
		},
	}
	f := cmd.Flags()
	f.StringVarP(&o.output, "output", "o", "",
		"draw the board into this file, its ending .svg or .png; -: standard output")
	f.StringVar(&o.format, "format", "", "svg or png, whatever the ending of the file")
	f.StringVar(&o.svg, "svg", "", "draw the board into this SVG file")
	f.StringVar(&o.png, "png", "", "draw the board into this PNG file")
	_, _ = f.MarkHidden("svg"), f.MarkHidden("png")
	f.IntVar(&o.width, "width", 0, "columns in the terminal (0: as wide as it is), or pixels of a picture (0: 900)")
	f.BoolVar(&o.dark, "dark", false, "of pictures: on dark ground")
	f.BoolVar(&o.force, "force", false, "replace a picture file that exists already")
	return cmd
}

// oneMap requires one argument, a map.
func oneMap(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usage.Errorf("expected one argument, a map's name or file, but there are %d", len(args))
	}
	return nil
}

func (o *mapShowOptions) run(name string) error {
	if o.width < 0 {
		return usage.Errorf("--width is %d, expected 0 or more", o.width)
	}
	if err := o.named(); err != nil {
		return err
	}
	var missing picture.Missing
	look := picture.Options{Width: o.width, Dark: o.dark, Coordinates: true, Missing: missing.Add}
	drawing := o.svg != "" || o.png != ""
	if err := look.Validate(); drawing && err != nil {
		return usage.Error{Err: flagerror.Field(err)}
	}
	m, err := openMap(name, o.notes)
	if err != nil {
		return err
	}
	f, render, err := mapview.Frame(m, name)
	if err != nil {
		return err
	}
	if drawing {
		err := errors.Join(
			o.draw(o.svg, func(w io.Writer) error { return picture.SVG(w, render, f, look) }),
			o.draw(o.png, func(w io.Writer) error { return picture.PNG(w, render, f, look) }))
		if note := missing.Note(); note != "" && err == nil {
			command.NotesTo(o.notes)("%s", note)
		}
		return err
	}
	opt := o.terminal()
	if o.width == 0 && opt.Width == 0 { // standard output is no terminal
		opt.Width = min(max(80, mapview.Columns(m)), maxColumns)
	}
	fmt.Fprintln(o.out, terminal.Draw(f, opt))
	if columns := mapview.Columns(m); columns > opt.Width {
		fmt.Fprintf(o.out,
			"(the board is %d columns wide, of which %d are shown; --width shows more, -o all)\n",
			columns, opt.Width)
	}
	fmt.Fprintf(o.out, "\n%s", mapview.Describe(m))
	return nil
}

// named turns --svg or --png into --output.
func (o *mapShowOptions) named() error {
	format := cmp.Or(o.format, strings.ToLower(strings.TrimPrefix(filepath.Ext(o.output), ".")))
	switch {
	case o.output == "" && o.format != "":
		return usage.Errorf("--format is about a picture; --output is missing: the file to write")
	case o.output == "":
	case format == "svg":
		o.svg = o.output
	case format == "png":
		o.png = o.output
	case o.format != "":
		return usage.Errorf("--format is %q, expected svg or png", o.format)
	default:
		return usage.Errorf("--output %s: the ending must be .svg or .png (or use --format)", o.output)
	}
	return nil
}

const maxColumns = 1000 // for a board that is printed as a whole

// draw writes a picture, unless no file is named.
func (o *mapShowOptions) draw(path string, write func(io.Writer) error) error {
	switch path {
	case "":
		return nil
	case "-":
		return write(o.out)
	}
	return command.WriteNewFile(path, o.force, write)
}

func (o *mapShowOptions) terminal() terminal.Options {
	opt := terminal.Options{}
	if f, ok := o.out.(*os.File); ok && terminal.IsTerminal(f) {
		opt = terminal.OptionsFor(f, os.Environ())
		opt.Height = 0
	}
	if o.width > 0 {
		opt.Width = o.width
	}
	opt.BoardOnly, opt.Letters = true, true
	return opt
}
