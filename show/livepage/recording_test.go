package livepage_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"blastyard"
	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/game/games"
	"blastyard/replay"
	"blastyard/show/live"
	"blastyard/show/livepage"
	"blastyard/show/serve"
)

// TestRecordings: the page offers the same replay as the file has, during the match and afterwards.
func TestRecordings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match"+replay.Ending)
	recorder := record.New(record.Options{Path: path})
	inFile, inMemory := livepage.FromFile(recorder), livepage.InMemory(record.Options{}, true)
	matches := live.NewMatches(4)
	var during []byte
	early := &turns{at: 20, do: func() {
		m, err := matches.Catalog().Open(idOf(t, matches))
		if err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) { // written on another goroutine
			if _, err := m.Recording(); err == nil || time.Now().After(end) {
				break
			}
		}
		during = contentOf(t, m)
	}}
	play(t, recorder, inMemory.Sink(), livepage.New(matches, livepage.Options{Replay: inMemory.Open}), early)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := matches.Catalog().Open(idOf(t, matches))
	if err != nil {
		t.Fatal(err)
	}
	whole := contentOf(t, m)
	if !bytes.HasPrefix(whole, during) || len(during) == len(whole) {
		t.Errorf("while it was played there were %d bytes, at its end %d", len(during), len(whole))
	}
	for name, r := range map[string]*livepage.Recording{"file": inFile, "memory": inMemory} {
		got, err := r.Replay()
		if err != nil {
			t.Fatal(name, err)
		}
		if err := replay.Verify(got, games.All()); err != nil || len(got.Turns) != 30 || got.Result == nil {
			t.Errorf("%s: %d turns, result %v, %v", name, len(got.Turns), got.Result, err)
		}
		opened, err := r.Open()
		if err != nil {
			t.Fatal(name, err)
		}
		content, err := io.ReadAll(opened.Content)
		if err != nil || name == "file" && !bytes.Equal(content, file) {
			t.Errorf("%s: %d bytes, the file has %d: %v", name, len(content), len(file), err)
		}
		opened.Content.Close()
	}
}

// TestRecordingTooLong: a replay that would become too large is dropped with a reason, and the match goes on.
func TestRecordingTooLong(t *testing.T) {
	memory := record.NewMemory(1000)
	recorder := record.New(record.Options{Memory: memory})
	play(t, recorder)
	if content, err := memory.Content(); !errors.Is(err, record.ErrTooLong) || content != nil || recorder.Err() == nil {
		t.Errorf("%d bytes, %v; the recorder: %v", len(content), err, recorder.Err())
	}
	if _, err := record.NewMemory(10).Content(); !errors.Is(err, io.EOF) {
		t.Errorf("before the match: %v", err)
	}
	if _, err := livepage.InMemory(record.Options{}, false).Open(); !errors.Is(err, serve.ErrNoRecording) {
		t.Errorf("before the match: %v", err)
	}
}

func play(t *testing.T, sinks ...arena.Sink) {
	t.Helper()
	r, err := blastyard.Play(t.Context(), arena.Config{Map: "tiny", Seed: 5, Turns: 30,
		Seats: []arena.Seat{{Bot: "builtin:hunter"}, {Bot: "builtin:greedy"}}}, sinks...)
	if err != nil || r.Turns != 30 {
		t.Fatal(r, err)
	}
}

func idOf(t *testing.T, matches *live.Matches) string {
	t.Helper()
	list := matches.Catalog().List()
	if len(list) != 1 {
		t.Fatalf("%d matches, expected 1", len(list))
	}
	return list[0].ID
}

func contentOf(t *testing.T, m *serve.Match) []byte {
	t.Helper()
	r, err := m.Recording()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Content.Close()
	content, err := io.ReadAll(r.Content)
	if err != nil || len(content) == 0 {
		t.Fatal(len(content), err)
	}
	return content
}

// turns is a sink that calls a function after each turn.
type turns struct {
	arena.NopSink
	at int
	do func()
}

func (x *turns) Turn(t *arena.Turn) {
	if t.Number == x.at {
		x.do()
	}
}
