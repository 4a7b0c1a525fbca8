package replay

import (
	"bytes"
	"reflect"
	"testing"
)

// TestBlocks: every turn can be read from its block, even one that still grows. All blocks take about as much as the
// file. How large that is depends on how many turns the writer finds at a time.
func TestBlocks(t *testing.T) {
	states := bigMatch
	states.overWire, states.turns, states.bots = true, 130, []string{"random", "random", "random", "random"}
	for name, r := range map[string]*Replay{"actions": (&sample{mapName: "arena4", bots: []string{"random", "greedy", "random", "random"}, turns: 130, noise: true}).play(t), "states": states.play(t)} {
		b, err := NewBlocks(len(r.Header.State))
		if err != nil {
			t.Fatal(err)
		}
		var early Block
		for i := range r.Turns {
			if err := b.Add(&r.Turns[i]); err != nil {
				t.Fatal(err)
			}
			if i == 69 {
				if err := b.Flush(); err != nil {
					t.Fatal(err)
				}
				early = b.Block(1)
			}
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		var got []Turn
		collect := func(x *Turn) error {
			got = append(got, *x)
			return nil
		}
		for k := range 4 {
			if err := b.Block(k).Each(collect); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(r.Turns, got) { // cmp takes minutes for so many bytes
			t.Errorf("%s: %d turns came out otherwise than the %d that went in", name, len(got), len(r.Turns))
		}
		got = nil
		if err := early.Each(collect); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(r.Turns[63:70], got) {
			t.Errorf("%s, a block that grew: its %d turns are not those that went in", name, len(got))
		}
		if file := atOnce(t, r); b.Size() > file+file/8 {
			t.Errorf("%s: the blocks take %d bytes, the file %d", name, b.Size(), file)
		}
	}
}

// atOnce returns the size of the file of a match whose turns are all there before the writer looks.
func atOnce(t *testing.T, r *Replay) int {
	var b bytes.Buffer
	w, err := NewWriter(&b, &r.Header)
	if err != nil {
		t.Fatal(err)
	}
	var lines []byte
	for i := range r.Turns {
		lines = appendTurn(lines, &r.Turns[i])
	}
	if err := w.write(lines); err != nil {
		t.Fatal(err)
	}
	w.turns = len(r.Turns)
	if err := w.Close(r.Result); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}
