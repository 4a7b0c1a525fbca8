package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"blastyard/hexabomb"
	"blastyard/maps"
	"blastyard/viewer"
	"blastyard/viewer/picture"
	"blastyard/viewer/terminal"
)

// mapShowOptions are the flags of map show.
type mapShowOptions struct {
	svg, png string
	width    int
	dark     bool
	force    bool
	out      io.Writer
}

func newMapShowCommand() *cobra.Command {
	o := &mapShowOptions{}
	cmd := &cobra.Command{
		Use:   "show NAME|FILE",
		Short: "Show a map of hexabomb in the terminal, or as a picture",
		Long: `Show a map of hexabomb: its board with the players' starts, and what it offers.

NAME is a built-in map (see 'blastyard map list'); FILE holds a map as a map file (JSON), as a text picture, or as a JSON
export of the editor Tiled. With --svg or --png the board goes into a picture file instead.`,
		Example: `  blastyard map show yard
  blastyard map show mine.txt --width 120
  blastyard map show maze4 --png maze4.png --width 1600`,
		Args: oneMap,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.out = cmd.OutOrStdout()
			return o.run(args[0])
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.svg, "svg", "", "draw the board into this SVG file; -: standard output")
	f.StringVar(&o.png, "png", "", "draw the board into this PNG file; -: standard output")
	f.IntVar(&o.width, "width", 0, "columns in the terminal (0: as wide as it is), or pixels of a picture (0: 900)")
	f.BoolVar(&o.dark, "dark", false, "of pictures: on dark ground")
	f.BoolVar(&o.force, "force", false, "replace a picture file that exists already")
	return cmd
}

// oneMap wants one argument, a map.
func oneMap(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usagef("expected one argument, a map's name or file, but there are %d", len(args))
	}
	return nil
}

func (o *mapShowOptions) run(name string) error {
	if o.width < 0 {
		return usagef("--width is %d, expected 0 or more", o.width)
	}
	look := picture.Options{Width: o.width, Dark: o.dark, Coordinates: true}
	drawing := o.svg != "" || o.png != ""
	if err := look.Validate(); drawing && err != nil {
		return usageError{err}
	}
	m, err := loadMap(name)
	if err != nil {
		return err
	}
	f, show, err := mapFrame(m, name)
	if err != nil {
		return err
	}
	if drawing {
		return errors.Join(
			o.draw(o.svg, func(w io.Writer) error { return picture.SVG(w, show, f, look) }),
			o.draw(o.png, func(w io.Writer) error { return picture.PNG(w, show, f, look) }))
	}
	opt := o.terminal()
	if o.width == 0 && opt.Width == 0 { // not a terminal
		opt.Width = min(max(80, boardColumns(m)), maxColumns)
	}
	fmt.Fprintln(o.out, terminal.Draw(f, opt))
	if columns := boardColumns(m); columns > opt.Width {
		fmt.Fprintf(o.out, "(the board is %d columns wide, of which %d are shown; --width shows more, --png and --svg all)\n", columns, opt.Width)
	}
	fmt.Fprintf(o.out, "\n%s", describeMap(m))
	return nil
}

const maxColumns = 1000 // for a board that is printed whole

// boardColumns is how many columns a board needs at least: two for each cell, and half of that from row to row.
func boardColumns(m *hexabomb.Map) int {
	left, right := math.MaxInt, math.MinInt
	for _, c := range m.Cells {
		left, right = min(left, 2*c.Q+c.R), max(right, 2*c.Q+c.R)
	}
	return right - left + 2
}

// draw writes a picture, unless no file is named.
func (o *mapShowOptions) draw(path string, write func(io.Writer) error) error {
	switch path {
	case "":
		return nil
	case "-":
		return write(o.out)
	}
	return writeNewFile(path, o.force, write)
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

// mapFrame is a map as it is when a match begins. Player ids are those of a match: a special player comes first.
func mapFrame(m *hexabomb.Map, name string) (*viewer.Frame, *viewer.Header, error) {
	b, err := hexabomb.NewBoard(m, len(m.Starts), min(1, len(m.SpecialStarts)))
	if err != nil {
		return nil, nil, err
	}
	f := &viewer.Frame{}
	viewer.FromHexabomb(f, hexabomb.NewState(b), 0, nil)
	show := &viewer.Header{Game: "hexabomb", Title: filepath.Base(name), SuddenDeath: b.SuddenDeath()}
	for p := range b.NumPlayers() {
		show.Players = append(show.Players, viewer.HeaderPlayer{Special: b.Special(p)})
	}
	show.SetBoard(f)
	return f, show, nil
}

// describeMap says in some lines what a map offers, and where its starts are.
func describeMap(m *hexabomb.Map) string {
	var b strings.Builder
	group := maps.Symmetries(m, len(m.Starts))
	fmt.Fprintf(&b, "%s, %s of %s, %s\n", countOf(len(m.Cells), "cell"), countOf(len(m.Starts), "player"), countOf(len(m.Starts[0]), "character"), specialText(m))
	fmt.Fprintf(&b, "symmetry: %s\nfair for: %s\n", groupText(group), fairText(maps.FairPlayers(m), len(m.Starts)))
	special := min(1, len(m.SpecialStarts))
	if special > 0 {
		fmt.Fprintf(&b, "%-3s special player: %s\n", viewer.Mark(0), placesText(m.SpecialStarts))
	}
	for p, starts := range m.Starts {
		fmt.Fprintf(&b, "%-3s player %d: %s\n", viewer.Mark(p+special), p, placesText(starts))
	}
	first := slices.MinFunc(m.Cells, func(x, y hexabomb.Coord) int { return x.R - y.R })
	for _, c := range m.Cells {
		if c.R == first.R && c.Q < first.Q {
			first = c
		}
	}
	fmt.Fprintf(&b, "places are (q,r): q grows along a row to the right, r from row to row down to the right;\nthe first cell of the top row is (%d,%d)\n", first.Q, first.R)
	return b.String()
}

func specialText(m *hexabomb.Map) string {
	if len(m.SpecialStarts) == 0 {
		return "no sudden death"
	}
	return "sudden death with " + countOf(len(m.SpecialStarts), "special character")
}

func groupText(group []maps.Symmetry) string {
	if len(group) == 1 {
		return "none"
	}
	var names []string
	for _, s := range group[1:] {
		names = append(names, s.String())
	}
	return fmt.Sprintf("%s, order %d: %s", maps.GroupName(group), len(group), strings.Join(names, ", "))
}

// fairText lists the numbers of players for whom a map is fair; one alone has nobody to compare with.
func fairText(numbers []int, seats int) string {
	several := slices.DeleteFunc(slices.Clone(numbers), func(n int) bool { return n == 1 })
	switch {
	case seats == 1:
		return "one player, who is alone"
	case len(several) == 0:
		return "no number of players"
	}
	return numbersText(several) + " players"
}

func numbersText(numbers []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers), " ", ", "), "[]")
}

func placesText(places []hexabomb.Coord) string {
	var words []string
	for _, c := range places {
		words = append(words, fmt.Sprintf("(%d,%d)", c.Q, c.R))
	}
	return strings.Join(words, " ")
}
