package explain

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/internal/stage"
	"blastyard/replay"
)

// accountMatches returns how many matches of built-in bots are explained here.
func accountMatches() uint64 {
	if stage.All() {
		return 200
	}
	return 12
}

// accountMatch plays one of many different matches: of both games, of 2018, of sudden death, and with mistakes.
func accountMatch(t *testing.T, seed uint64) *replay.Replay {
	t.Helper()
	var r *replay.Replay
	switch seed / 2 % 6 {
	case 0:
		r = playHexabomb(t, "yard", seed, 80, 0, "random", "random", "greedy", "hunter")
	case 1:
		r = playBomberman(t, seed, 150, "random", "hunter", "reference", "random")
	case 2:
		r = playHexabomb(t, "maze4", seed, 80, 1, "ghost", "random", "hunter")
	case 3:
		r = playHexabomb(t, "duel", seed, 60, 0, "random", "greedy")
	case 4:
		r = play2018(t, seed, 80, "random", "greedy", "hunter")
	default:
		r = playBomberman(t, seed, 200, "hunter", "reference")
	}
	if seed%2 == 1 {
		return disturbed(t, r, seed)
	}
	return r
}

// TestAccountAddsUp: in recorded matches of both games, what brought each player points adds up to its score, and the
// parts of each difference add up to it before and after they are rounded, so that nothing is left unexplained.
func TestAccountAddsUp(t *testing.T) {
	causes := map[Cause]int{}
	for seed := range accountMatches() {
		r := accountMatch(t, seed)
		report, v := reviewed(t, r)
		checkSources(t, seed, r, v)
		scored := 0
		for p := range v.special {
			if !v.special[p] {
				scored++
			}
		}
		if len(report.Differences) != scored*(scored-1)/2 {
			t.Errorf("seed %d: %d differences of %d players", seed, len(report.Differences), scored)
		}
		for _, d := range report.Differences {
			exact, sum, rounded := v.accounts.parts(d.Player, d.Over), 0.0, 0
			for _, part := range exact {
				sum += part
			}
			for _, part := range d.Parts {
				rounded += part.Points
				causes[part.Cause]++
				if part.Text == "" {
					t.Errorf("seed %d: no text for %v", seed, part.Cause)
				}
			}
			want := r.Result.Scores[d.Player] - r.Result.Scores[d.Over]
			if math.Abs(sum-float64(want)) > 1e-6 || rounded != want || d.Points != want {
				t.Errorf("seed %d: %d over %d by %d: the parts add up to %v, rounded to %d: %+v", seed, d.Player, d.Over,
					want, sum, rounded, d.Parts)
			}
		}
	}
	for c := range Unknown {
		if causes[c] == 0 && c != Bonus && c != Start {
			t.Errorf("no difference had the cause %v", c)
		}
	}
	if causes[Unknown] > 0 {
		t.Errorf("%d differences have an unknown part", causes[Unknown])
	}
}

// reviewed explains a match, and also returns the review.
func reviewed(t *testing.T, r *replay.Replay) (*Report, *review) {
	t.Helper()
	report, v, err := explained(r, games.All())
	if err != nil {
		t.Fatal(err)
	}
	return report, v
}

// checkSources checks what brought points, which is recorded by the cells and the bombs, against the scores.
func checkSources(t *testing.T, seed uint64, r *replay.Replay, v *review) {
	t.Helper()
	characters := make([]int, len(v.special))
	for _, p := range v.layout.owners {
		characters[p]++
	}
	for p, score := range r.Result.Scores {
		if v.special[p] {
			continue
		}
		sum := float64(v.accounts.base[p])
		for _, s := range v.accounts.sources {
			if s != nil {
				sum += s.points[p]
			}
		}
		if sum != float64(score) {
			t.Errorf("seed %d: what brought player %d points adds up to %v, its score is %d", seed, p, sum, score)
		}
		if got := v.accounts.all(p); got != characters[p]*len(r.Turns) {
			t.Errorf("seed %d: player %d has %d turns of characters, of %d in %d", seed, p, got, characters[p], len(r.Turns))
		}
		if s := v.accounts.sources[Kills]; s != nil && (s.points[p] < 0 || int(s.points[p])%v.layout.penalty != 0) {
			t.Errorf("seed %d: kills brought player %d %v points at %d each", seed, p, s.points[p], v.layout.penalty)
		}
	}
}

