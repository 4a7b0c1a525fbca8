package explain

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/replay"
	"blastyard/rules/blast"
	"blastyard/rules/bomberman"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
)

// hexabombReport plays turns from a picture of a board, as hexabombLessons does, and returns the report and the
// played match.
func hexabombReport(t *testing.T, picture string, turns ...string) (*Report, *review) {
	t.Helper()
	s, err := hexabomb.ParseState(rowOf(picture))
	if err != nil {
		t.Fatal(err)
	}
	h := &replay.Header{}
	for _, name := range []string{"ann", "bob", "cy"}[:s.Board().NumPlayers()] {
		h.Players = append(h.Players, replay.Player{Name: name})
	}
	r := reviewOf(t, hexabombFrom(t, s), h, len(turns))
	for i, text := range turns {
		play(t, r, hexabombTurn(t, s.Board(), i+1, text))
	}
	report := &Report{}
	r.tellStory(report, newCallNames(h))
	return report, r
}

func told(moments []Moment) (lines []string) {
	for _, m := range moments {
		lines = append(lines, fmt.Sprintf("turn %d (%d to %d), player %d: %s: %s", m.Turn, m.From, m.To, m.Player, fmt.Sprint(m.Swing), m.Text))
	}
	return lines
}

// TestDecidedByOneTurn: in a match in which one blast paints all cells, its turn is the only moment, and the swing is
// the score of these cells until the end.
func TestDecidedByOneTurn(t *testing.T) {
	report, _ := hexabombReport(t, "a0 . . . . b0", "b0 x+", "a0 bomb 4 2", "", "", "", "")
	// The blast of turn 4 paints four cells, which score in three turns.
	want := []string{"turn 4 (1 to 6), player 0: 12: ann killed one of its own and painted 4 cells with a bomb; " +
		"without that, its lead at the end would have been 12 points lower"}
	if got := told(report.Moments); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if want := "ann won by 12 points over bob: its bombs painted 4 cells and bob's 0 (+12)."; report.Story != want {
		t.Errorf("the story is %q, want %q", report.Story, want)
	}
}

// TestTurnedByOneTurn: a turn that was worth more than the winner's margin is in the story.
func TestTurnedByOneTurn(t *testing.T) {
	report, _ := hexabombReport(t, "a0 . . . . . . b0 b b", "a0 bomb 4 2", "", "", "", "", "")
	if len(report.Moments) != 1 || report.Moments[0].Turn != 3 || report.Moments[0].Swing <= 0 ||
		!strings.Contains(report.Story, fmt.Sprintf("turn 3 alone was worth %d points, more than it won by", report.Moments[0].Swing)) {
		t.Errorf("%q, %q", told(report.Moments), report.Story)
	}
}

// TestNothingDecided: a match without bombs, or whose bombs gain nothing, has no moment, and a draw has no story.
func TestNothingDecided(t *testing.T) {
	for _, turns := range [][]string{
		{"a0 x+; b0 x-", "a0 x-; b0 x+", "a0 x+", "b0 x-"},
		{"a0 bomb 2 4; b0 bomb 2 4", "", "", ""},
	} {
		report, _ := hexabombReport(t, "a0 . . . . . . . . . b0", turns...)
		if report.Moments != nil || report.Story != "" {
			t.Errorf("%q: %q, %q", turns, told(report.Moments), report.Story)
		}
	}
}

// TestSwingTooSmall: a change of less than a turn and a half of a fair share of the cells is no moment.
func TestSwingTooSmall(t *testing.T) {
	report, r := hexabombReport(t, "a0 . . . . . . . . . . . . . . . . . . . . . . b0", "a0 bomb 2 2; b0 x-", "", "")
	if report.Moments != nil || len(r.events) != 1 || r.events[0].swing[0] <= 0 {
		t.Errorf("%q, %+v", told(report.Moments), r.events)
	}
}

// TestSwings: in real matches, the swing of a moment equals the difference between playing the match with and without
// the bombs of its turn. The test computes it in another way, with replay.Play and the scores of game.Match.
func TestSwings(t *testing.T) {
	moments := 0
	for seed := range uint64(3) {
		for _, r := range []*replay.Replay{
			playHexabomb(t, "yard", seed, 80, 0, "random", "random", "greedy", "hunter"),
			playHexabomb(t, "maze4", seed, 80, 1, "ghost", "random", "hunter"),
			playBomberman(t, seed, 150, "random", "random", "reference", "random"),
		} {
			report, err := Explain(r, games.All())
			if err != nil {
				t.Fatal(err)
			}
			if report.Story == "" && r.Result.Winner >= 0 || report.Story != "" && r.Result.Winner < 0 {
				t.Errorf("%s, seed %d: winner %d, story %q", r.Header.Game, seed, r.Result.Winner, report.Story)
			}
			for i := range report.Moments {
				moments++
				checkMoment(t, r, &report.Moments[i])
				if i > 0 && report.Moments[i].From <= report.Moments[i-1].To {
					t.Errorf("%s, seed %d: moments overlap: %q", r.Header.Game, seed, told(report.Moments))
				}
			}
		}
	}
	if moments < 12 {
		t.Errorf("only %d moments", moments)
	}
}

