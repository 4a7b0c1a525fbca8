package playback

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/internal/stage"
	"blastyard/replay"
	"blastyard/rules/bomberman"
	bomberwire "blastyard/rules/bomberman/wire"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
)

func header(game string, names ...string) replay.Header {
	h := replay.Header{Version: replay.Version, Game: game, Title: "a test", Seed: 7, Turns: 200, Limit: 1000,
		Started: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
	for _, name := range names {
		h.Players = append(h.Players, replay.Player{Name: name, Bot: "builtin:" + name})
	}
	return h
}

// hexabombMatch returns a match of random moves, and its frames without a log.
func hexabombMatch(t testing.TB, turns int, keepStates bool) (*replay.Replay, []viewer.Frame) {
	t.Helper()
	m := &hexabomb.Map{}
	for q := range 9 {
		for r := range 9 {
			m.Cells = append(m.Cells, hexabomb.Coord{Q: q, R: r})
		}
	}
	m.Starts = [][]hexabomb.Coord{{{Q: 1, R: 1}, {Q: 1, R: 7}}, {{Q: 7, R: 1}, {Q: 7, R: 7}}}
	b, err := hexabomb.NewBoard(m, 2, 0)
	if err != nil {
		t.Fatal(err)
	}
	r := &replay.Replay{Header: header(replay.Hexabomb, "ann", "bob")}
	s, encoder, random := hexabomb.NewState(b), wire.NewEncoder(b), rand.New(rand.NewPCG(1, 2))
	if r.Header.Map.File, err = wire.EncodeMap(m); err != nil {
		t.Fatal(err)
	}
	if keepStates {
		r.Header.State = encoder.Append(nil, s)
	}
	frames := make([]viewer.Frame, turns+1)
	draw := func(i int) { games.PictureHexabomb(&frames[i], s, 200, nil) }
	draw(0)
	for i := 1; i <= turns; i++ {
		turn := replay.Turn{Turn: i}
		var all []hexabomb.Action
		for player := range 2 {
			var actions []hexabomb.Action
			for id := 2 * player; id < 2*player+2; id++ {
				actions = append(actions, hexabomb.Action{Player: uint16(player), Character: uint16(id), Kind: hexabomb.Kind(random.IntN(3)),
					Direction: hexabomb.Direction(random.IntN(6)), Range: 3, Delay: 3})
			}
			all = append(all, actions...)
			turn.Moves = append(turn.Moves, replay.Move{Player: player, Micros: 100*i + player, Actions: wire.AppendActionsJSON(nil, actions)})
		}
		s.Step(all, nil)
		if keepStates {
			turn.State = encoder.Append(nil, s)
		}
		r.Turns = append(r.Turns, turn)
		draw(i)
	}
	return r, frames
}

func bombermanMatch(t testing.TB, rounds int, keepStates bool) (*replay.Replay, []viewer.Frame) {
	t.Helper()
	r := &replay.Replay{Header: header(replay.Bomberman, "ann", "bob")}
	r.Header.Turns = 0
	m, err := bomberman.Generate(bomberman.DefaultSettings(), 2, 7)
	if err != nil {
		t.Fatal(err)
	}
	s, text := bomberman.NewState(m), bomberwire.Text{Names: []string{"ann", "bob"}}
	if keepStates {
		r.Header.State = text.AppendState(nil, s)
	}
	frames := make([]viewer.Frame, rounds+1)
	games.PictureBomberman(&frames[0], s, nil)
	random := rand.New(rand.NewPCG(3, 4))
	for i := 1; i <= rounds; i++ {
		turn := replay.Turn{Turn: i}
		commands := make([]bomberman.Command, 2)
		for k := range commands {
			commands[k] = bomberman.Command(random.IntN(5)) // no bombs, so that both survive
			turn.Moves = append(turn.Moves, replay.Move{Player: k, Micros: 7, Actions: json.RawMessage(fmt.Sprint(int(commands[k])))})
		}
		s.Step(commands, nil)
		if keepStates {
			turn.State = text.AppendState(nil, s)
		}
		r.Turns = append(r.Turns, turn)
		games.PictureBomberman(&frames[i], s, nil)
	}
	return r, frames
}

// boardOf returns a frame without what the rules do not determine.
func boardOf(f *viewer.Frame) viewer.Frame {
	b := f.Clone()
	b.Events, b.Refused, b.Output = nil, nil, nil
	for i := range b.Players {
		p := &b.Players[i]
		p.Name, p.Connected, p.Note, p.Micros = "", false, "", 0
	}
	if len(b.Bombs) == 0 {
		b.Bombs = nil
	}
	if len(b.Explosions) == 0 {
		b.Explosions = nil
	}
	b.Caption = viewer.Caption{}
	return b
}

// TestFrames: in both games, by rules and from states, the frames equal the original boards, in order and in any
// order.
func TestFrames(t *testing.T) {
	stage.Plain(t, "compares whole matches")
	for _, c := range []struct {
		name   string
		match  func(testing.TB, int, bool) (*replay.Replay, []viewer.Frame)
		states bool
	}{{"hexabomb", hexabombMatch, false}, {"hexabomb states", hexabombMatch, true}, {"bomberman", bombermanMatch, false}, {"bomberman states", bombermanMatch, true}} {
		t.Run(c.name, func(t *testing.T) {
			const turns = 150
			r, want := c.match(t, turns, c.states)
			if c.states && r.Header.Game == replay.Bomberman {
				for i := range want {
					for k := range want[i].Players {
						want[i].Players[k].Cells, want[i].Players[k].Share = 0, 0 // state.json does not contain these
					}
				}
			}
			p, err := New(r, games.All())
			if err != nil {
				t.Fatal(err)
			}
			if p.Len() != turns || len(p.Header().Cells) != len(want[0].Cells) || p.Header().Shape != want[0].Shape || p.End() != nil {
				t.Errorf("%d turns, %d cells, end %v", p.Len(), len(p.Header().Cells), p.End())
			}
			var inOrder []viewer.Frame
			for f, err := range p.Frames() {
				if err != nil {
					t.Fatal(err)
				}
				inOrder = append(inOrder, f.Clone())
				i := f.Turn
				if got := boardOf(f); !reflect.DeepEqual(boardOf(&want[i]), got) {
					t.Fatalf("turn %d (-want +got):\n%.3000s", i, cmp.Diff(boardOf(&want[i]), got))
				}
			}
			if len(inOrder) != turns+1 {
				t.Fatalf("%d frames", len(inOrder))
			}
			random := rand.New(rand.NewPCG(5, 6))
			for range 300 {
				i := random.IntN(turns + 1)
				f, err := p.Frame(i)
				if err != nil {
					t.Fatal(err)
				}
				if want, got := inOrder[i].AppendJSON(nil), f.AppendJSON(nil); !bytes.Equal(want, got) {
					t.Fatalf("turn %d: at random\n%s\nin order\n%s", i, got, want)
				}
			}
		})
	}
}

func TestShow(t *testing.T) {
	r, _ := bombermanMatch(t, 3, true)
	for _, keepStates := range []bool{true, false} {
		if !keepStates {
			r.Header.State = nil
		}
		p, err := New(r, games.All())
		if err != nil {
			t.Fatal(err)
		}
		want := &viewer.Header{Game: "bomberman", Title: "a test", Shape: viewer.Square, Turns: 442, Seed: "7", Started: "2026-11-21T09:00:00Z", Limit: 1000,
			Death: p.header.Death, Legend: games.Bomberman().Legend, Players: []viewer.HeaderPlayer{{Name: "ann", Bot: "builtin:ann"}, {Name: "bob", Bot: "builtin:bob"}}}
		if diff := cmp.Diff(want, p.Header(), cmpopts.IgnoreFields(viewer.Header{}, "Cells")); diff != "" || p.header.Death < 100 {
			t.Errorf("states %v: bounty %d (-want +got):\n%s", keepStates, p.header.Death, diff)
		}
	}
}

// TestLog: what a replay contains beside the moves is in the log.
func TestLog(t *testing.T) {
	r, _ := hexabombMatch(t, 5, false)
	r.Turns[1].Late = []int{1}
	r.Turns[1].Moves = r.Turns[1].Moves[:1]
	r.Turns[1].Output = []replay.Line{{Player: 0, Text: "hello", Err: true}, {Player: 9, Text: "nobody"}}
	r.Turns[1].Refused = []viewer.Refusal{{Player: 1, Action: "move", Reason: "dead"}, {Player: -1}}
	r.Turns[2].Gone = []replay.Gone{{Player: 0, Reason: "crashed", Note: "exit code 3"}, {Player: 7}}
	r.Turns[2].Notes = []string{"the lights went out"}
	r.Turns[3].Late = []int{0, 1, -5}
	r.Turns[3].Host = []int{0, 1, -5}
	r.Result = &replay.Result{Turns: 5, Winner: 1, Why: "power cut", Players: []replay.Fate{{Reason: "crashed", Late: 2, Refused: 1, Host: 1}, {Reason: "finished"}}}
	p, err := New(r, games.All())
	if err != nil {
		t.Fatal(err)
	}
	frame := func(turn int) *viewer.Frame {
		f, err := p.Frame(turn)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	f := frame(2)
	if f.Players[1].Note != "late" || f.Players[1].Micros != viewer.NoTime || f.Players[0].Micros != 200 {
		t.Errorf("turn 2: %+v", f.Players)
	}
	if diff := cmp.Diff([]viewer.Line{{Player: 0, Err: true, Text: "hello"}}, f.Output); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]viewer.Refusal{{Player: 1, Action: "move", Reason: "dead"}}, f.Refused); diff != "" {
		t.Error(diff)
	}
	f = frame(3)
	if f.Players[1].Note != "" || f.Players[0].Connected || f.Players[0].Note != "failed in turn 3: crashed" {
		t.Errorf("turn 3: %+v", f.Players)
	}
	text := fmt.Sprint(f.Events)
	for _, want := range []string{"A failed in turn 3: crashed", "A: exit code 3", "the lights went out"} {
		if !strings.Contains(text, want) {
			t.Errorf("turn 3: events %v lack %q", f.Events, want)
		}
	}
	if f = frame(4); f.Players[0].Note != "failed in turn 3: crashed" || f.Players[1].Note != viewer.HostLate || !strings.Contains(fmt.Sprint(f.Events), "B was late (host)") {
		t.Errorf("turn 4: %+v", f.Players)
	}
	want := &viewer.End{Turns: 5, Winner: 1, Why: "power cut", Players: []viewer.EndPlayer{{Reason: "crashed", Late: 2, Refused: 1, Host: 1}, {Reason: "finished"}}}
	if diff := cmp.Diff(want, p.End()); diff != "" {
		t.Error(diff)
	}
	if r.Result.Winner = 5; p.End().Winner != -1 {
		t.Error("a winner that does not play")
	}
}