// TestAccountOfSuddenDeath: who outlived whom, by how much, and how.
func TestAccountOfSuddenDeath(t *testing.T) {
	report, _ := hexabombReport(t, "@0 . . a0 . . . . . . b0", "b0 bomb 2 2; a0 x+", "", "a0 x-")
	if len(report.Differences) != 1 {
		t.Fatalf("%+v", report.Differences)
	}
	d := report.Differences[0]
	want := "it lived to the end, and cy died in turn 3 in its own blast"
	if d.Player != 1 || d.Over != 2 || d.Points != 1 || len(d.Parts) != 1 || d.Parts[0].Cause != Deaths ||
		d.Parts[0].Points != 1 || d.Parts[0].Text != want {
		t.Errorf("%+v, want 1 point: %s", d, want)
	}
	if !strings.Contains(report.Story, "longer than cy: "+want) {
		t.Errorf("the story is %q", report.Story)
	}
}

// TestAccountOfTheStart: more cells at the start are a part of their own.
func TestAccountOfTheStart(t *testing.T) {
	report, _ := hexabombReport(t, ". a0 a a a . . . . b0", "a0 x-; b0 x-", "a0 x+; b0 x+", "")
	d := report.Differences[0]
	if !slices.ContainsFunc(d.Parts, func(p Part) bool { return p.Cause == Start && p.Points > 0 }) {
		t.Errorf("%+v", d)
	}
}

// TestContested: moves to a free cell that another player reached first are one line that costs nothing, and a part
// of their own.
func TestContested(t *testing.T) {
	turns := []string{"a0 x+; b0 x-", "a0 x-", "a0 x+; b0 x-"}
	got := hexabombLessons(t, "a0 . b0 . .", turns...)
	if !slices.Contains(got, "refused 0, turns 1 to 3: 2 actions of B were refused: another player came first to the same "+
		"free cell (turns 1, 3)") {
		t.Errorf("%q", got)
	}
	_, r := hexabombReport(t, "a0 . b0 . .", turns...)
	if n, m := r.accounts.turns[Contested][1], r.accounts.turns[Refusals][1]; n != 2 || m != 0 {
		t.Errorf("%d turns were lost to others, %d to refused actions", n, m)
	}
}

// TestWholeParts: rounded parts have the sum of the whole; what is missing is told.
func TestWholeParts(t *testing.T) {
	for _, c := range []struct {
		parts [numCauses]float64
		total int
		want  string
	}{
		{[numCauses]float64{Walked: 1.5, Painted: 1.25, Kept: -0.75}, 2, "walked 2 painted 1 kept -1"},
		{[numCauses]float64{Walked: 7}, 7, "walked 7"},
		{[numCauses]float64{Walked: 7}, 9, "walked 7 unknown 2"},
		{[numCauses]float64{}, 0, ""},
	} {
		var words []string
		for cause, points := range whole(c.parts, c.total) {
			if points != 0 {
				words = append(words, fmt.Sprintf("%v %d", Cause(cause), points))
			}
		}
		if got := strings.Join(words, " "); got != c.want {
			t.Errorf("%v of %d: %s, want %s", c.parts, c.total, got, c.want)
		}
	}
}

// TestMomentsOfTheWinner: in matches with moments in favour of the winner, these are told first.
func TestMomentsOfTheWinner(t *testing.T) {
	first := 0
	for seed := range uint64(4) {
		report, v := reviewed(t, playHexabomb(t, "yard", seed, 80, 0, "random", "random", "greedy", "hunter"))
		least := v.rules.leastSwing(&v.timeline)
		raised := slices.ContainsFunc(v.events, func(e event) bool {
			return e.swing != nil && report.winner >= 0 && float64(e.swing[report.winner]) >= least
		})
		if !raised {
			continue
		}
		first++
		m := report.winnersFirst()[0]
		if m.Player != report.winner || m.Swing <= 0 {
			t.Errorf("seed %d: player %d won, but the first moment is %+v", seed, report.winner, m)
		}
		var out strings.Builder
		report.Write(&out, []string{"a", "b", "c", "d"}, viewer.Mark, Everyone, 1)
		if _, after, _ := strings.Cut(out.String(), "what decided\n"); !strings.Contains(strings.SplitN(after, "\n", 2)[0],
			fmt.Sprintf("turn %d: ", m.Turn)) {
			t.Errorf("seed %d: printed %s", seed, after)
		}
	}
	if first < 2 {
		t.Errorf("only %d matches had a moment of the winner", first)
	}
}
