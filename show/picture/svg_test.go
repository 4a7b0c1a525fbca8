package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"blastyard/game/viewer"
	"blastyard/internal/stage"
)

var update = flag.Bool("update", false, "write the golden files")

func svgOf(tb testing.TB, header *viewer.Header, f *viewer.Frame, o Options) string {
	tb.Helper()
	var b bytes.Buffer
	if err := SVG(&b, header, f, o); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

func TestSVGGolden(t *testing.T) {
	for _, c := range []struct {
		name string
		f    *viewer.Frame
		o    Options
	}{
		{"hexagons.svg", smallHexagons(), Options{Width: 480, Standings: true, Patterns: true}},
		{"squares.svg", smallSquares(), Options{Width: 480, Standings: true, Dark: true, Coordinates: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := svgOf(t, &viewer.Header{Title: "a <small> board"}, c.f, c.o)
			path := filepath.Join("testdata", c.name)
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("differs from %s (-update writes it):\n%s", path, diff)
			}
		})
	}
}

// TestSVGHoldsOnlyShapes: a name cannot break out of its text. The document is well-formed and has only our elements.
func TestSVGHoldsOnlyShapes(t *testing.T) {
	stage.Plain(t, "draws many pictures")
	for name, f := range oddFrames() {
		for _, title := range hostileNames {
			header := &viewer.Header{Title: title}
			got := svgOf(t, header, f, Options{Standings: true, Patterns: true, Coordinates: true})
			checkXML(t, name, got)
			if strings.Contains(got, "NaN") || strings.Contains(got, "Inf") {
				t.Errorf("%s: a number that is none", name)
			}
		}
	}
}

func checkXML(t *testing.T, name, svg string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			if !strings.Contains(" svg title path circle text ", " "+e.Name.Local+" ") {
				t.Errorf("%s: an element %s", name, e.Name.Local)
			}
			for _, a := range e.Attr {
				if a.Name.Local == "href" || strings.HasPrefix(a.Name.Local, "on") {
					t.Errorf("%s: an attribute %s", name, a.Name.Local)
				}
			}
		case xml.CharData:
			if got := string(e); strings.TrimSpace(got) != strings.TrimSpace(clean(got)) {
				t.Errorf("%s: text that is not clean: %q", name, got)
			}
		}
	}
}

func TestSVGShowsNames(t *testing.T) {
	got := svgOf(t, nil, smallHexagons(), Options{Standings: true})
	for _, want := range []string{">Bob &amp; co<", ">turn 3 of 20<", ">late · 2 cells · 0/1 alive · 0 bombs<", ">A0<", ">special · 1 cell · 1/1 alive · 2 bombs<"} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %s", want)
		}
	}
	if got := svgOf(t, nil, smallHexagons(), Options{}); strings.Contains(got, "Bob") {
		t.Error("standings that nobody asked for")
	}
}

func TestSVGTakesTheNamesOfTheShow(t *testing.T) {
	f := smallSquares()
	f.Players[0].Name = ""
	header := &viewer.Header{Players: []viewer.HeaderPlayer{{Name: "from the header"}}}
	if got := svgOf(t, header, f, Options{Standings: true}); !strings.Contains(got, ">from the header<") {
		t.Error("the header's name is not there")
	}
	if got := svgOf(t, nil, f, Options{Standings: true}); !strings.Contains(got, ">player A<") {
		t.Error("a player without a name has none in the picture")
	}
}

func TestTreesAreRefused(t *testing.T) {
	tree := &viewer.Frame{Shape: viewer.Tree, Tree: []byte(`{}`)}
	const want = "picture: draw: there is no board in the state of a game whose rules are not known"
	if err := SVG(io.Discard, nil, tree, Options{}); err == nil || err.Error() != want {
		t.Errorf("SVG: %v", err)
	}
	if err := PNG(io.Discard, nil, tree, Options{}); err == nil || err.Error() != want {
		t.Errorf("PNG: %v", err)
	}
	if err := GIF(io.Discard, nil, sequence(tree), Options{}); err == nil || err.Error() != want {
		t.Errorf("GIF: %v", err)
	}
}

var errFull = errors.New("the disk is full")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestWriteErrorsAreHandedOn(t *testing.T) {
	f := smallSquares()
	for name, err := range map[string]error{
		"SVG": SVG(fullDisk{}, nil, f, Options{}),
		"PNG": PNG(fullDisk{}, nil, f, Options{}),
		"GIF": GIF(fullDisk{}, nil, sequence(f, f), Options{}),
	} {
		if !errors.Is(err, errFull) || !strings.HasPrefix(err.Error(), "picture: write the "+name+": ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{}, ""},
		{Options{Width: 64, Delay: MinDelay}, ""},
		{Options{Width: 4000, Delay: MaxDelay}, ""},
		{Options{Width: 63}, "picture: Width is 63, expected 64 to 4000"},
		{Options{Width: 4001}, "picture: Width is 4001, expected 64 to 4000"},
		{Options{Width: -1}, "picture: Width is -1, expected 64 to 4000"},
		{Options{Delay: -1}, "picture: Delay is -1ns, expected 20ms to 1m0s"},
		{Options{Delay: MaxDelay + 1}, "picture: Delay is 1m0.000000001s, expected 20ms to 1m0s"},
	} {
		got := ""
		if err := c.o.Validate(); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%+v: %q, expected %q", c.o, got, c.want)
		}
		if err := SVG(io.Discard, nil, smallSquares(), c.o); (err != nil) != (c.want != "") {
			t.Errorf("SVG with %+v: %v", c.o, err)
		}
	}
}

func TestCoordinates(t *testing.T) {
	f := smallHexagons()
	got := svgOf(t, nil, f, Options{Width: 600, Coordinates: true})
	for _, want := range []string{">0,0<", ">1,-1<", ">-1,1<"} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %s", want)
		}
	}
	if got := svgOf(t, nil, f, Options{Width: 600}); strings.Contains(got, ">0,0<") {
		t.Error("coordinates that nobody asked for")
	}
	p, err := newPainter(nil, f, Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.draw(f)
	blast, _, _ := blastColours(2, true)
	if grounds := p.grounds(); grounds[0] != viewer.Palette[0] || grounds[5] != blast {
		t.Errorf("the grounds are %v", grounds)
	}
}