// TestForeignGame: the states of an unknown game are shown as JSON.
func TestForeignGame(t *testing.T) {
	r := &replay.Replay{Header: header("chess", "ann", "bob"), Turns: []replay.Turn{{Turn: 1, State: []byte(`{"board":"e4"}`)}, {Turn: 2}}}
	if _, err := New(r, games.All()); !errors.Is(err, ErrNoBoard) {
		t.Errorf("neither rules nor states: %v", err)
	}
	r.Header.State, r.Header.Seed = []byte(`{"board":""}`), 0
	p, err := New(r, games.All())
	if err != nil {
		t.Fatal(err)
	}
	f, err := p.Frame(1)
	if err != nil || f.Shape != viewer.Tree || string(f.Tree) != `{"board":"e4"}` || f.Players[1].Name != "bob" || p.Header().Seed != "" || p.Header().Shape != viewer.Tree {
		t.Errorf("%+v, %v", f, err)
	}
	if f, err := p.Frame(2); err == nil {
		t.Errorf("a turn without a state: %+v", f)
	}
	if f, err := p.Frame(1); err != nil || f.Turn != 1 {
		t.Errorf("after an error: %+v, %v", f, err)
	}
	for _, turn := range []int{-1, 3} {
		if _, err := p.Frame(turn); err == nil {
			t.Errorf("there is a turn %d", turn)
		}
	}
}

