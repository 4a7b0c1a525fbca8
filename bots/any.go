package bots

import (
	"embed"
	"fmt"
	"strings"

	"blastyard/internal/nearest"
)

// AnyGame is what the starters for a game that has none of its own say of it. They play at random what the lines of a
// turn tell them that they can do.
type AnyGame struct {
	Name    string
	Rival   string // as play --bot takes it; empty: the bot itself
	Example string // JSON: what a player can do at the start

	files *embed.FS // of its starters
}

// anyFiles are their files. A program whose games all have starters of their own does without.
//
//go:embed any
var anyFiles embed.FS

// anyStarters are the starters for games that have none of their own, but for the game.
var anyStarters = []Starter{
	{Language: "python", Run: "stdio:python3 bot.py"},
	{Language: "javascript", Run: "stdio:node bot.js"},
}

// AnyLanguages are those that there are starters in for a game that has none of its own.
func AnyLanguages() (languages []string) {
	for _, s := range anyStarters {
		languages = append(languages, s.Language)
	}
	return languages
}

// Find is the starter in a language. The error names the languages that there are.
func (g AnyGame) Find(language string) (Starter, error) {
	language = fullName(language)
	for _, s := range anyStarters {
		if s.Language == language {
			if g.Rival == "" {
				g.Rival = `"` + s.Run + `"`
			}
			g.files = &anyFiles
			s.Game, s.any = g.Name, &g
			return s, nil
		}
	}
	return Starter{}, fmt.Errorf("%w of %s in %q; there are %s%s", ErrNoStarter, g.Name, language,
		strings.Join(AnyLanguages(), ", "), nearest.Hint(language, AnyLanguages()))
}

// fill is a text of the starter for the game.
func (g *AnyGame) fill(text string) string {
	return strings.NewReplacer("GAME", g.Name, "RIVAL", g.Rival, "EXAMPLE", g.Example).Replace(text)
}