// checkMoment plays the match to the turn of a moment, removes the bombs that explode in it within the moment's
// cells, and continues.
func checkMoment(t *testing.T, r *replay.Replay, m *Moment) {
	t.Helper()
	if m.From < 0 || m.From > m.Turn || m.To < m.Turn || m.To > len(r.Turns) || len(m.Cells) == 0 {
		t.Errorf("%+v", m)
	}
	with, without := before(t, r, m.Turn), before(t, r, m.Turn)
	until := m.Turn
	if s, ok := without.State().(*hexabomb.State); ok {
		b := s.Board()
		if until = len(r.Turns); !b.SuddenDeath() {
			until = min(until, m.Turn+20)
		}
		p := s.Snapshot()
		p.Bombs = slices.DeleteFunc(p.Bombs, func(b hexabomb.Bomb) bool {
			return slices.Contains(m.Cells, int(b.Cell)) && explodes(t, r, m.Turn, int(b.Cell))
		})
		state, err := b.Restore(p)
		if err != nil {
			t.Fatal(err)
		}
		s.CopyFrom(state)
	} else {
		s := without.State().(*bomberman.State)
		for i := s.NumBombs() - 1; i >= 0; i-- {
			at := s.Bomb(i).At
			block := (at.Y-1)*s.Map().Width + at.X - 1
			if slices.Contains(m.Cells, block) && explodes(t, r, m.Turn, block) {
				s.Defuse(s.Bomb(i).At)
			}
		}
	}
	for turn := m.Turn; turn <= until; turn++ {
		played := r.Turns[turn-1]
		if err := replay.Play(with, &played, false); err != nil {
			t.Fatal(err)
		}
		if turn == m.Turn {
			played.Moves = withoutBombs(t, r, m)
		}
		if err := replay.Play(without, &played, false); err != nil {
			t.Fatal(err)
		}
	}
	if got := lead(with, m.Player) - lead(without, m.Player); abs(int(got*1000)-m.Swing*1000) > 500 {
		t.Errorf("turn %d of %s: the swing is %d, playing it again gives %.2f: %s", m.Turn, r.Header.Game, m.Swing, got, m.Text)
	}
}

// withoutBombs returns the moves of a moment's turn without bombs that explode at once.
func withoutBombs(t *testing.T, r *replay.Replay, m *Moment) []replay.Move {
	t.Helper()
	moves := slices.Clone(r.Turns[m.Turn-1].Moves)
	s, ok := before(t, r, m.Turn).State().(*hexabomb.State)
	if !ok {
		return moves // a bomb of Bomberman explodes in a later round
	}
	for i, move := range moves {
		actions, err := wire.AppendActions(nil, move.Player, move.Actions, nil)
		if err != nil {
			t.Fatal(err)
		}
		actions = slices.DeleteFunc(actions, func(a hexabomb.Action) bool {
			if a.Kind != hexabomb.DropBomb || int(a.Character) >= s.Board().NumCharacters() {
				return false
			}
			cell := int(s.Character(int(a.Character)).Cell)
			return slices.Contains(m.Cells, cell) && explodes(t, r, m.Turn, cell)
		})
		moves[i].Actions = wire.AppendActionsJSON(nil, actions)
	}
	return moves
}

// explodes reports whether a bomb on a cell explodes in a turn.
func explodes(t *testing.T, r *replay.Replay, turn, cell int) bool {
	t.Helper()
	var f viewer.Frame
	before(t, r, turn+1).Picture(&f, 0, nil)
	return slices.ContainsFunc(f.Explosions, func(e viewer.Explosion) bool { return e.Cell == cell })
}

// lead returns a player's score minus the mean of the others', without special players.
func lead(g game.Match, player int) float64 {
	sum, n := 0, 0
	for p := range g.Players() {
		if s, ok := g.State().(*hexabomb.State); p != player && !(ok && s.Board().Special(p)) {
			sum += g.Score(p)
			n++
		}
	}
	return float64(g.Score(player)) - float64(sum)/float64(n)
}

// TestStories: in a match of good and bad bots the story names the winner and the second. A cut match has no story.
func TestStories(t *testing.T) {
	r := playBomberman(t, 3, 150, "random", "reference")
	report, err := Explain(r, games.All())
	if err != nil || !strings.HasPrefix(report.Story, "reference won ") || !strings.HasSuffix(report.Story, ".") {
		t.Errorf("%q, %v", report.Story, err)
	}
	r.Result = nil
	if report, err = Explain(r, games.All()); err != nil || report.Story != "" {
		t.Errorf("a match that is cut has the story %q, %v", report.Story, err)
	}
}