// TestBoardThatChanges: states with other cells than the first are refused, because pages know only the first ones.
func TestBoardThatChanges(t *testing.T) {
	r, _ := hexabombMatch(t, 2, true)
	r.Turns[1].State = []byte(`{"cells":[{"q":0,"r":0}],"characters":[],"cell_count":{"0":0,"1":0},"score":{"0":0,"1":0}}`)
	p, err := New(r, games.All())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Frame(2); err == nil || !strings.Contains(err.Error(), "turn 2: the board has 1 cells") {
		t.Error(err)
	}
	r.Turns[1].State = []byte(`{`)
	last := error(nil)
	n := 0
	for _, err := range p.Frames() {
		last = err
		n++
	}
	if n != 3 || !errors.Is(last, viewer.ErrState) {
		t.Errorf("%d frames, %v", n, last)
	}
}

func TestManyReaders(t *testing.T) {
	r, want := hexabombMatch(t, 200, false)
	p, err := New(r, games.All())
	if err != nil {
		t.Fatal(err)
	}
	var readers sync.WaitGroup
	for k := range 4 {
		readers.Go(func() {
			for i := range 50 {
				turn := (i*37 + k*50) % 201
				f, err := p.Frame(turn)
				if err != nil || len(f.Cells) != len(want[turn].Cells) || f.Players[0].Score != want[turn].Players[0].Score {
					t.Errorf("turn %d: %+v, %v", turn, f, err)
				}
			}
		})
	}
	readers.Wait()
}

