package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blastyard"
	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/game/games"
	"blastyard/replay"
)

// TestLost: the games that a bot loses are kept, up to a limit, and each is listed with what cost most and the command
// that shows it; games that it wins are not.
func TestLost(t *testing.T) {
	p, err := blastyard.Arena().Prepare(arena.Config{Map: "tiny", Turns: 12, Seed: 1,
		Seats: []arena.Seat{{Bot: "builtin:idle"}, {Bot: "builtin:greedy"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for _, c := range []struct {
		seat, games, kept int
		first             string
	}{{0, 3, 3, "idle lost 3 games:\n"}, {0, MostLost + 2, MostLost, "idle lost 12 games; the first 10 are kept:\n"}, {1, 3, 0, ""}} {
		folder := filepath.Join(t.TempDir(), "lost games")
		l := &Lost{Seat: c.seat, Name: p.Seats[c.seat].Name, Folder: folder, Games: games.All(), Recorded: func(int) string { return "" }}
		if _, err := p.PlaySeries(t.Context(), arena.Series{Matches: c.games, Jobs: 2, Sinks: func(i int) (list []arena.Sink) {
			if s := l.Sink(i, record.Options{Software: "test"}); s != nil {
				list = append(list, s)
			}
			return list
		}, Done: func(i int, r *arena.Result, _ *arena.Summary) { l.Done(i, r) }}); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		l.Write(&out)
		files, _ := filepath.Glob(filepath.Join(folder, "*"+replay.Ending))
		if len(files) != c.kept || !strings.HasPrefix(out.String(), c.first) || l.Err() != nil ||
			strings.Count(out.String(), "\n    blastyard watch '"+folder) != c.kept {
			t.Errorf("%d of %d games are kept, %v:\n%s", len(files), c.games, l.Err(), out.String())
		}
		for _, file := range files {
			r, err := replay.Open(file)
			if err != nil || replay.Verify(r, games.All()) != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
		if _, err := os.Stat(folder); c.kept == 0 && err == nil {
			t.Error("a folder was made for nothing")
		}
	}
}

// TestLostNowhere: a folder that cannot be made is told, and nothing is listed.
func TestLostNowhere(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := blastyard.Arena().Prepare(arena.Config{Map: "tiny", Turns: 12, Seats: []arena.Seat{{Bot: "builtin:idle"}, {Bot: "builtin:greedy"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	l := &Lost{Folder: filepath.Join(file, "lost"), Recorded: func(int) string { return "" }}
	r, err := p.Play(t.Context(), l.Sink(0, record.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	l.Done(0, r)
	var out strings.Builder
	if l.Write(&out); l.Err() == nil || !strings.HasPrefix(l.Err().Error(), "a lost game is not kept: ") || out.Len() > 0 {
		t.Errorf("%v\n%s", l.Err(), out.String())
	}
}
