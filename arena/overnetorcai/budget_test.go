package overnetorcai

import (
	"encoding/json"
	"strings"
	"testing"

	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
)

// TestBudget: the limits of a turn and of a match. An ordinary bot never reaches them.
func TestBudget(t *testing.T) {
	actions := func(n, size int) json.RawMessage {
		one := `{"x":"` + strings.Repeat("x", size) + `"}`
		return json.RawMessage("[" + strings.TrimSuffix(strings.Repeat(one+",", n), ",") + "]")
	}
	for _, c := range []struct {
		players, characters int
		array               json.RawMessage
		refused             bool
	}{
		{4, 7, actions(1024, 10), false},
		{4, 7, actions(1025, 10), true},
		{4, 7, actions(2, 30_000), false},
		{4, 7, actions(2, 40_000), true},
		{1024, 1, actions(8, 50), false},
		{1024, 1, actions(9, 50), true},
		{1024, 1, actions(1, 2000), true},
		{2, 2000, actions(8000, 40), false}, // a player may use all its many characters
		{4, 7, json.RawMessage(`{"not":"an array"}`), false},
		{4, 7, json.RawMessage(`[`), false},
	} {
		b := newBudget(c.players, c.characters)
		if _, refusal := b.take(c.array); (refusal != "") != c.refused {
			t.Errorf("%d players, %d characters, %d bytes: refusal %q, want one: %v",
				c.players, c.characters, len(c.array), refusal, c.refused)
		}
	}
	// An ordinary bot may send the longest action for every character, each turn of the longest match.
	b := newBudget(1024, 3)
	bomb := hexabomb.Action{Kind: hexabomb.DropBomb, Character: 65535, Range: 255, Delay: 255}
	longest := wire.AppendActionsJSON(nil, []hexabomb.Action{bomb, bomb, bomb})
	for turn := range 65535 {
		if _, refusal := b.take(longest); refusal != "" {
			t.Fatalf("turn %d: an ordinary bot is refused: %s", turn, refusal)
		}
	}
	// A bot that always sends the most is stopped. After that it may still send the usual amount.
	b = newBudget(4, 7)
	much, total := actions(1, 60_000), 0
	for range 3000 {
		if _, refusal := b.take(much); refusal == "" {
			total += len(much)
		}
	}
	if total > matchBytes/4 || total < matchBytes/8 {
		t.Errorf("a match takes %d bytes of a bot, want about %d", total, matchBytes/4)
	}
	if _, refusal := b.take(actions(7, 50)); refusal != "" {
		t.Errorf("an ordinary turn is refused after it: %s", refusal)
	}
}
