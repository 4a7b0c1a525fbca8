package main

import (
	"os"
	"testing"
)

// TestPageHasTheColours: the page has the colours of package game/viewer as they are now.
func TestPageHasTheColours(t *testing.T) {
	got, err := os.ReadFile("../../show/web/src/colours.ts")
	if err != nil || string(got) != script() {
		t.Errorf("show/web/src/colours.ts is old (%v): run go generate ./show/web", err)
	}
}