// TestBombsCompared: there is a lesson about bombs that gain clearly less than another player's.
func TestBombsCompared(t *testing.T) {
	l := newLedger(&replay.Header{Players: make([]replay.Player, 5)}, 100, true)
	l.compareBombs([]Tally{{Player: 0, Bombs: 10, Painted: 61}, {Player: 1, Bombs: 20, Painted: 200}, {Player: 2, Bombs: 4}, {Player: 3, Bombs: 10, Painted: 80}, {Player: 4, Bombs: 10, Painted: 81}},
		"painted %.1f cells", 5)
	want := []string{"bombs 195, turns 1 to 100: A's bombs painted 6.1 cells each, B's 10.0",
		"bombs 100, turns 1 to 100: D's bombs painted 8.0 cells each, B's 10.0"}
	if got := inWords(l.settle(1)); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestTallyDeath: a death counts as the player's own if only its bombs reached the character. Otherwise it counts for
// every other player whose bombs did.
func TestTallyDeath(t *testing.T) {
	r := &review{timeline: timeline{tallies: make([]Tally, 3)}}
	r.tallyDeath(0, []int{0})
	r.tallyDeath(0, []int{2, 0, 1})
	r.tallyDeath(1, []int{2})
	want := []Tally{{Lost: 2, Own: 1}, {Lost: 1, Kills: 1}, {Kills: 2}}
	if !slices.Equal(r.tallies, want) {
		t.Errorf("%+v, want %+v", r.tallies, want)
	}
}

// TestSuddenDeathPaintsNothing: colours are worth nothing in sudden death, so events do not mention them.
func TestSuddenDeathPaintsNothing(t *testing.T) {
	_, r := hexabombReport(t, ". . . a0 . . . . . @0", "a0 bomb 2 3", "a0 x+", "a0 x+", "a0 x+")
	if len(r.events) != 1 || r.events[0].weight != 0 || slices.Max(r.events[0].painted) > 0 {
		t.Errorf("%+v", r.events)
	}
}

// TestMomentFrames: a moment is shown from the first of its bombs, but three to six turns before, until three turns
// after.
func TestMomentFrames(t *testing.T) {
	names := newCallNames(&replay.Header{Players: make([]replay.Player, 2)})
	l := &timeline{special: make([]bool, 2), scores: make([][]int, 31)}
	for _, c := range []struct {
		turn, placed, other, from, to int
	}{{20, 16, 19, 15, 23}, {20, 19, 16, 15, 23}, {20, 19, 19, 17, 23}, {20, 2, 19, 14, 23}, {20, 0, 0, 17, 23}, {2, 1, 1, 0, 5}, {29, 25, 25, 24, 30}} {
		e := &event{turn: c.turn, owners: []int{0}, swing: []int{0, 0}, bombs: blast.Turn{{Placed: c.placed}, {Placed: c.other}}}
		if m := l.moment(e, e.about(), names); m.From != c.from || m.To != c.to {
			t.Errorf("bombs of turns %d and %d in turn %d are shown from %d to %d, want %d to %d", c.placed, c.other, c.turn,
				m.From, m.To, c.from, c.to)
		}
	}
}

// TestLeastSwing: a swing of exactly the least one makes a moment. A smaller one does not.
func TestLeastSwing(t *testing.T) {
	names := newCallNames(&replay.Header{Players: make([]replay.Player, 2)})
	l := &timeline{special: make([]bool, 2), scores: make([][]int, 31)}
	tried := []*event{{turn: 9, owners: []int{0}, swing: []int{7, -7}}, {turn: 20, owners: []int{0}, swing: []int{-6, 6}}}
	for least, want := range map[float64]int{6: 2, 6.5: 1, 7: 1, 7.5: 0} {
		if got := l.moments(tried, least, none, names); len(got) != want {
			t.Errorf("%d moments of at least %v points, want %d", len(got), least, want)
		}
	}
	_, r := hexabombReport(t, "a0 . . . . b0", "")
	for lead, want := range map[int]float64{0: 4.5, 200: 4.5, 1000: 20} {
		if got := r.rules.leastSwing(&timeline{special: make([]bool, 2), scores: [][]int{{lead, 0}}}); got != want {
			t.Errorf("with a lead of %d the least swing is %v, want %v", lead, got, want)
		}
	}
	_, r = hexabombReport(t, "a0 . . . . @0", make([]string, 200)...)
	if got := r.rules.leastSwing(&r.timeline); got != 4 {
		t.Errorf("in 200 turns of sudden death the least swing is %v, want 4", got)
	}
}

// TestDefuse: without a bomb the map is the same as before the bomb was placed.
func TestDefuse(t *testing.T) {
	m, err := bomberman.Generate(bomberman.DefaultSettings(), 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := bomberman.NewState(m)
	s.Step([]bomberman.Command{bomberman.PlaceBomb, bomberman.PlaceBomb}, nil)
	at := s.Player(0).At
	s.Defuse(at)
	s.Defuse(at) // there is nothing left to do
	if s.NumBombs() != 1 || s.Bomb(0).Owner != 1 || s.At(at).Bomb || s.Player(0).OnMap != 0 || s.Player(1).OnMap != 1 {
		t.Errorf("%d bombs, %+v", s.NumBombs(), s.Player(0))
	}
}