// TestMarksAreBounded: the marks of the longest match on the largest board stay within the limits.
func TestMarksAreBounded(t *testing.T) {
	for _, c := range []struct{ turns, cells, every int }{{100, 415, 64}, {65535, 415, 64}, {65535, 65535, 511}, {65535, 0, 64}} {
		m := newMarks(c.turns, c.cells)
		if m.every != c.every || c.turns/m.every*c.cells > 2*maxMarkCells {
			t.Errorf("%d turns, %d cells: a mark every %d", c.turns, c.cells, m.every)
		}
	}
}

func BenchmarkFrame(b *testing.B) {
	r, _ := hexabombMatch(b, 1000, false)
	p, err := New(r, games.All())
	if err != nil {
		b.Fatal(err)
	}
	random := rand.New(rand.NewPCG(5, 6))
	for b.Loop() {
		if _, err := p.Frame(random.IntN(1001)); err != nil {
			b.Fatal(err)
		}
	}
}

// TestOtherRulesAreTold: a match of another version of the rules has a note at its start, once.
func TestOtherRulesAreTold(t *testing.T) {
	r, _ := hexabombMatch(t, 5, false)
	const other = 1000
	for _, c := range []struct {
		rules replay.Rules
		want  []string
	}{
		{other, []string{fmt.Sprintf("made by rules %d, this program has %d", other, hexabomb.V11.Number())}},
		{replay.Rules(hexabomb.V11.Number()), nil},
		{0, nil},
	} {
		r.Header.Rules = c.rules
		p, err := New(r, games.All())
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			f, err := p.Frame(0)
			if err != nil {
				t.Fatal(err)
			}
			var notes []string
			for _, e := range f.Events {
				if e.Kind == viewer.NoteEvent {
					notes = append(notes, e.Text)
				}
			}
			if !slices.Equal(notes, c.want) {
				t.Errorf("rules %d: %q, want %q", c.rules, notes, c.want)
			}
			if f, err = p.Frame(2); err != nil || len(f.Events) > 0 && strings.Contains(f.Events[0].Text, "made by") {
				t.Errorf("rules %d, turn 2: %+v, %v", c.rules, f.Events, err)
			}
		}
	}
}
