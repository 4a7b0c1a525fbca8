package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/rules/hexabomb"
)

// TestPicturesAreUpToDate draws everything, which plays and checks every situation, and compares with what is committed.
func TestPicturesAreUpToDate(t *testing.T) {
	files, err := drawAll()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join("..", "..", "docs", "pictures")
	for _, f := range files {
		have, err := os.ReadFile(filepath.Join(dir, f.name))
		if err != nil || !bytes.Equal(have, f.svg) {
			t.Errorf("%s is not what the rules give (go generate ./docs draws it): %v", f.name, err)
		}
	}
	have, err := filepath.Glob(filepath.Join(dir, "*.svg"))
	if err != nil || len(have) != len(files) {
		t.Errorf("there are %d pictures, expected %d: %v", len(have), len(files), err)
	}
}

// TestFalseClaimsFail: a picture is not drawn where the rules give something else.
func TestFalseClaimsFail(t *testing.T) {
	hexagon := hexagons{name: "wrong", start: "a0 _ a*12 . .", turns: []hexagonTurn{{want: "a0 _ a! a! ."}}}
	if _, err := hexagon.draw(); err == nil || !strings.Contains(err.Error(), "turn 1: the rules give") {
		t.Errorf("a wrong board: %v", err)
	}
	refused := hexagons{name: "refused", start: "a0 .", turns: []hexagonTurn{{actions: does(move(0, hexabomb.XMinus)), want: "a0 ."}}}
	if _, err := refused.draw(); err == nil || !strings.Contains(err.Error(), "refused are [there is no cell in that direction], expected []") {
		t.Errorf("a refused action: %v", err)
	}
	square := squares{name: "wrong", start: "A...B", rounds: []squareRound{{"r-", "A...B", nil}}}
	if _, err := square.drawAll(); err == nil || !strings.Contains(err.Error(), "round 1: row 2 is .A..B, expected A...B") {
		t.Errorf("a wrong map: %v", err)
	}
	square.rounds[0] = squareRound{"r-", ".A..B", []int{1}}
	if _, err := square.drawAll(); err == nil || !strings.Contains(err.Error(), "player A has 0 points, expected 1") {
		t.Errorf("wrong points: %v", err)
	}
}
