package control

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"blastyard/tournament"
	"blastyard/tournament/engine"
)

// endOfOld is the fingerprint with which the program that wrote testdata/before-orders.zip ends that event. It is of
// commit d2927d53: a round robin of four built-in bots, of which the result of match 0.0 was taken back.
const endOfOld = "0a588f5590f9f137a4872b44ae59ddbcc93833be91a3a0acdb72fc06536d8c7b"

// TestStoreOfBefore: a store that was written before there were orders opens, goes on, and ends with the same
// fingerprint. What was taken back in it is still known, and it takes orders.
func TestStoreOfBefore(t *testing.T) {
	dir := unzip(t, "testdata/before-orders.zip")
	p := &Play{Path: dir, Quiet: true, Jobs: 1, Out: io.Discard, Notes: io.Discard}
	if err := p.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	o, err := Read(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := o.Schedule.Fingerprint(); got != endOfOld {
		t.Errorf("it ends with %s, want %s", got, endOfOld)
	}
	var said bytes.Buffer
	if err := WriteOrders(t.Context(), o, &said); err != nil || !strings.Contains(said.String(), "the lights went out") {
		t.Errorf("the orders are %q, %v", said.String(), err)
	}
	if err := o.Close(); err != nil {
		t.Fatal(err)
	}
	g := &Organiser{Path: dir, By: "anna", Out: io.Discard, Notes: io.Discard}
	if err := g.Do(t.Context(), tournament.Order{What: tournament.Disqualify, Name: "idle", Why: "it sleeps"}); err != nil {
		t.Fatal(err)
	}
	if ok, err := Verify(context.WithoutCancel(t.Context()), dir, io.Discard, io.Discard, false); !ok || err != nil {
		t.Errorf("verify: %v, %v", ok, err)
	}
	if !engine.IsStore(StoreBeside(dir)) {
		t.Error("the store is gone")
	}
}
