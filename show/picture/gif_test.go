package picture

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"iter"
	"strings"
	"testing"
	"time"

	"blastyard/game/viewer"
	"blastyard/internal/stage"
)

// sequence returns an iterator over frames without an error.
func sequence(frames ...*viewer.Frame) iter.Seq2[*viewer.Frame, error] {
	return func(yield func(*viewer.Frame, error) bool) {
		for _, f := range frames {
			if !yield(f, nil) {
				return
			}
		}
	}
}

func gifOf(tb testing.TB, header *viewer.Header, frames []*viewer.Frame, o Options) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := GIF(&b, header, sequence(frames...), o); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// TestGIFShowsWhatPNGShows combines the pictures of a GIF and compares them with those of PNG, reduced to its
// colours.
func TestGIFShowsWhatPNGShows(t *testing.T) {
	stage.Plain(t, "compares many pixels")
	hexShow, hexagons := playHexabomb(t, "yard", 1, 40, "ghost", "greedy", "random", "greedy")
	squareShow, squares := playBomberman(t, 7, 60, "reference", "random", "reference", "reference")
	for _, c := range []struct {
		header *viewer.Header
		frames []*viewer.Frame
		o      Options
	}{
		{hexShow, hexagons, Options{Width: 400, Standings: true, Patterns: true}},
		{hexShow, hexagons, Options{Width: 300, Dark: true, Delay: 80 * time.Millisecond}},
		{squareShow, squares, Options{Width: 400, Standings: true}},
	} {
		g, err := gif.DecodeAll(bytes.NewReader(gifOf(t, c.header, c.frames, c.o)))
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Image) != len(c.frames) || g.LoopCount != 0 {
			t.Fatalf("%d pictures of %d frames, %d loops", len(g.Image), len(c.frames), g.LoopCount)
		}
		colours := newQuantiser(themeOf(c.o), c.frames[0].Shape, len(c.frames[0].Players))
		canvas := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
		for i, part := range g.Image {
			draw.Draw(canvas, part.Rect, part, part.Rect.Min, draw.Over)
			delay := int(c.o.withDefaults().Delay / (10 * time.Millisecond))
			if i == len(c.frames)-1 {
				delay += int(lastDelay / (10 * time.Millisecond))
			}
			if g.Delay[i] != delay || g.Disposal[i] != gif.DisposalNone {
				t.Errorf("frame %d: delay %d, expected %d; disposal %d", i, g.Delay[i], delay, g.Disposal[i])
			}
			if i%4 != 0 {
				continue
			}
			want := pngOf(t, c.header, c.frames[i], c.o)
			if want.Bounds() != canvas.Rect {
				t.Fatalf("PNG is %v, GIF %v", want.Bounds(), canvas.Rect)
			}
			for y := i % 3; y < canvas.Rect.Max.Y; y += 3 {
				for x := i % 5; x < canvas.Rect.Max.X; x += 5 {
					n := colours.index(color.RGBAModel.Convert(want.At(x, y)).(color.RGBA))
					if got := canvas.RGBAAt(x, y); got != colours.palette[n] {
						t.Fatalf("frame %d at %d,%d: %v, expected %v", i, x, y, got, colours.palette[n])
					}
				}
			}
		}
	}
}

func TestGIFKeepsOnlyWhatChanges(t *testing.T) {
	a, b := smallSquares(), smallSquares()
	b.Tokens[0].Cell, b.Turn = 6, a.Turn
	g, err := gif.DecodeAll(bytes.NewReader(gifOf(t, nil, []*viewer.Frame{a, b, b}, Options{})))
	if err != nil {
		t.Fatal(err)
	}
	l := layoutOf(t, a, Options{})
	left, right := l.at(&a.Cells[6]), l.at(&a.Cells[7])
	two := image.Rect(int(left.x-l.size/2), int(left.y-l.size/2), int(right.x+l.size/2), int(right.y+l.size/2))
	if got := g.Image[1].Rect; !got.In(two) || got.Dx() < int(l.size) {
		t.Errorf("the second picture covers %v, expected the two cells %v", got, two)
	}
	if got := g.Image[2].Rect.Size(); got != image.Pt(1, 1) {
		t.Errorf("a picture without a change is %v", got)
	}
}

func TestGIFColours(t *testing.T) {
	for _, th := range []*theme{&light, &dark} {
		for _, players := range []int{0, 1, 4, 12, 1000} {
			for _, shape := range []viewer.Shape{viewer.Hexagon, viewer.Square} {
				q := newQuantiser(th, shape, players)
				if len(q.palette) > maxColours || q.palette[transparent] != (color.RGBA{}) {
					t.Fatalf("%d colours, %v lets the picture before through", len(q.palette), q.palette[transparent])
				}
				for _, c := range append(th.colours(), playerColours(th, shape, players)...) {
					if got := q.palette[q.index(c)]; got != c {
						t.Errorf("%d players: %v became %v", players, c, got)
					}
				}
			}
		}
	}
}

func TestGIFWritesAsItGoes(t *testing.T) {
	header, frames := playHexabomb(t, "yard", 0, 30, "greedy", "greedy", "random", "idle")
	var b bytes.Buffer
	written := 0
	all := func(yield func(*viewer.Frame, error) bool) {
		for i, f := range frames {
			if i == 20 {
				written = b.Len()
			}
			if !yield(f, nil) {
				return
			}
		}
	}
	if err := GIF(&b, header, all, Options{Width: 500}); err != nil {
		t.Fatal(err)
	}
	if written < b.Len()/3 {
		t.Errorf("%d of %d bytes were written after 20 of 31 frames", written, b.Len())
	}
}

func TestGIFErrors(t *testing.T) {
	f, other := smallSquares(), smallHexagons()
	larger := f.Clone()
	larger.Cells = append(larger.Cells, viewer.Cell{X: 9, Y: 9})
	broken := errors.New("the file ends here")
	one := &viewer.Frame{Cells: []viewer.Cell{{}}}
	for _, c := range []struct {
		name   string
		frames iter.Seq2[*viewer.Frame, error]
		want   string
	}{
		{"none", sequence(), "picture: draw the GIF: the match has no frames"},
		{"other shape", sequence(f, other), "picture: draw the GIF: the board of frame 1 is not that of the first"},
		{"other cells", sequence(f, f, &larger), "picture: draw the GIF: the board of frame 2 is not that of the first"},
		{"too many", endless(one), "picture: draw the GIF: the match has more than 5000 turns; a GIF holds no more"},
		{"broken", func(yield func(*viewer.Frame, error) bool) { _ = yield(f, nil) && yield(nil, broken) }, "picture: frame 1 of the GIF: the file ends here"},
	} {
		if err := GIF(io.Discard, nil, c.frames, Options{Width: 64}); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if err := GIF(io.Discard, nil, sequence(f), Options{Width: 5}); err == nil || !strings.Contains(err.Error(), "Width") {
		t.Errorf("a width of 5: %v", err)
	}
}

func endless(f *viewer.Frame) iter.Seq2[*viewer.Frame, error] {
	return func(yield func(*viewer.Frame, error) bool) {
		for yield(f, nil) {
		}
	}
}

func TestGIFOfAThousandPlayers(t *testing.T) {
	f, next := crowd(), crowd()
	next.Turn = 1
	for i := range next.Cells {
		next.Cells[i].Owner = viewer.OwnerOf((i * 7) % 1000)
	}
	g, err := gif.DecodeAll(bytes.NewReader(gifOf(t, nil, []*viewer.Frame{f, next}, Options{Standings: true})))
	if err != nil || len(g.Image) != 2 {
		t.Fatalf("%v", err)
	}
}
