package resultfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"blastyard/game/match"
)

func header() Header {
	return Header{Version: Version, Software: "blastyard test", Game: "hexabomb", Rules: 2, Map: "tiny", Seed: 7, Order: "seeded",
		Turns: 10, Matches: 5, Bots: []Bot{{Bot: "builtin:greedy", Name: "greedy"}, {Bot: "./x\ny", Name: "x"}},
		Repeat: "blastyard play --games 5"}
}

// played returns an example of a match.
func played(n int) Match {
	m := Match{Match: n, Seed: match.SeedOf(7, n-1), Turns: 10, Winner: n % 2, Replay: fmt.Sprintf("r/%05d.blast", n),
		Bots: []Seat{{Name: "greedy", Player: n % 2, Score: 10 * n, Reason: match.Finished},
			{Name: "x", Player: 1 - n%2, Score: 3, Reason: match.Crashed, Note: "exit code 1", Failed: true, LeftTurn: 4, Late: 2, Host: 1, Refused: 5}}}
	m.State.Whole = uint64(n) << 60
	return m
}

// TestGoOn: matches that were written are read again, and more can be added. An incomplete last line is removed.
func TestGoOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "a"+Ending)
	f, err := Create(path, header())
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{2, 1} { // in the order in which they end
		if err := f.Add(played(n)); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := Open(path); err == nil || !strings.Contains(err.Error(), "is being written by another process") {
		t.Errorf("a file that is being written: %v", err)
	}
	f.Close()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Create(path, header()); !errors.Is(err, ErrExists) {
		t.Errorf("a file that is there: %v", err)
	}

	last := bytes.LastIndexByte(text[:len(text)-1], '\n') + 1
	for cut := last; cut < len(text); cut += 7 {
		if err := os.WriteFile(path, text[:cut], 0o666); err != nil {
			t.Fatal(err)
		}
		f, matches, err := Open(path)
		if err != nil {
			t.Fatalf("cut at %d of %d: %v", cut, len(text), err)
		}
		if diff := cmp.Diff([]Match{played(2)}, matches); diff != "" {
			t.Fatalf("cut at %d: %s", cut, diff)
		}
		if err := f.Add(played(1)); err != nil {
			t.Fatal(err)
		}
		f.Close()
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, text) {
			t.Fatalf("cut at %d, then added: %q, %v", cut, now, err)
		}
	}
	f, matches, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if diff := cmp.Diff(header(), f.Header) + cmp.Diff([]Match{played(2), played(1)}, matches); diff != "" {
		t.Error(diff)
	}
	for i := range matches {
		if diff := cmp.Diff(matches[i], Of(matches[i].Match-1, matches[i].Result(), matches[i].Replay)); diff != "" {
			t.Errorf("through the arena's form: %s", diff)
		}
	}
}

func TestManyAtOnce(t *testing.T) {
	h := header()
	h.Matches = 200
	f, err := Create(filepath.Join(t.TempDir(), "a"+Ending), h)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for n := 1; n <= h.Matches; n++ {
		all.Go(func() {
			if err := f.Add(played(n)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	f.Close()
	g, matches, err := Open(f.Path())
	if err != nil || len(matches) != h.Matches {
		t.Fatalf("%d matches, %v, expected %d", len(matches), err, h.Matches)
	}
	g.Close()
}

func TestCreateNew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a"+Ending)
	for _, want := range []string{"a" + Ending, "a-2" + Ending, "a-3" + Ending} {
		f, err := CreateNew(path, header())
		if err != nil {
			t.Fatal(err)
		}
		if f.Close(); filepath.Base(f.Path()) != want {
			t.Errorf("%s, expected %s", f.Path(), want)
		}
	}
}

// TestRead: for a file with other content, the error names the line and the problem.
func TestRead(t *testing.T) {
	line := func(v any, change ...string) string {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return strings.NewReplacer(change...).Replace(string(text)) + "\n"
	}
	first, second := line(header()), line(played(1))
	for _, c := range []struct{ text, want string }{
		{"", "line 1: it is not complete"},
		{strings.TrimSpace(first), "line 1: it is not complete"},
		{"hello\n", "line 1: this is no file of results"},
		{line(header(), `"blastyard_results":1`, `"blastyard_results":2`), "line 1: blastyard_results is 2, expected 1"},
		{line(header(), `"games":5`, `"games":0`), "line 1: games is 0"},
		{line(header(), `"games":5`, `"gamez":5`), `line 1: there is no key "gamez"; did you mean game`},
		{first + "{}\n", "line 2: match is 0, expected 1 to 5"},
		{first + line(played(6)), "line 2: match is 6, expected 1 to 5"},
		{first + second + second, "line 3: match 1 is there twice"},
		{first + line(played(1), `"seed":`, `"seed":1`), "line 2: seed is 1"},
		{first + line(played(1), `"crashed"`, `"bored"`), `line 2: bots[1].reason is "bored"`},
		{first + line(played(1), `"player_id":0`, `"player_id":1`), "line 2: bots[1].player_id is 1"},
		{first + line(played(1), `"winner_player_id":1`, `"winner_player_id":3`), "line 2: winner_player_id is 3"},
		{first + line(played(1), `"turns":10`, `"turns":-1`), "line 2: turns is -1"},
		{first + "\n" + second, "line 2: the JSON ends too early"},
		{first + "{}{}\n", "line 2: there is more than one JSON value"},
		{first + strings.Repeat("x", maxLine+1) + "\n", "line 2: it has more than"},
	} {
		if _, _, _, err := read(strings.NewReader(c.text)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%.80q: %v, expected %s", c.text, err, c.want)
		}
	}
	if _, matches, _, err := read(strings.NewReader(first + second + second[:20])); err != nil || len(matches) != 1 {
		t.Errorf("with a last line that was cut: %d, %v", len(matches), err)
	}
}
