package playback

import (
	"bytes"
	"encoding/json"
	"testing"

	"blastyard/game/games"
	"blastyard/replay"
)

// FuzzPlayback: no readable file causes a panic, and all frames are JSON.
func FuzzPlayback(f *testing.F) {
	hex, _ := hexabombMatch(f, 3, false)
	states, _ := hexabombMatch(f, 1, true) // a state of 2016-Bomberman has 60 kB: changing one takes seconds
	bombs, _ := bombermanMatch(f, 2, false)
	for _, r := range []*replay.Replay{hex, states, bombs} {
		line, err := json.Marshal(r.Header)
		if err != nil {
			f.Fatal(err)
		}
		turns, err := json.Marshal(r.Turns)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(line, turns)
	}
	f.Fuzz(func(t *testing.T, header, turns []byte) {
		var r replay.Replay
		if json.Unmarshal(header, &r.Header) != nil || json.Unmarshal(turns, &r.Turns) != nil || len(r.Turns) > 100 || len(r.Header.Players) > 100 {
			return
		}
		p, err := New(&r, games.All())
		if err != nil {
			return
		}
		for frame, err := range p.Frames() {
			if err == nil && !json.Valid(frame.AppendJSON(nil)) {
				t.Errorf("%s", frame.AppendJSON(nil))
			}
		}
		if frame, err := p.Frame(p.Len()); err == nil && frame.Turn != p.Len() {
			t.Errorf("turn %d of %d", frame.Turn, p.Len())
		}
		if text := p.Header().AppendJSON(nil); !json.Valid(text) || bytes.ContainsRune(text, '\n') {
			t.Errorf("%s", text)
		}
	})
}
