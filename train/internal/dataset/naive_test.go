package dataset

import (
	"encoding/json"
	"slices"
	"testing"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/replay"
	"blastyard/rules/hexabomb"
	"blastyard/train/observe"
)

// naive computes the rows of the first turns of a replay; whole says that its end counts.
func naive(t *testing.T, r *replay.Replay, form observe.Form, turns int, whole bool) *Batch {
	t.Helper()
	m, err := replay.NewMatch(&r.Header, games.All())
	if err != nil {
		t.Fatal(err)
	}
	o, err := newObserver(m, &r.Header, Options{Form: form}, &starts{})
	if err != nil {
		t.Fatal(err)
	}
	spec := o.spec()
	want := newBatch(spec, 0)
	gone := map[int]bool{}
	for i := range turns {
		turn := &r.Turns[i]
		for _, g := range turn.Gone {
			gone[g.Player] = true
		}
		fresh, err := newObserver(m, &r.Header, Options{Form: form}, &starts{})
		if err != nil {
			t.Fatal(err)
		}
		fresh.look(false)
		for k := range m.Players() {
			living, _ := m.Living(k)
			out := living == 0 && (r.Header.Game == replay.Bomberman || r.Header.Players[0].Special)
			if i < r.Header.Unseen || out || gone[k] || slices.Contains(turn.Late, k) {
				continue
			}
			row := newBatch(spec, 1)
			s := &seat{channels: row.Channels, scalars: row.Scalars, mask: row.Mask, legal: row.Legal}
			fresh.bind(k, s)
			s.view.Write()
			row.Turn[0], row.Player[0] = int32(i), int32(k)
			for _, move := range turn.Moves {
				if move.Player == k {
					naiveActions(t, m, k, move.Actions, row.Actions)
				}
			}
			want.add(spec, row, 1)
		}
		if err := replay.Play(m, turn, false); err != nil {
			t.Fatal(err)
		}
	}
	for i, k := range want.Player {
		want.Score[i] = int32(m.Score(int(k)))
		if !whole {
			continue
		}
		if int(k) == r.Result.Winner {
			want.Won[i] = 1
		}
		if r.Header.Players[k].Special {
			continue
		}
		want.Rank[i] = 1
		for other := range m.Players() {
			if !r.Header.Players[other].Special && m.Score(other) > m.Score(int(k)) {
				want.Rank[i]++
			}
		}
	}
	return want
}

// naiveActions decodes a player's actions with encoding/json.
func naiveActions(t *testing.T, m game.Match, player int, text []byte, dst []byte) {
	t.Helper()
	if len(text) == 0 {
		return
	}
	s, is := m.State().(*hexabomb.State)
	if !is {
		if err := json.Unmarshal(text, &dst[0]); err != nil {
			t.Fatal(err)
		}
		return
	}
	var list []json.RawMessage
	if json.Unmarshal(text, &list) != nil {
		return
	}
	first, end := s.Board().Characters(player)
	done := map[int]bool{}
	for _, element := range list {
		var fields map[string]json.RawMessage
		if json.Unmarshal(element, &fields) != nil {
			continue
		}
		id, isNumber := integer(fields["id"])
		number, ok := naiveNumber(fields)
		if isNumber && ok && id >= first && id < end && !done[id] {
			done[id] = true
			dst[id-first] = number
		}
	}
}

func integer(text []byte) (n int, ok bool) {
	var number int32
	ok = len(text) > 0 && string(text) != "null" && json.Unmarshal(text, &number) == nil
	return int(number), ok
}

func naiveNumber(fields map[string]json.RawMessage) (number byte, ok bool) {
	switch string(fields["movement"]) {
	case `"move"`:
		d := slices.Index([]string{`"x+"`, `"y+"`, `"z+"`, `"x-"`, `"y-"`, `"z-"`}, string(fields["direction"]))
		return byte(1 + d), d >= 0
	case `"bomb"`:
		reach, isReach := integer(fields["bomb_range"])
		delay, isDelay := integer(fields["bomb_delay"])
		if max(reach, delay) > 4 || min(reach, delay) < 2 {
			return NoAction, isReach && isDelay
		}
		return byte(7 + 3*(reach-2) + delay - 2), isReach && isDelay
	default:
		return 16, string(fields["movement"]) == `"revive"`
	}
}
