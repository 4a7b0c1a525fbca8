package picture

import (
	"bytes"
	"image/gif"
	"strings"
	"testing"
	"time"

	"blastyard/game/viewer"
)

// sceneFrames returns frames of a board of 20 by 20 squares, with a bomb in the middle.
func sceneFrames(from, to int) []*viewer.Frame {
	var list []*viewer.Frame
	for turn := from; turn <= to; turn++ {
		f := &viewer.Frame{Shape: viewer.Square, Turn: turn, Players: []viewer.Player{{Name: "ann"}, {ID: 1, Name: "bob"}}}
		for i := range 400 {
			f.Cells = append(f.Cells, viewer.Cell{X: i%20 + 1, Y: i/20 + 1})
		}
		f.Bombs = []viewer.Bomb{{Cell: 210, Owner: 1, Timer: 9 - turn, Range: 2}}
		list = append(list, f)
	}
	return list
}

// TestScenes: scenes follow each other in one GIF, each in less than five seconds, enlarged, with a caption.
func TestScenes(t *testing.T) {
	scenes := []Scene{
		{Frames: sceneFrames(1, 7), Turn: 4, Cells: []int{209, 210, 211}, Caption: "ann broke 2 walls \x1b with a bomb"},
		{Frames: sceneFrames(20, 29), Turn: 26, Cells: []int{0, 1, 20}, Caption: strings.Repeat("long words ", 60)},
	}
	var b bytes.Buffer
	if err := Scenes(&b, nil, scenes, Options{Width: 400, Dark: true}); err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(bytes.NewReader(b.Bytes()))
	if err != nil || len(g.Image) != 17 {
		t.Fatalf("%d pictures, %v", len(g.Image), err)
	}
	if near := sceneLayout(Options{Width: 400}, scenes[0].Frames[0], nil); g.Config.Width != 400 || g.Config.Height != near.height {
		t.Errorf("the GIF is %d by %d, its pictures %d by %d", g.Config.Width, g.Config.Height, near.width, near.height)
	}
	for i, part := range [][]int{g.Delay[:7], g.Delay[7:]} {
		sum := 0
		for _, d := range part {
			sum += d
		}
		if i == 1 {
			sum -= int(lastDelay / (10 * time.Millisecond)) // the pause before the animation repeats
		}
		if shown := time.Duration(sum) * 10 * time.Millisecond; shown > 5*time.Second || shown < 3*time.Second {
			t.Errorf("scene %d lasts %v", i, shown)
		}
	}
	whole := newLayout(Options{Width: 400}, &viewer.Header{}, scenes[0].Frames[0])
	near := sceneLayout(Options{Width: 400}, scenes[0].Frames[0], scenes[0].Cells)
	if near.size < 1.5*whole.size {
		t.Errorf("a cell of a scene is %v pixels, of the whole board %v", near.size, whole.size)
	}
	middle := near.at(&scenes[0].Frames[0].Cells[210])
	if middle.x < 100 || middle.x > 300 || middle.y < 50 || middle.y > float64(near.height)-80 {
		t.Errorf("the cells to look at are at %v of %d by %d", middle, near.width, near.height)
	}
}

// TestNoScenes: scenes that cannot be drawn are an error.
func TestNoScenes(t *testing.T) {
	other := sceneFrames(1, 2)
	other[1].Cells = other[1].Cells[:100]
	for name, scenes := range map[string][]Scene{
		"none": nil, "no frames": {{}}, "too many": {{Frames: sceneFrames(1, 21)}}, "another board": {{Frames: other}},
		"no board": {{Frames: []*viewer.Frame{{Shape: viewer.Tree}}}},
	} {
		if err := Scenes(new(bytes.Buffer), nil, scenes, Options{}); err == nil {
			t.Errorf("%s: drawn", name)
		}
	}
}

func TestWrap(t *testing.T) {
	f := faceOf(true)
	lines := wrap(f, "one two three four", f.width("one two t"), 3)
	if got := strings.Join(lines, "|"); got != "one two|three|four" {
		t.Errorf("%q", got)
	}
	if lines := wrap(f, "one two three four", 1, 2); len(lines) != 2 || lines[1] != "two three four" {
		t.Errorf("%q", lines)
	}
}
