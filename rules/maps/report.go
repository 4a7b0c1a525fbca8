package maps

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"blastyard/internal/english"
	"blastyard/rules/hexabomb"
)

// A Report is the result of Check. Games adds the results of games on the map.
type Report struct {
	Cells      int `json:"cells"`
	Players    int `json:"players"`
	Characters int `json:"characters"` // of each player
	Special    int `json:"special_characters"`

	Group      string     `json:"group"`      // see GroupName
	Symmetries []Symmetry `json:"symmetries"` // with all players, the identity first
	FairFor    []int      `json:"fair_for"`   // the numbers of players for which the map is fair; see FairPlayers
	Fair       bool       `json:"fair"`       // for Players

	// the numbers of cells that are connected with each other, the largest first
	Parts       []int  `json:"parts"`
	Unreachable Places `json:"unreachable"` // cells that no character can reach, a special one neither; by row

	// The following fields are by ordinary player. Paths lead over cells to a start of another player, whoever is on
	// them.
	Nearest []int `json:"nearest"` // steps to the nearest start of another player, or Apart
	// least steps to a start of each other player, 0 to oneself, or Apart; nil for more than MaxMatrix
	Distances [][]int `json:"distances,omitempty"`
	// cells that are nearer to one of the player's starts than to all of the others'
	Near      []int `json:"nearer_cells"`
	Contested int   `json:"contested_cells"` // cells that are as near to several players

	Games *GamesReport `json:"games,omitempty"` // nil: none were played
}

// Places are cells, in JSON as pairs [q,r].
type Places []hexabomb.Coord

// MarshalJSON writes the places as pairs.
func (p Places) MarshalJSON() ([]byte, error) {
	pairs := make([][2]int, len(p))
	for i, c := range p {
		pairs[i] = [2]int{c.Q, c.R}
	}
	return json.Marshal(pairs)
}

// listed limits the lists in a text.
const listed = 12

// Text describes the map in lines. name is its name.
func (r *Report) Text(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %s of %s, %s\n", name, english.Count(r.Cells, "cell"), english.Count(r.Players, "player"),
		english.Count(r.Characters, "character"), english.Count(r.Special, "special character"))
	fmt.Fprintf(&b, "symmetry: %s\nfair for: %s\n", SymmetryText(r.Symmetries), FairText(r.FairFor, r.Players))
	if len(r.Parts) == 1 {
		b.WriteString("ways: all cells are connected\n")
	} else {
		fmt.Fprintf(&b, "ways: %d parts without a way between them, of %s cells\n", len(r.Parts),
			english.List(len(r.Parts), listed, func(i int) string { return strconv.Itoa(r.Parts[i]) }))
	}
	if n := len(r.Unreachable); n > 0 {
		fmt.Fprintf(&b, "out of reach of all characters: %s: %s\n", english.Count(n, "cell"),
			english.List(n, listed, func(i int) string {
				return fmt.Sprintf("(%d,%d)", r.Unreachable[i].Q, r.Unreachable[i].R)
			}))
	}
	r.writeDistances(&b)
	fmt.Fprintf(&b, "cells nearer to a player than to the others: %s; to several: %d\n",
		english.List(len(r.Near), listed, func(p int) string {
			return fmt.Sprintf("player %d: %d (%.1f %%)", p, r.Near[p], 100*float64(r.Near[p])/float64(r.Cells))
		}), r.Contested)
	if r.Games != nil {
		r.Games.write(&b)
	}
	return b.String()
}

func (r *Report) writeDistances(b *strings.Builder) {
	if r.Players == 1 {
		return
	}
	if r.Distances == nil {
		fmt.Fprintf(b, "least steps to another player's start: %s\n",
			english.List(len(r.Nearest), listed, func(p int) string {
				return fmt.Sprintf("player %d: %s", p, stepsText(r.Nearest[p]))
			}))
		return
	}
	b.WriteString("least steps between the starts of players:\n        ")
	for p := range r.Distances {
		fmt.Fprintf(b, "%6d", p)
	}
	for p, row := range r.Distances {
		fmt.Fprintf(b, "\n  %6d", p)
		for _, steps := range row {
			fmt.Fprintf(b, "%6s", stepsText(steps))
		}
	}
	b.WriteString("\n")
}

func stepsText(steps int) string {
	if steps == Apart {
		return "apart"
	}
	return strconv.Itoa(steps)
}

// SymmetryText names the symmetries of a map and their group, in one line.
func SymmetryText(group []Symmetry) string {
	if len(group) == 1 {
		return "none"
	}
	var names []string
	for _, s := range group[1:] {
		names = append(names, s.String())
	}
	return fmt.Sprintf("%s, order %d: %s", GroupName(group), len(group), strings.Join(names, ", "))
}

// FairText lists the numbers of players, of FairPlayers, for which a map is fair. It omits a single player.
func FairText(numbers []int, seats int) string {
	several := slices.DeleteFunc(slices.Clone(numbers), func(n int) bool { return n == 1 })
	switch {
	case seats == 1:
		return "one player, who is alone"
	case len(several) == 0:
		return "no number of players"
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(several), " ", ", "), "[]") + " players"
}
