package hexabots

import (
	"math"
	"slices"
	"testing"

	"blastyard/rules/hexabomb"
)

// afterTurns returns the expert of player 0 after it has played some turns against hunters, and the state then.
func afterTurns(t *testing.T, b *hexabomb.Board, turns int) (*expert, *hexabomb.State) {
	t.Helper()
	bots := make([]Bot, b.NumPlayers())
	for p := range bots {
		name := "hunter"
		if p == 0 {
			name = "expert"
		}
		var err error
		if bots[p], err = New(name, b, p, uint64(p)); err != nil {
			t.Fatal(err)
		}
	}
	s := hexabomb.NewState(b)
	var actions []hexabomb.Action
	for range turns {
		actions = actions[:0]
		for _, bot := range bots {
			actions = bot.Act(actions, s)
		}
		s.Step(actions, nil)
	}
	return bots[0].(*expert), s
}

// TestExpertCountsRight: what a change of a plan is worth, played on from the turn that it changes, is what the whole
// plan is worth when it is played from the start.
func TestExpertCountsRight(t *testing.T) {
	e, s := afterTurns(t, board(t, "duel", 2, 0), 13)
	e.states[0].CopyFrom(s)
	e.playOn(e.askHunter)
	e.follow()
	for range 500 {
		copy(e.changed, e.plan)
		from := e.change()
		value := e.try(from)
		for i := range e.plan {
			if !slices.Equal(e.plan[i][:from], e.changed[i][:from]) {
				t.Fatalf("a change from turn %d on changed %v to %v", from, e.plan[i], e.changed[i])
			}
		}
		copy(e.plan, e.changed)
		if again := e.follow(); again != value {
			t.Fatalf("from turn %d on: %d, from the start: %d", from, value, again)
		}
	}
}

// TestExpertImproves: the plan that it takes is worth as much as the hunter's or more, and mostly more.
func TestExpertImproves(t *testing.T) {
	e, s := afterTurns(t, board(t, "duel", 2, 0), 8)
	more := 0
	for range 20 {
		e.states[0].CopyFrom(s)
		e.playOn(e.askHunter)
		hunters := e.follow()
		e.bestValue = hunters
		copy(e.best, e.plan)
		e.searchAll(s)
		if e.bestValue < hunters {
			t.Fatalf("turn %d: worth %d, the hunter's plan %d", s.Turn(), e.bestValue, hunters)
		}
		if e.bestValue > hunters {
			more++
		}
		s.Step(e.appendActions(nil, s, e.best, 0), nil)
	}
	if more < 10 {
		t.Errorf("better than the hunter's plan in %d of 20 turns only", more)
	}
}

// TestExpertOps: a plan holds every action that there is.
func TestExpertOps(t *testing.T) {
	e, s := afterTurns(t, board(t, "duel", 2, 0), 0)
	var all []hexabomb.Action
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		all = append(all, e.move(0, d))
	}
	for reach := hexabomb.MinBomb; reach <= hexabomb.MaxBomb; reach++ {
		for delay := hexabomb.MinBomb; delay <= hexabomb.MaxBomb; delay++ {
			all = append(all, e.bomb(0, reach, delay))
		}
	}
	for _, a := range all {
		p := make(plan, len(e.plan))
		for i := range p {
			p[i][0] = opStay
		}
		p[0][0] = opOf(a)
		got := e.appendActions(nil, s, p, 0)
		if _, ok := e.board.Neighbour(s.Character(0).Cell, a.Direction); a.Kind == hexabomb.Move && !ok {
			if len(got) != 0 {
				t.Errorf("%+v leads off the board and became %+v", a, got)
			}
		} else if !slices.Equal(got, []hexabomb.Action{a}) {
			t.Errorf("%+v became %+v", a, got)
		}
	}
}

// TestExpertSpendsLess: what a turn costs is bounded by the size of the game; on a very large one it plays as hunter
// does.
func TestExpertSpendsLess(t *testing.T) {
	for _, row := range []struct{ cells, players, rounds, sight int }{{100, 2, 2, 4}, {900, 9, 1, 3}, {2500, 9, 0, 3}} {
		m := &hexabomb.Map{}
		for c := range row.cells {
			m.Cells = append(m.Cells, hexabomb.Coord{Q: c % 50, R: c / 50})
		}
		for p := range row.players {
			m.Starts = append(m.Starts, []hexabomb.Coord{{Q: 5 * p, R: 1}})
		}
		b, err := hexabomb.NewBoard(m, row.players, 0)
		if err != nil {
			t.Fatal(err)
		}
		bot, err := New("expert", b, 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		e := bot.(*expert)
		if e.rounds != row.rounds || row.rounds > 0 && e.sight != row.sight {
			t.Errorf("%d cells, %d characters: %d searches a turn, %d turns far; want %d, %d", row.cells, row.players,
				e.rounds, e.sight, row.rounds, row.sight)
		}
		if row.rounds == 0 && len(bot.Act(nil, hexabomb.NewState(b))) != 1 {
			t.Errorf("%d cells: it does nothing", row.cells)
		}
	}
}

func TestInterval(t *testing.T) {
	for _, row := range []struct {
		won, matches int
		low, high    float64
	}{{400, 400, 0.9905, 1}, {200, 400, 0.4512, 0.5488}, {0, 40, 0, 0.0876}} {
		low, high := interval(row.won, row.matches)
		if math.Abs(low-row.low) > 0.0001 || math.Abs(high-row.high) > 0.0001 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", row.won, row.matches, low, high, row.low, row.high)
		}
	}
}
