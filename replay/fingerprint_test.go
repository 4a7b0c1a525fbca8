package replay

import (
	"bytes"
	"errors"
	"testing"
	"time"
)

// fingerprint returns the fingerprint of a replay, which must have one.
func fingerprint(t *testing.T, r *Replay) string {
	t.Helper()
	f, err := FingerprintOf(r)
	if err != nil {
		t.Fatal(err)
	}
	return f.String()
}

// TestFingerprint: the fingerprint depends on the course of a match, and on nothing else.
func TestFingerprint(t *testing.T) {
	classical := sample{mapName: "yard", bots: []string{"hunter", "greedy", "hunter", "greedy"}, turns: 40, noise: true}
	states := classical
	states.overWire = true
	replays := map[string]*Replay{"classical": classical.play(t), "states": states.play(t),
		"bomberman": playBombers(t, 9, 60, "random", "random")}
	for name, r := range replays {
		if a, b := fingerprint(t, r), fingerprint(t, reread(t, r)); a != b || len(a) != 64 {
			t.Errorf("%s: %s, and %s of a copy", name, a, b)
		}
	}
	for name, change := range map[string]func(r *Replay){
		"software":  func(r *Replay) { r.Header.Software = "another" },
		"title":     func(r *Replay) { r.Header.Title += "!" },
		"started":   func(r *Replay) { r.Header.Started = r.Header.Started.Add(time.Hour) },
		"limit":     func(r *Replay) { r.Header.Limit += 500 },
		"repeat":    func(r *Replay) { r.Header.Repeat = "blastyard play" },
		"name":      func(r *Replay) { r.Header.Players[0].Name = "another" },
		"time":      func(r *Replay) { r.Turns[3].Moves[0].Micros += 1000 },
		"output":    func(r *Replay) { r.Turns[3].Output = append(r.Turns[3].Output, Line{Text: "hello"}) },
		"note":      func(r *Replay) { r.Turns[3].Notes = []string{"something"} },
		"late":      func(r *Replay) { r.Turns[3].Late = append(r.Turns[3].Late, 1) },
		"no action": func(r *Replay) { r.Turns[3].Moves = append(r.Turns[3].Moves, Move{Player: 0, Actions: []byte(" []")}) },
		"spaces": func(r *Replay) {
			m := &r.Turns[3].Moves[0]
			m.Actions = bytes.ReplaceAll(m.Actions, []byte(","), []byte(" , "))
		},
	} {
		for of, r := range replays {
			c := reread(t, r)
			if change(c); fingerprint(t, c) != fingerprint(t, r) {
				t.Errorf("%s of %s changes the fingerprint", name, of)
			}
		}
	}
	for name, change := range map[string]func(r *Replay){
		"seed":      func(r *Replay) { r.Header.Seed++ },
		"rules":     func(r *Replay) { r.Header.Rules++ },
		"turns":     func(r *Replay) { r.Header.Turns++ },
		"map":       func(r *Replay) { r.Header.Map.Name += "2" },
		"special":   func(r *Replay) { r.Header.Players[0].Special = !r.Header.Players[0].Special },
		"moves":     func(r *Replay) { r.Turns[3].Moves[0].Actions = []byte(`[{"id":0,"movement":"stay"}]`) },
		"order":     func(r *Replay) { m := r.Turns[3].Moves; m[0].Player, m[1].Player = m[1].Player, m[0].Player },
		"last turn": func(r *Replay) { r.Turns = r.Turns[:len(r.Turns)-1] },
		"winner":    func(r *Replay) { r.Result.Winner ^= 1 },
		"score":     func(r *Replay) { r.Result.Scores[0]++ },
		"state": func(r *Replay) {
			if h := r.Turns[3].Hash; h != nil {
				h.Parts[1]++
			} else {
				r.Turns[3].State = RawState(`{}`)
			}
		},
	} {
		for of, r := range replays {
			c := reread(t, r)
			if change(c); fingerprint(t, c) == fingerprint(t, r) {
				t.Errorf("%s of %s does not change the fingerprint", name, of)
			}
		}
	}
}

func TestNoFingerprint(t *testing.T) {
	played := sample{mapName: "tiny", bots: []string{"greedy", "idle"}, turns: 5}
	r := played.play(t)
	c := reread(t, r)
	c.Result = nil
	if _, err := FingerprintOf(c); !errors.Is(err, ErrUnfinished) {
		t.Errorf("an unfinished one: %v", err)
	}
	c = reread(t, r)
	c.Turns[2].Moves[0].Actions = []byte(`[{`)
	if _, err := FingerprintOf(c); err == nil || err.Error() != "replay: turn 3: actions: unexpected EOF" {
		t.Errorf("no JSON: %v", err)
	}
}
