// Package starters finds the bots to start from for every game that can be played: a game without starters of its own
// has those that play by what the lines of a turn say.
package starters

import (
	"slices"
	"strings"

	"blastyard/bots"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/moves"
	"blastyard/internal/usage"
)

// builtinPrefix begins the name of a built-in bot on a command line.
const builtinPrefix = "builtin:"

// Languages are those that there are starters in for a game; none if there is no such game.
func Languages(name string) []string {
	if own := bots.Languages(name); len(own) > 0 {
		return own
	}
	if _, err := game.Find(games.All(), name); err != nil {
		return nil
	}
	return bots.AnyLanguages()
}

// All are the starters of all games.
func All() ([]bots.Starter, error) {
	list := slices.Concat(bots.Starters(), bots.StdioStarters())
	for _, k := range games.All() {
		if len(bots.Languages(k.Name)) > 0 {
			continue
		}
		for _, language := range bots.AnyLanguages() {
			s, err := anyGame(k).Find(language)
			if err != nil {
				return nil, err
			}
			list = append(list, s)
		}
	}
	return list, nil
}

// Find returns the starter of a game in a language. protocol is "" or bots.Stdio. The error is one of a command line.
func Find(name, language, protocol string) (s bots.Starter, err error) {
	if protocol != "" && protocol != bots.Stdio {
		return s, usage.Errorf("--protocol is %q, expected %s, or none for the usual one", protocol, bots.Stdio)
	}
	if languages := Languages(name); language == "" && len(languages) > 0 {
		return s, usage.Errorf("--lang is missing, expected one of %s", strings.Join(languages, ", "))
	}
	k, unknown := game.Find(games.All(), name)
	switch {
	case unknown != nil:
		err = unknown
	case len(bots.Languages(name)) == 0:
		s, err = anyGame(k).Find(language)
	case protocol == "":
		s, err = bots.Find(name, language)
	default:
		s, err = bots.FindStdio(name, language)
	}
	if err != nil {
		return s, usage.Error{Err: err}
	}
	return s, nil
}

// anyGame returns what a starter says of a game that has none of its own.
func anyGame(k *game.Kind) bots.AnyGame {
	g := bots.AnyGame{Name: k.Name, Example: "[]"}
	if len(k.Usual) > 0 {
		g.Rival = builtinPrefix + k.Usual[0]
	}
	var s game.Setup
	if k.OpenMap != nil {
		s.Map, _ = k.OpenMap("") // without a map there is no match, and no example
	}
	for s.Players = 1; s.Players <= k.Seats(s.Map); s.Players++ {
		if m, err := k.New(s); err == nil {
			g.Example = string(moves.Append(nil, m, 0))
			break
		}
	}
	return g
}
