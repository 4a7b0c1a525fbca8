package viewer

import (
	"encoding/json"
	"strings"
	"testing"
)

// canonical returns a JSON text with sorted keys. Invalid text fails the test.
func canonical(t *testing.T, text []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestShowAsJSON(t *testing.T) {
	s := Header{Game: "hexabomb", Title: "<b>", Turns: 100, Seed: "7", Started: "2026-11-21T00:00:00Z", Limit: 1000, SuddenDeath: true,
		Players: []HeaderPlayer{{Name: "</script>", Bot: "builtin:ghost", Special: true}, {Entrant: 2}}}
	s.SetBoard(&Frame{Cells: []Cell{{X: -1, Y: 2, Owner: 3}, {X: 4}}})
	const want = `{"bounty":0,"cells":[[-1,2],[4,0]],"game":"hexabomb","limit":1000,"players":[{"bot":"builtin:ghost","name":"\u003c/script\u003e","special":true},{"bot":"","entrant":2,"name":"","special":false}],"seed":"7","shape":"hexagon","started":"2026-11-21T00:00:00Z","suddenDeath":true,"title":"\u003cb\u003e","turns":100}`
	text := s.AppendJSON(nil)
	compare(t, want, canonical(t, text))
	if strings.ContainsAny(string(text), "<>\n") {
		t.Errorf("not safe within HTML: %s", text)
	}
}

func TestFrameAsJSON(t *testing.T) {
	f := Frame{Shape: Square, Legend: &Legend{Figures: []string{"bag", "radius"}}, Turn: 3, Cells: []Cell{{Wall: Stone}, {Wall: Brick}, {Item: 3}},
		Tokens: []Token{{ID: OnlyToken, Player: 1, Cell: 2, Alive: true, Revival: NoRevival, Bombs: 1}, {Cell: OffBoard}},
		Bombs:  []Bomb{{Cell: 2, Owner: 2, Timer: 4, Range: 1}}, Explosions: []Explosion{{1, 0}},
		Players: []Player{{Score: 5, Cells: 1, Share: 1.0 / 3, Characters: 1, Living: 1, Bombs: 1, Connected: true, Micros: 12, Note: "late", Figures: [4]int{2, 4}}, {Micros: NoTime}},
		Events:  []Event{{3, DeathEvent, 1, "x"}}, Refused: []Refusal{{1, "move", "no"}}, Output: []Line{{0, true, "\x1b"}}}
	const want = `{"bombs":[[2,2,4,1]],"events":[{"kind":"death","player":1,"text":"x"}],"explosions":[[1,0]],"items":[0,0,3],"output":[{"err":true,"player":0,"text":"\u001b"}],` +
		`"players":[{"bag":2,"bombs":1,"cells":1,"characters":1,"connected":true,"living":1,"micros":12,"note":"late","radius":4,"score":5,"share":0.3333},` +
		`{"bag":0,"bombs":0,"cells":0,"characters":0,"connected":false,"living":0,"micros":-1,"radius":0,"score":0,"share":0}],` +
		`"refused":[{"action":"move","player":1,"reason":"no"}],"tokens":[[-1,1,2,1,-1,1],[0,0,-1,0,0,0]],"turn":3,"walls":[2,1,0]}`
	compare(t, want, canonical(t, f.AppendJSON(nil)))

	hexagons := Frame{Cells: []Cell{{Owner: 12}, {}}}
	compare(t, `{"owners":[12,0],"turn":0}`, canonical(t, hexagons.AppendJSON(nil)))
	told := Frame{Shape: Tree, Caption: Caption{Player: -1, Weight: 136, Text: "<b>"}}
	compare(t, `{"caption":{"player":-1,"text":"\u003cb\u003e","weight":136},"turn":0}`, canonical(t, told.AppendJSON(nil)))
	tree := Frame{Shape: Tree, Turn: 1, Tree: json.RawMessage(`{"a":[1]}`)}
	compare(t, `{"tree":{"a":[1]},"turn":1}`, canonical(t, tree.AppendJSON(nil)))
}

func TestEndAsJSON(t *testing.T) {
	e := End{Turns: 7, Winner: -1, Players: []EndPlayer{{Reason: "crashed", Note: "exit code 1", Turn: 5, Late: 2, Refused: 3, Host: 1}, {Reason: "finished"}}}
	compare(t, `{"players":[{"host":1,"late":2,"note":"exit code 1","reason":"crashed","refused":3,"turn":5},{"late":0,"note":"","reason":"finished","refused":0}],"turns":7,"why":"","winner":-1}`,
		canonical(t, e.AppendJSON(nil)))
	told := End{Winner: 1}
	for _, points := range []int{9, -2} {
		told.Account = append(told.Account, struct {
			Player, Over int
			Cause        string
			Points       int
			Text         string
		}{1, 0, "kept", points, "<b>"})
	}
	compare(t, `{"account":[{"cause":"kept","over":0,"player":1,"points":9,"text":"\u003cb\u003e"},`+
		`{"cause":"kept","over":0,"player":1,"points":-2,"text":"\u003cb\u003e"}],"players":[],"turns":0,"why":"","winner":1}`,
		canonical(t, told.AppendJSON(nil)))
	learnt := End{Winner: 1, Lessons: []Lesson{{Turn: 3, Player: 1, Kind: "own bomb", Cost: 40, Text: "<b>"}}}
	compare(t, `{"lessons":[{"cost":40,"kind":"own bomb","player":1,"text":"\u003cb\u003e","turn":3}],"players":[],"turns":0,"why":"","winner":1}`,
		canonical(t, learnt.AppendJSON(nil)))
	decided := End{Winner: 1, Story: "<won>", Moments: []Moment{{Turn: 35, From: 32, To: 38, Player: 1, Swing: -136, Cells: []int{12, 13}, Text: "<b>"}}}
	compare(t, `{"moments":[{"cells":[12,13],"from":32,"player":1,"swing":-136,"text":"\u003cb\u003e","to":38,"turn":35}],"players":[],"story":"\u003cwon\u003e","turns":0,"why":"","winner":1}`,
		canonical(t, decided.AppendJSON(nil)))
}

func BenchmarkAppendFrame(b *testing.B) {
	f := Frame{Cells: make([]Cell, 415), Tokens: make([]Token, 28), Bombs: make([]Bomb, 60), Players: make([]Player, 4)}
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		dst = f.AppendJSON(dst[:0])
	}
	b.SetBytes(int64(len(dst)))
}
