package turnlog

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/game/match"
)

func lines(t *testing.T, file string) (list []Line) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		var l Line
		if err := json.Unmarshal(s.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		list = append(list, l)
	}
	return list
}

// TestTurns: a line for each turn that the bot was in the match, with what it printed since the line before.
func TestTurns(t *testing.T) {
	dir := t.TempDir()
	path := func(seat int) string {
		if seat == 1 {
			return "" // a built-in bot
		}
		return filepath.Join(dir, []string{"ann", "", "cyd"}[seat]+".jsonl")
	}
	s := New(3, path, func(err error) { t.Error(err) })
	prints := func(seat int, stream harness.Stream, text string) {
		s.Output(arena.Output{Seat: seat, Line: harness.Line{Stream: stream, Text: text}})
	}
	s.Begin(&arena.Begin{Limit: time.Second, Players: []arena.PlayerInfo{{Seat: 2}, {Seat: 1}, {Seat: 0}}})
	prints(0, harness.Stdout, "hello")
	prints(1, harness.Stdout, "nobody hears this")
	prints(2, harness.Note, "not its own")
	s.Turn(&arena.Turn{Number: 1, Moves: []arena.Move{{Player: 2, Actions: []byte(`[]`), Took: 1500 * time.Microsecond}}, Late: []int{0}, Host: []int{0}})
	prints(0, harness.Stderr, "why?")
	s.Turn(&arena.Turn{Number: 2, Moves: []arena.Move{{Player: 2, Actions: []byte(`nonsense`), Took: time.Millisecond}},
		Left: []arena.Left{{Player: 0, Reason: match.Crashed, Note: "exit code 3"}}})
	s.Turn(&arena.Turn{Number: 3})
	prints(0, harness.Stdout, "bye")
	s.End(&arena.End{})
	if got, want := lines(t, path(0)), []Line{
		{Turn: 1, Took: 1.5, Limit: 1000, Answer: json.RawMessage(`[]`), Stdout: []string{"hello"}},
		{Turn: 2, Took: 1, Limit: 1000, Stderr: []string{"why?"}},
		{Turn: 3, Limit: 1000},
		{Turn: 3, Limit: 1000, Stdout: []string{"bye"}, End: true},
	}; !reflect.DeepEqual(got, want) {
		t.Errorf("of seat 0:\n%+v, want\n%+v", got, want)
	}
	if got, want := lines(t, path(2)), []Line{
		{Turn: 1, Limit: 1000, Late: true, Host: true}, {Turn: 2, Limit: 1000, Left: "crashed: exit code 3"},
	}; !reflect.DeepEqual(got, want) {
		t.Errorf("of seat 2:\n%+v, want\n%+v", got, want)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("%d files, %v", len(entries), err)
	}
}

// TestFileIsThere: a file that is there stays as it is, which is told once; the match goes on.
func TestFileIsThere(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ann.jsonl")
	if err := os.WriteFile(file, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	var told []error
	s := New(1, func(int) string { return file }, func(err error) { told = append(told, err) })
	s.Begin(&arena.Begin{Players: []arena.PlayerInfo{{Seat: 0}}})
	s.Turn(&arena.Turn{Number: 1})
	s.End(&arena.End{})
	if len(told) != 1 || !errors.Is(told[0], fs.ErrExist) {
		t.Errorf("told: %v", told)
	}
	if text, err := os.ReadFile(file); string(text) != "mine" || err != nil {
		t.Errorf("the file has %q, %v", text, err)
	}
}
