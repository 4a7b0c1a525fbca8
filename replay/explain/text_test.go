package explain

import (
	"strings"
	"testing"

	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/replay"
)

func TestWrite(t *testing.T) {
	lessons := []Lesson{
		{Turn: 3, Last: 3, Player: 0, Cost: 5, Text: "small"},
		{Turn: 4, Last: 6, Player: 0, Cost: 90, Text: "big\x1b[2J"},
		{Turn: 5, Last: 5, Player: 0, Cost: 40, Text: "middle"},
		{Turn: 1, Last: 1, Player: 2, Cost: 1, Text: "other"},
	}
	names := []string{"anna", "bob\x07", "eve"}
	for _, c := range []struct {
		player int
		want   string
	}{
		{Everyone, "A (anna): what cost most, in points (estimates)\n    90  turns 4 to 6: big\n    40  turn 5: middle\n" +
			"B (bob): nothing to say\nC (eve): what cost most, in points (estimates)\n     1  turn 1: other\n"},
		{1, "B (bob): nothing to say\n"},
		{2, "C (eve): what cost most, in points (estimates)\n     1  turn 1: other\n"},
	} {
		var b strings.Builder
		if Write(&b, names, viewer.Mark, lessons, c.player, 2); b.String() != c.want {
			t.Errorf("player %d:\n%s\nwant\n%s", c.player, b.String(), c.want)
		}
	}
	if list := ByPlayer(names, lessons, 1, 2); len(list) != 1 || list[0].ID != 1 || list[0].Lessons == nil {
		t.Errorf("%+v", list)
	}
	if list := ForViewer(lessons); len(list) != 4 || list[0].Cost != 90 || list[0].Kind == "" {
		t.Errorf("%+v", list)
	}
	var end viewer.End
	if ForPage(games.All())(&replay.Replay{Turns: make([]replay.Turn, 2000)}, 1001, &end); end.Lessons != nil || end.Story != "" {
		t.Errorf("a page waits for %d cells times turns", 2000*1001)
	}
}
