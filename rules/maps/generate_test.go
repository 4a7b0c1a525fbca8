package maps

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"blastyard/rules/hexabomb"
)

// TestGenerate: every shape for every number of players is fair, connected, has the requested contents, and has the
// requested size as far as symmetry allows.
func TestGenerate(t *testing.T) {
	for _, shape := range Shapes() {
		for _, players := range GeneratedPlayers() {
			for seed := range uint64(6) {
				for _, cells := range []int{150, 333} {
					p := Plan{Cells: cells, Players: players, Characters: 3, Special: 1, Shape: shape, Seed: seed}
					m, err := Generate(p)
					if err != nil {
						t.Errorf("%+v: %v", p, err)
						continue
					}
					checkGenerated(t, p, m)
				}
			}
		}
	}
}

type failer interface {
	Errorf(format string, args ...any)
}

func checkGenerated(t failer, p Plan, m *hexabomb.Map) {
	if got := max(len(m.Cells)-p.Cells, p.Cells-len(m.Cells)); got > max(1, p.Players/2) {
		t.Errorf("%+v: %d cells", p, len(m.Cells))
	}
	if !Fair(m, p.Players) || len(m.Starts) != p.Players || len(m.Starts[0]) != p.Characters || len(m.SpecialStarts) != p.Special {
		t.Errorf("%+v: fair: %v; %d players of %d, %d special", p, Fair(m, p.Players), len(m.Starts), len(m.Starts[0]), len(m.SpecialStarts))
	}
	if err := m.Validate(); err != nil {
		t.Errorf("%+v: %v", p, err)
	}
	if connected(m.Cells) == (p.Apart && p.Players > 1) {
		t.Errorf("%+v: connected: %v\n%v", p, connected(m.Cells), m)
	}
	c, err := Check(m, p.Players)
	if err != nil {
		t.Errorf("%+v: %v", p, err)
		return
	}
	for _, near := range c.Near {
		if near != c.Near[0] {
			t.Errorf("%+v: cells near to the players: %v", p, c.Near)
		}
	}
	for player, far := range c.Nearest {
		if reaches := far != Apart; reaches == (p.Apart || p.Players == 1) {
			t.Errorf("%+v: player %d has another at %d", p, player, far)
		}
	}
}

// TestGenerateAny: every plan gives a valid map or an error that says why not. The same plan gives the same bytes.
func TestGenerateAny(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Plan{
			Cells:      rapid.IntRange(1, 500).Draw(t, "cells"),
			Players:    rapid.SampledFrom(GeneratedPlayers()).Draw(t, "players"),
			Characters: rapid.IntRange(1, 9).Draw(t, "characters"),
			Special:    rapid.IntRange(0, 7).Draw(t, "special"),
			Shape:      rapid.SampledFrom(Shapes()).Draw(t, "shape"),
			Seed:       rapid.Uint64().Draw(t, "seed"),
		}
		p.Apart = p.Shape == Islands && rapid.Bool().Draw(t, "apart")
		m, err := Generate(p)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "maps: ") || strings.Contains(err.Error(), "not fair") {
				t.Errorf("%+v: %v", p, err)
			}
			return
		}
		checkGenerated(t, p, m)
		again, err := Generate(p)
		if err != nil || string(MapFile(again)) != string(MapFile(m)) {
			t.Errorf("%+v: the second time it is another map (%v)", p, err)
		}
	})
}

// TestApartIslandsTooSmall: players who must be apart do not share the island in the middle even if their own are too
// small for all their characters.
func TestApartIslandsTooSmall(t *testing.T) {
	m, err := Generate(Plan{Cells: 19, Players: 2, Characters: 5, Special: 1, Shape: Islands, Seed: 38, Apart: true})
	if err == nil || !strings.Contains(err.Error(), "room for at most 4 of each of 2 players") {
		t.Errorf("%v, map %v", err, m)
	}
}

// TestGeneratedBytes: the maps of some seeds never change.
func TestGeneratedBytes(t *testing.T) {
	for _, row := range []struct {
		plan Plan
		hash string
	}{
		{Plan{Cells: 91, Players: 2, Characters: 3, Shape: Hexagon, Seed: 7}, "1957138a56c24e7f"},
		{Plan{Cells: 200, Players: 6, Characters: 2, Special: 1, Shape: Star, Seed: 1}, "5f52d240a9f645f8"},
		{Plan{Cells: 300, Players: 4, Characters: 4, Special: 2, Shape: Maze, Seed: 18446744073709551615}, "ec1939cecb051253"},
		{Plan{Cells: 250, Players: 3, Characters: 3, Special: 1, Shape: Islands, Seed: 3}, "f1535d2354ca9bc0"},
		{Plan{Cells: 250, Players: 12, Characters: 1, Shape: Islands, Apart: true, Seed: 4}, "7d2e1807d2792d69"},
	} {
		m, err := Generate(row.plan)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(MapFile(m)))[:16]; got != row.hash {
			t.Errorf("%+v: hash %s, want %s\n%s", row.plan, got, row.hash, picture(m))
		}
	}
}

func TestSeedsDiffer(t *testing.T) {
	for _, shape := range Shapes() {
		var files []string
		for seed := range uint64(8) {
			m, err := Generate(Plan{Cells: 110, Players: 2, Characters: 2, Shape: shape, Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			if file := string(MapFile(m)); !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
		if len(files) < 6 {
			t.Errorf("%s: 8 seeds give %d maps", shape, len(files))
		}
	}
}

func TestRefusedPlans(t *testing.T) {
	good := Plan{Cells: 91, Players: 2, Characters: 3, Shape: Hexagon}
	for want, spoil := range map[string]func(p *Plan){
		`maps: shape "round" is not known, expected hexagon, islands, maze or star`:                                          func(p *Plan) { p.Shape = "round" },
		"maps: cells is 0, expected 1 to 65535":                                                                              func(p *Plan) { p.Cells = 0 },
		"maps: cells is 65536, expected 1 to 65535":                                                                          func(p *Plan) { p.Cells = 65536 },
		"maps: players is 5, expected one of 1, 2, 3, 4, 6, 12, for which the shape hexagon can be made fair":                func(p *Plan) { p.Players = 5 },
		"maps: characters is 0, expected 1 or more":                                                                          func(p *Plan) { p.Characters = 0 },
		"maps: special is -1, expected 0 or more":                                                                            func(p *Plan) { p.Special = -1 },
		"maps: 2 players of 46 characters and 0 special positions need 92 cells, but cells is 91":                            func(p *Plan) { p.Characters = 46 },
		"maps: special is 5, but for 6 players special positions lie symmetrically only if there are 0, 1, 6, 7, 12, 13, …":  func(p *Plan) { p.Players, p.Special = 6, 5 },
		"maps: apart is for islands, but shape is hexagon":                                                                   func(p *Plan) { p.Apart = true },
		"maps: 8 cells are too few for the shape islands and 6 players; use more cells or another shape":                     func(p *Plan) { p.Cells, p.Players, p.Characters, p.Shape = 8, 6, 1, Islands },
		"maps: characters is 2, but 13 cells of the shape star have room for at most 1 of each of 6 players; use more cells": func(p *Plan) { p.Cells, p.Players, p.Characters, p.Shape = 13, 6, 2, Star },
	} {
		p := good
		if spoil(&p); p == good {
			t.Errorf("%s: the plan is good", want)
		}
		if _, err := Generate(p); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if _, err := Generate(good); err != nil {
		t.Error(err)
	}
}
