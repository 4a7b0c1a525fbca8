package replay

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"blastyard/game"
	"blastyard/game/games"
)

func TestRoundTripOfMatches(t *testing.T) {
	classical := sample{mapName: "arena4", bots: []string{"greedy", "greedy", "random", "greedy"}, turns: 50, noise: true}
	states := classical
	states.overWire = true
	for name, r := range map[string]*Replay{
		"hexabomb":      classical.play(t),
		"over the wire": states.play(t),
		"sudden death":  (&sample{mapName: "arena4", bots: []string{"ghost", "hunter", "greedy", "random"}, specials: 1, turns: 20}).play(t),
		"bomberman":     playBombers(t, -77, 60, "reference", "reference", "random"),
	} {
		got, err := Read(bytes.NewReader(write(t, r)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if d := cmp.Diff(r, got); d != "" {
			t.Errorf("%s:\n%s", name, d)
		}
		if err := Verify(got, games.All()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestFilesAreSmall: a match of 100 turns on 415 cells takes at most 60,000 bytes, with actions and, thanks to the
// window, also with states.
func TestFilesAreSmall(t *testing.T) {
	states := bigMatch
	states.overWire, states.bots = true, []string{"greedy", "greedy", "greedy", "greedy"}
	for _, c := range []struct {
		match *sample
		most  int
	}{{&bigMatch, 60_000}, {&states, 120_000}} {
		r := c.match.play(t)
		acting := 0
		for _, turn := range r.Turns {
			acting += len(turn.Moves)
		}
		size := len(write(t, r))
		t.Logf("%d bytes", size)
		if size > c.most || acting != 99*4 {
			t.Errorf("%d bytes with %d moves, want at most %d with %d", size, acting, c.most, 99*4)
		}
	}
}

func genReplay(t *rapid.T) *Replay {
	players := rapid.IntRange(1, 5).Draw(t, "players")
	text := rapid.String()
	id := rapid.IntRange(0, players-1)
	raw := rapid.Custom(func(t *rapid.T) json.RawMessage {
		return json.RawMessage(rapid.SampledFrom([]string{`{}`, `[]`, `null`, `[{"a":1 ,"b":"<&>\u2028"}]`, "{\"x\":\t[1e5,\"\xff\"]}", `"é"`, `0.10`}).Draw(t, "raw"))
	})
	r := &Replay{Header: Header{Version: Version, Game: "other", Rules: Rules(rapid.IntRange(0, 9).Draw(t, "rules")), Title: text.Draw(t, "title"), Seed: rapid.Uint64().Draw(t, "seed"),
		Order: "arrival", Turns: rapid.IntRange(0, maxTurns).Draw(t, "turns"), Unseen: 1, Limit: rapid.IntRange(0, 1000).Draw(t, "limit"), Started: sampleStart,
		State: raw.Draw(t, "state"), Repeat: text.Draw(t, "repeat"), Software: text.Draw(t, "software")}}
	for i := range players {
		r.Header.Players = append(r.Header.Players, Player{Name: text.Draw(t, "name"), Bot: text.Draw(t, "bot"), Hash: "00ff", Special: i == 0})
	}
	for n := range rapid.IntRange(0, 6).Draw(t, "played") {
		x := Turn{Turn: n + 1, State: raw.Draw(t, "state"), Notes: rapid.SliceOfN(text, 0, 2).Draw(t, "notes"), Late: rapid.SliceOfN(id, 0, 2).Draw(t, "late")}
		if len(x.Late) > 0 && rapid.Bool().Draw(t, "host") {
			x.Host = x.Late[:1]
		}
		for _, p := range rapid.SliceOfNDistinct(id, 0, players, rapid.ID).Draw(t, "moved") {
			m := Move{Player: p, Micros: rapid.IntRange(0, 1e6).Draw(t, "us")}
			if rapid.Bool().Draw(t, "acts") {
				m.Actions = raw.Draw(t, "actions")
			}
			x.Moves = append(x.Moves, m)
		}
		for range rapid.IntRange(0, 2).Draw(t, "lines") {
			x.Output = append(x.Output, Line{id.Draw(t, "p"), rapid.Bool().Draw(t, "err"), text.Draw(t, "text")})
			x.Gone = append(x.Gone, Gone{id.Draw(t, "p"), text.Draw(t, "reason"), text.Draw(t, "note")})
			x.Refused = append(x.Refused,
				game.Refusal{Player: id.Draw(t, "p"), Action: text.Draw(t, "action"), Reason: text.Draw(t, "reason")})
		}
		if rapid.Bool().Draw(t, "winner") {
			w := rapid.IntRange(-1, players-1).Draw(t, "who")
			x.Winner = &w
		}
		r.Turns = append(r.Turns, x)
	}
	r.Result = &Result{Turns: len(r.Turns), Winner: -1, Why: text.Draw(t, "why")}
	return r
}

func TestRoundTripOfAnything(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := genReplay(rt)
		got, err := Read(bytes.NewReader(write(t, r)))
		if err != nil {
			rt.Fatal(err)
		}
		if d := cmp.Diff(r, got, cmpopts.EquateEmpty()); d != "" {
			rt.Fatal(d)
		}
	})
}

// TestRawValuesKeepTheirBytes: encoding/json can read the lines, and raw values keep their bytes.
func TestRawValuesKeepTheirBytes(t *testing.T) {
	state := RawState("  {\"a\" : [1.0,\n\"<\\n>\"],\r\n\t\"b\":\"\xfe\"}\n")
	const want = "{\"a\" : [1.0, \"<\\n>\"],\r \t\"b\":\"\xfe\"}"
	r := &Replay{Header: Header{Version: Version, Game: "x", State: state, Started: sampleStart}, Turns: []Turn{{Turn: 1, State: state}}, Result: &Result{Turns: 1, Winner: -1}}
	kept := string(state)
	got, err := Read(bytes.NewReader(write(t, r)))
	if err != nil {
		t.Fatal(err)
	}
	if string(got.Header.State) != want || string(got.Turns[0].State) != want {
		t.Errorf("%q and %q, want %q", got.Header.State, got.Turns[0].State, want)
	}
	if string(state) != kept {
		t.Errorf("the caller's state became %q", state)
	}
}

func TestWriterKeepsNothingOfTheCaller(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a", "b", "match.blast")
	h := &Header{Game: "x", State: RawState("{}"), Players: []Player{{Name: "a"}}, Started: sampleStart}
	w, err := Create(file, h)
	if err != nil {
		t.Fatal(err)
	}
	state := []byte(`{"n":1000}`)
	for n := range 50 {
		copy(state[5:], strconv.Itoa(1000+n))
		if err := w.Turn(&Turn{Turn: n + 1, State: state}); err != nil {
			t.Fatal(err)
		}
	}
	copy(state, `xxxxxxxxxx`)
	if err := w.Close(&Result{Turns: 50, Winner: -1}); err != nil {
		t.Fatal(err)
	}
	r, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	for n, x := range r.Turns {
		if want := `{"n":` + strconv.Itoa(1000+n) + `}`; string(x.State) != want {
			t.Fatalf("turn %d holds %s, want %s", n+1, x.State, want)
		}
	}
	if h.Version != 0 {
		t.Error("the caller's header was changed")
	}
	if _, err := Create(file, h); !errors.Is(err, fs.ErrExist) {
		t.Errorf("%v, want ErrExist: a file was overwritten", err)
	}
	if err := w.Turn(&Turn{Turn: 51}); !errors.Is(err, ErrClosed) {
		t.Errorf("%v, want ErrClosed", err)
	}
	if err := w.Close(nil); !errors.Is(err, ErrClosed) {
		t.Errorf("%v, want ErrClosed", err)
	}
}

func TestWriterRefuses(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "x.blast")
	if _, err := Create(file, &Header{Game: "x"}); err == nil || !strings.Contains(err.Error(), "hash and state are missing") {
		t.Errorf("a bad header: %v", err)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a bad header left a file")
	}
	h := &Header{Game: "x", State: RawState("{}")}
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(filepath.Join(file, "y.blast"), h); err == nil {
		t.Error("a file was taken for a folder")
	}
	w, err := NewWriter(&counter{}, h)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Turn(&Turn{Turn: 2, State: h.State}); err == nil || !strings.Contains(err.Error(), "turn is 2, expected 1") {
		t.Errorf("a turn too many: %v", err)
	}
	if err := w.Close(nil); err != nil {
		t.Error(err)
	}
	if w, err = NewWriter(&counter{}, h); err != nil {
		t.Fatal(err)
	}
	w.turns = maxTurns - 1
	if err := w.Turn(&Turn{Turn: maxTurns, State: h.State}); err != nil {
		t.Errorf("the last turn that a replay can have: %v", err)
	}
	if err := w.Turn(&Turn{Turn: maxTurns + 1, State: h.State}); err == nil || !strings.Contains(err.Error(), "65535 at the most") {
		t.Errorf("a turn after the last that a replay can have: %v", err)
	}
	if err := w.Close(nil); err != nil {
		t.Error(err)
	}
	// One of the next turns and Close report a write error.
	full := &limited{left: 2000}
	if w, err = NewWriter(full, h); err != nil {
		t.Fatal(err)
	}
	big := RawState(`"` + strings.Repeat("abcdefghij"+strconv.FormatInt(1<<40, 10), 300) + `"`)
	for n := 1; err == nil && n < 2000; n++ {
		err = w.Turn(&Turn{Turn: n, State: big})
	}
	if !errors.Is(err, errFull) {
		t.Errorf("Turn: %v, want that the disk is full", err)
	}
	if err := w.Close(nil); !errors.Is(err, errFull) {
		t.Errorf("Close: %v, want that the disk is full", err)
	}
}

var errFull = errors.New("the disk is full")

type limited struct{ left int }

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// TestOpenWhileWritten: a file can be read while it is being written, with all turns so far.
func TestOpenWhileWritten(t *testing.T) {
	states := smallMatch
	states.overWire = true
	for _, whole := range []*Replay{smallMatch.play(t), states.play(t)} {
		file := filepath.Join(t.TempDir(), "match.blast")
		w, err := Create(file, &whole.Header)
		if err != nil {
			t.Fatal(err)
		}
		deadline := time.Now().Add(2 * time.Minute)
		for i := range whole.Turns {
			if err := w.Turn(&whole.Turns[i]); err != nil {
				t.Fatal(err)
			}
			for {
				r, err := Open(file)
				if !errors.Is(err, ErrCut) || r == nil {
					t.Fatalf("turn %d: %v, %v, want a replay and ErrCut", i+1, r, err)
				}
				if len(r.Turns) == i+1 {
					break
				}
				if len(r.Turns) > i+1 || time.Now().After(deadline) {
					t.Fatalf("turn %d: %d turns in the file", i+1, len(r.Turns))
				}
			}
		}
		if err := w.Close(whole.Result); err != nil {
			t.Fatal(err)
		}
		if r, err := Open(file); err != nil || len(r.Turns) != len(whole.Turns) || r.Result == nil {
			t.Errorf("%v", err)
		}
	}
}

// killedFile is a variable in the environment that makes this test the process that is killed.
const killedFile = "REPLAY_TEST_KILLED_FILE"

func TestKilledInMidMatch(t *testing.T) {
	if file := os.Getenv(killedFile); file != "" {
		writeForEver(t, file)
		return
	}
	file := filepath.Join(t.TempDir(), "match.blast")
	child := exec.Command(os.Args[0], "-test.run=^TestKilledInMidMatch$", "-test.timeout=5m")
	child.Env = append(os.Environ(), killedFile+"="+file)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	said := 0
	for lines := bufio.NewScanner(out); lines.Scan() && said < 50; {
		if said, err = strconv.Atoi(lines.Text()); err != nil {
			t.Fatal(err)
		}
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // it was killed
	r, err := Open(file)
	if !errors.Is(err, ErrCut) || r == nil {
		t.Fatalf("%v, want ErrCut", err)
	}
	if len(r.Turns) < said {
		t.Errorf("the file has %d turns, but %d were written", len(r.Turns), said)
	}
}

// writeForEver writes turns, and reports each that is in the file.
func writeForEver(t *testing.T, file string) {
	w, err := Create(file, &Header{Game: "x", State: RawState("{}")})
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= maxTurns; n++ {
		if err := w.Turn(&Turn{Turn: n, State: RawState(`{"n":` + strconv.Itoa(n) + `}`)}); err != nil {
			t.Fatal(err)
		}
		for r, _ := Open(file); r == nil || len(r.Turns) < n; r, _ = Open(file) { // the file is always incomplete
		}
		if _, err := os.Stdout.WriteString(strconv.Itoa(n) + "\n"); err != nil {
			return
		}
	}
}
