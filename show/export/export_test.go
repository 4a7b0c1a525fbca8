package export

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/replay"
	"blastyard/show/picture"
	"blastyard/show/playback"
)

func golden(t *testing.T) *playback.Playback {
	t.Helper()
	files, err := filepath.Glob("../../replay/testdata/golden/*" + replay.Ending)
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden replays: %v", err)
	}
	r, err := replay.Open(files[0])
	if err != nil {
		t.Fatal(err)
	}
	p, err := playback.New(r, games.All())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestFiles(t *testing.T) {
	p := golden(t)
	look := picture.Options{Width: 100, Delay: picture.DefaultDelay}
	var page, gif, png, svg, other bytes.Buffer
	explained := 0
	if err := Page(t.Context(), &page, p, Extras{Explain: func(end *viewer.End) { explained += end.Turns }}); err != nil || !bytes.HasPrefix(page.Bytes(), []byte("<!doctype html>")) ||
		explained != p.Len() {
		t.Errorf("%v, %.40q", err, page.Bytes())
	}
	if err := GIF(t.Context(), &gif, p, 0, 2, look); err != nil || !bytes.HasPrefix(gif.Bytes(), []byte("GIF89a")) {
		t.Errorf("%v, %.40q", err, gif.Bytes())
	}
	if err := PNG(&png, p, 0, look); err != nil || !bytes.HasPrefix(png.Bytes(), []byte("\x89PNG")) {
		t.Errorf("%v, %.40q", err, png.Bytes())
	}
	if err := SVG(&svg, p, 0, look); err != nil || !bytes.HasPrefix(svg.Bytes(), []byte("<svg ")) {
		t.Errorf("%v, %.40q", err, svg.Bytes())
	}
	if err := SVG(&other, p, p.Len(), look); err != nil || bytes.Equal(svg.Bytes(), other.Bytes()) {
		t.Errorf("the last turn looks as the start does, or %v", err)
	}
	if SVG(&other, p, p.Len()+1, look) == nil || PNG(&other, p, -1, look) == nil {
		t.Error("turns that are not there are drawn")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := Page(ended, &other, p, Extras{}); !errors.Is(err, errStopped) {
		t.Errorf("%v", err)
	}
	if err := GIF(ended, &other, p, 0, 1, look); !errors.Is(err, errStopped) {
		t.Errorf("%v", err)
	}
}

// TestPageHoldsItsReplay: a page contains its replay, unless the replay is large or no file.
func TestPageHoldsItsReplay(t *testing.T) {
	dir := t.TempDir()
	small, large := filepath.Join(dir, "a <b>.blast"), filepath.Join(dir, "large.blast")
	for file, size := range map[string]int{small: 10, large: maxRecording + 1} {
		if err := os.WriteFile(file, bytes.Repeat([]byte("x"), size), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{large, dir, filepath.Join(dir, "none")} {
		var e Extras
		if err := e.AddRecording(path); err == nil || e.Recording != nil {
			t.Errorf("%s is put into the page", path)
		}
	}
	var e Extras
	if err := e.AddRecording(small); err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := Page(t.Context(), &page, golden(t), e); err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(page.Bytes(), []byte(`id="replay" data-name="a &lt;b&gt;.blast">eHh4eHh4eHh4eA==</script>`)) {
		t.Error("the replay is not in the page")
	}
}

// TestGIFOfTooManyTurnsIsRefusedAtOnce: the error comes before the first turn is drawn.
func TestGIFOfTooManyTurnsIsRefusedAtOnce(t *testing.T) {
	p, out := golden(t), bytes.Buffer{}
	err := GIF(t.Context(), &out, p, 0, picture.MaxTurns, picture.Options{})
	if err == nil || !strings.Contains(err.Error(), "at most 5000") || out.Len() > 0 {
		t.Errorf("%v, %d bytes", err, out.Len())
	}
}

func TestParseTurns(t *testing.T) {
	for _, c := range []struct {
		text     string
		from, to int
		ok       bool
	}{
		{"", 0, 12, true}, {"2-5", 2, 5, true}, {"0-12", 0, 12, true}, {"3-3", 3, 3, true},
		{"5-2", 0, 0, false}, {"0-13", 0, 0, false}, {"-1-2", 0, 0, false}, {"3", 0, 0, false}, {"a-b", 0, 0, false}, {"1-2-3", 0, 0, false},
	} {
		if from, to, err := ParseTurns(c.text, 12); from != c.from || to != c.to || err == nil != c.ok {
			t.Errorf("%q: %d, %d, %v", c.text, from, to, err)
		}
	}
}
