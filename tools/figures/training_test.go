package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"blastyard/train/observe"
)

// TestTrainingNamesEverything: the page on training names every plane and every scalar of both games.
func TestTrainingNamesEverything(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "training.md"))
	if err != nil {
		t.Fatal(err)
	}
	hexagon, err := hexabombPosition()
	if err != nil {
		t.Fatal(err)
	}
	square, err := bombermanPosition(bombermanTurn)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []*position{hexagon, square} {
		for _, name := range unnamed(string(page), x.spec) {
			t.Errorf("%s: training.md does not name %s", x.name, name)
		}
		if len(x.spec.Channels) < 10 || len(x.spec.Scalars) < 8 {
			t.Errorf("%s: only %d planes and %d scalars", x.name, len(x.spec.Channels), len(x.spec.Scalars))
		}
	}
	if found := unnamed("`danger` `turn`", hexagon.spec); len(found) < 10 {
		t.Errorf("a page without names is missing only %q", found)
	}
}

var (
	byPlayer    = regexp.MustCompile(`_\d+$`)
	byCharacter = regexp.MustCompile(`^character_\d+_`)
)

// unnamed are the planes and scalars that a page does not name: as they are, or with i for the player and j for the
// character.
func unnamed(page string, s *observe.Spec) (missing []string) {
	for _, name := range append(append([]string(nil), s.Channels...), s.Scalars...) {
		general := byPlayer.ReplaceAllString(byCharacter.ReplaceAllString(name, "character_j_"), "_i")
		short := "`_" + general[strings.LastIndex(general, "_")+1:] + "`" // character_j_alive, _bombs, _revive
		switch {
		case strings.Contains(page, "`"+name+"`"), strings.Contains(page, "`"+general+"`"):
		case general == "character_i" && strings.Contains(page, "`character_0`, …"):
		case byCharacter.MatchString(name) && strings.Contains(page, short):
		default:
			missing = append(missing, name)
		}
	}
	return missing
}
