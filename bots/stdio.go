package bots

import (
	"fmt"
	"slices"
	"strings"

	"blastyard/internal/nearest"
)

// Stdio is the protocol of starters that play over their standard input and output.
const Stdio = "stdio"

// stdioStarters play over their standard input and output. They have no client file.
var stdioStarters = []Starter{
	{Hexabomb, "python", "", "stdio:python3 bot.py", nil},
	{Hexabomb, "javascript", "", "stdio:node bot.js", nil},
	{Hexabomb, "cpp", "g++ -std=c++17 -O2 -Wall -Wextra -o bot bot.cpp", "stdio:./bot", nil},
	{Bomberman, "python", "", "stdio:python3 bot.py", nil},
	{Bomberman, "javascript", "", "stdio:node bot.js", nil},
	{Bomberman, "cpp", "g++ -std=c++17 -O2 -Wall -Wextra -o bot bot.cpp", "stdio:./bot", nil},
}

// Stdio tells whether a starter plays over its standard input and output.
func (s Starter) Stdio() bool { return strings.HasPrefix(s.Run, Stdio+":") }

// StdioStarters are the starters that play over their standard input and output, by game.
func StdioStarters() []Starter { return slices.Clone(stdioStarters) }

// FindStdio is the starter of a game in a language that plays over its standard input and output. The error names the
// languages that there are.
func FindStdio(game, language string) (Starter, error) {
	if _, err := Find(game, ""); len(Languages(game)) == 0 {
		return Starter{}, err // there is no such game
	}
	var languages []string
	language = fullName(language)
	for _, s := range stdioStarters {
		switch {
		case s.Game != game:
		case s.Language == language:
			return s, nil
		default:
			languages = append(languages, s.Language)
		}
	}
	return Starter{}, fmt.Errorf("%w of %s in %q over %s; there are %s%s", ErrNoStarter, game, language, Stdio,
		strings.Join(languages, ", "), nearest.Hint(language, languages))
}
