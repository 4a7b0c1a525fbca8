package report

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// pgnTag is a line of a game in PGN that says something about it.
var pgnTag = regexp.MustCompile(`^\[([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]$`)

// isPGN reports whether a first line is a tag, an escaped line or a comment of PGN.
func isPGN(first []byte) bool { return pgnTag.Match(first) || bytes.IndexAny(first, "%;") == 0 }

// pgnRanks are the ranks of White and Black by the result of a game. A game without one has not ended.
var pgnRanks = map[string][]int{"1-0": {1, 2}, "0-1": {2, 1}, "1/2-1/2": {1, 1}, "1/2": {1, 1}, "½-½": {1, 1}, "*": nil}

// pgnGame is what counts of a game.
type pgnGame struct {
	tags   map[string]string
	begun  int    // its first line
	moves  bool   // that it has
	ending string // the last word behind the tags: the result again
}

// add adds the game to those that are rated.
func (g *pgnGame) add(r *rated) error {
	if len(g.tags) == 0 {
		return nil
	}
	for _, side := range []string{"White", "Black"} {
		if name := g.tags[side]; name == "" || name == "?" {
			return fmt.Errorf(`line %d: the game does not say who plays %s, expected [%[2]s "NAME"]`, g.begun, side)
		}
	}
	if name := g.tags["White"]; name == g.tags["Black"] {
		return fmt.Errorf("line %d: White and Black are both %q, expected two players", g.begun, name)
	}
	result, told := g.tags["Result"]
	if !told {
		result = g.ending
	}
	ranks, known := pgnRanks[result]
	switch {
	case !known && !told:
		return fmt.Errorf(`line %d: the game has no result, expected [Result "1-0"], 0-1, 1/2-1/2 or *`, g.begun)
	case !known:
		return fmt.Errorf("line %d: the game has the Result %q, expected 1-0, 0-1, 1/2-1/2 or *", g.begun, result)
	case ranks == nil:
		return nil
	}
	return r.add(ratedMatch{Players: []string{g.tags["White"], g.tags["Black"]}, Ranks: slices.Clone(ranks)}, g.begun)
}

// readPGN reads games in PGN: who played, and the result. Moves are not looked at.
func (r *rated) readPGN(lines *resultLines) error {
	g := pgnGame{tags: map[string]string{}}
	for lines.next() {
		tag := pgnTag.FindSubmatch(lines.text)
		if tag == nil {
			words := bytes.Fields(lines.text)
			g.moves, g.ending = true, string(words[len(words)-1])
			continue
		}
		name := string(tag[1])
		if _, again := g.tags[name]; again || g.moves {
			if err := g.add(r); err != nil {
				return err
			}
			g = pgnGame{tags: map[string]string{}}
		}
		if len(g.tags) == 0 {
			g.begun = lines.number
		}
		g.tags[name] = pgnText.Replace(string(tag[2]))
	}
	return errors.Join(g.add(r), lines.err)
}

var pgnText = strings.NewReplacer(`\"`, `"`, `\\`, `\`)
