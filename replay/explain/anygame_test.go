package explain

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/lightcycles"
	"blastyard/game/match"
	"blastyard/game/tinygame"
	"blastyard/game/viewer"
	"blastyard/replay"
)

// recorded plays a match of built-in bots and returns its replay. change changes a turn before it is played.
func recorded(t *testing.T, k *game.Kind, bots []string, change func(turn *replay.Turn)) *replay.Replay {
	t.Helper()
	m, err := k.New(game.Setup{Players: len(bots), Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	hash := m.Hash()
	r := &replay.Replay{Header: replay.Header{Version: 1, Game: k.Name, Rules: replay.Rules(k.Rules), Seed: 3, Hash: &hash}}
	var players []game.Bot
	for p, name := range bots {
		r.Header.Players = append(r.Header.Players, replay.Player{Name: name})
		b, err := m.Bot(name, p, uint64(p))
		if err != nil {
			t.Fatal(err)
		}
		players = append(players, b)
	}
	for turns := m.LastTurn(); !m.Over() && (turns == 0 || m.Turn() < turns); {
		turn := replay.Turn{Turn: m.Turn() + 1}
		for p, b := range players {
			move := replay.Move{Player: p}
			if m.Acts(p) {
				b.Act(m)
				move.Actions = m.AppendActions(nil, p)
			}
			turn.Moves = append(turn.Moves, move)
		}
		change(&turn)
		if err := replay.Play(m, &turn, true); err != nil {
			t.Fatal(err)
		}
		hash := m.Hash()
		turn.Hash, turn.Refused = &hash, m.AppendRefused(nil)
		r.Turns = append(r.Turns, turn)
	}
	r.Result = &replay.Result{Turns: m.Turn(), Winner: m.Winner(), Scores: scoresOf(m)}
	return r
}

// TestGamesWithoutEntries: of a game without entries of its own, a report tells what the match shows.
func TestGamesWithoutEntries(t *testing.T) {
	kinds := append(games.All(), lightcycles.Kind(), tinygame.Kind())
	bad := func(actions string) func(turn *replay.Turn) {
		return func(turn *replay.Turn) {
			if turn.Turn == 2 {
				turn.Moves[1].Actions, turn.Late = json.RawMessage(actions), []int{0}
			}
		}
	}
	for _, row := range []struct {
		replay  *replay.Replay
		lessons []string // parts of the lessons of turn 2
		story   string
	}{
		{recorded(t, lightcycles.Kind(), []string{"careful", "straight"}, bad(`["back"]`)),
			[]string{"late: A was late in 1 turn", "refused: an action of B was refused: not one of up, right, down, left"},
			"careful won by 1 point over straight: it led only after the last turn, and it held 14 cells and straight 13."},
		{recorded(t, tinygame.Kind(), []string{"hopper", "plodder"}, bad(`[9]`)),
			[]string{"late: A was late in 1 turn", `refused: B asked for "go 9", refused: too far`},
			"hopper won by 18 points over plodder: it led from the first turn to the end."},
	} {
		report, err := Explain(row.replay, kinds)
		if err != nil {
			t.Fatal(err)
		}
		var lessons []string
		for _, l := range report.Lessons {
			if l.Turn == 2 {
				lessons = append(lessons, l.Kind.String()+": "+l.Text)
			}
			if l.Cost < 0 || l.Cost > row.replay.Result.Turns {
				t.Errorf("%s costs %d", l.Text, l.Cost)
			}
		}
		slices.Sort(lessons)
		if !slices.Equal(lessons, row.lessons) {
			t.Errorf("%s: %q, want %q", row.replay.Header.Game, lessons, row.lessons)
		}
		if report.Story != row.story {
			t.Errorf("%s: %q, want %q", row.replay.Header.Game, report.Story, row.story)
		}
		var out strings.Builder
		names := []string{row.replay.Header.Players[0].Name, row.replay.Header.Players[1].Name}
		report.Write(&out, names, viewer.Mark, Everyone, Shown)
		if !strings.Contains(out.String(), report.Story) || !strings.Contains(out.String(), "turn 2: A was late in 1 turn\n") {
			t.Errorf("%s", out.String())
		}
		report.AddTo(&viewer.End{})
	}
}

// TestForeignGame: of a game that is not known, a report tells what was recorded, also where the match was cut off.
func TestForeignGame(t *testing.T) {
	one, none := 1, match.NoWinner
	r := &replay.Replay{
		Header: replay.Header{Game: "chess", Players: []replay.Player{{Name: "ann"}, {Name: "bob"}}, State: []byte(`{"pawns":[16]}`)},
		Turns: []replay.Turn{
			{Turn: 1, State: []byte(`{"pawns":[15]}`), Winner: &none, Late: []int{0}},
			{Turn: 2, State: []byte(`{"pawns":[14]}`), Winner: &one, Gone: []replay.Gone{{Player: 0, Reason: "crashed"}}},
			{Turn: 3, State: []byte(`{"pawns":[13]}`), Winner: &one},
		},
		Result: &replay.Result{Turns: 3, Winner: 1, Scores: []int{0, 0}},
	}
	report, err := Explain(r, games.All())
	if err != nil {
		t.Fatal(err)
	}
	if want := "bob won: it led from turn 2 to the end, and ann failed in turn 2."; report.Story != want {
		t.Errorf("%q, want %q", report.Story, want)
	}
	var lessons []string
	for _, l := range report.Lessons {
		lessons = append(lessons, l.Text)
	}
	if want := []string{"A was late in 1 turn", "A failed: crashed"}; !slices.Equal(lessons, want) {
		t.Errorf("%q, want %q", lessons, want)
	}
	r.Result = nil
	if report, err := Explain(r, games.All()); err != nil || report.Story != "" || len(report.Lessons) != 2 {
		t.Errorf("without its end: %+v, %v", report, err)
	}
	r.Turns, r.Result = nil, &replay.Result{Winner: match.NoWinner}
	if report, err := Explain(r, games.All()); err != nil || report.Story != "no player won." {
		t.Errorf("without turns: %+v, %v", report, err)
	}
}
