package playback

import (
	"bytes"
	"encoding/json"
	"testing"

	"blastyard/game"
	"blastyard/replay"
)

// Whatever a file holds that can be read, there is no panic, and frames are JSON.
func FuzzPlayback(f *testing.F) {
	for _, keepStates := range []bool{false, true} {
		hex, _ := hexabombMatch(f, 3, keepStates)
		bombs, _ := bombermanMatch(f, 2, keepStates)
		for _, r := range []*replay.Replay{hex, bombs} {
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
	}
	f.Fuzz(func(t *testing.T, header, turns []byte) {
		var r replay.Replay
		if json.Unmarshal(header, &r.Header) != nil || json.Unmarshal(turns, &r.Turns) != nil || len(r.Turns) > 100 || len(r.Header.Players) > 100 {
			return
		}
		p, err := New(&r, game.All())
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
