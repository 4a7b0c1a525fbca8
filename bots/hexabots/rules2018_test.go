package hexabots

import (
	"slices"
	"testing"

	"blastyard/rules/hexabomb"
	"blastyard/rules/maps"
)

// TestRules2018: the bots that play by the rules of 2018 ask for nothing that is refused for what they could know, and
// those who are dead live again, also elsewhere.
func TestRules2018(t *testing.T) {
	t.Parallel()
	m, err := maps.Open(maps.DefaultSingle)
	if err != nil {
		t.Fatal(err)
	}
	b, err := hexabomb.V2018.NewBoard(m, 4, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New("expert", b, 0, 1); err == nil || err.Error() != "builtin: bot expert does not play by the rules of 2018" {
		t.Error(err)
	}
	for _, name := range []string{"random", "greedy", "hunter"} {
		var bots []Bot
		for p := range 4 {
			bot, err := New(name, b, p, uint64(p))
			if err != nil {
				t.Fatal(err)
			}
			bots = append(bots, bot)
		}
		revivals, elsewhere, died := 0, 0, 0
		for s := hexabomb.NewState(b); s.Turn() < 600; {
			var actions []hexabomb.Action
			var refused []hexabomb.Refusal
			for _, bot := range bots {
				actions = bot.Act(actions, s)
			}
			before := s.Clone()
			s.Step(actions, &refused)
			for _, r := range refused {
				if r.Reason != hexabomb.Occupied {
					t.Fatalf("%s: %v\n%s", name, r, before)
				}
			}
			for _, a := range actions {
				isBlocked := slices.ContainsFunc(refused, func(r hexabomb.Refusal) bool { return r.Action == a })
				if a.Kind != hexabomb.Revive || isBlocked { // another was first
					continue
				}
				revivals++
				if to, _ := a.Place(); to != before.Character(int(a.Character)).Cell {
					elsewhere++
				}
				if !s.Character(int(a.Character)).Alive {
					died++
				}
			}
		}
		if revivals < 5 || elsewhere == 0 || name != "random" && 20*died > revivals { // a bomb that is dropped in this turn can be set off
			t.Errorf("%s: %d revivals, %d elsewhere, %d died at once", name, revivals, elsewhere, died)
		}
	}
}
