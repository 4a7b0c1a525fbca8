package lab

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"blastyard/arena"
	"blastyard/arena/entrant"
	"blastyard/arena/harness"
	"blastyard/arena/options"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/internal/jsonerror"
	"blastyard/show/internal/lessons"
)

// Page is the Bot of a seat for a program of the page.
const Page = "page"

// An order says which match to play.
type order struct {
	Config arena.Config `json:"config"`
	Lesson int          `json:"lesson,omitempty"` // the number of a lesson, which determines the rest; 0: none
	From   *int         `json:"from,omitempty"`   // the turn from which a replay is continued; nil: a new match
	Keep   *bool        `json:"keep,omitempty"`   // whether to keep the replay; nil: yes
	Refeed *bool        `json:"refeed,omitempty"` // whether programs of the page receive recorded turns; nil: yes

	lesson *lessons.Lesson // nil: none
}

func (o *order) keep() bool   { return o.Keep == nil || *o.Keep }
func (o *order) refeed() bool { return o.Refeed == nil || *o.Refeed }

// readOrder parses an order. It refuses one that needs more than the page has.
func readOrder(text []byte) (o order, err error) {
	if err := jsonerror.Strict(text, &o); err != nil {
		return o, fmt.Errorf("order: %w", err)
	}
	c := &o.Config
	for k := range c.Seats {
		s := &c.Seats[k]
		asWas := o.From != nil && s.Bot == ""
		if s.Absent == "" && s.Bot != Page && !asWas && !entrant.IsBuiltin(s.Bot) && !entrant.IsPerson(s.Bot) {
			return o, &arena.ConfigError{Field: fmt.Sprintf("seats[%d].bot", k), Value: fmt.Sprintf("%q", s.Bot),
				Expected: "a built-in bot, such as " + arena.BuiltinPrefix + "hunter, " + Page + " or " + entrant.Human}
		}
	}
	switch {
	case c.Map != "" && !slices.ContainsFunc(games.All(), func(k *game.Kind) bool { return hasMap(k, c.Map) }):
		err = &arena.ConfigError{Field: "map", Value: fmt.Sprintf("%q", c.Map),
			Expected: "a built-in map: " + strings.Join(builtinMaps(), ", ")}
	case c.LogDir != "":
		err = &arena.ConfigError{Field: "log_dir", Value: fmt.Sprintf("%q", c.LogDir),
			Expected: "none: the page has no folders"}
	case o.Lesson != 0:
		err = o.teach()
	}
	return o, err
}

// builtinMaps returns the names of the built-in maps of all games.
func builtinMaps() (names []string) {
	for _, k := range games.All() {
		if k.Maps != nil {
			names = append(names, k.Maps()...)
		}
	}
	return names
}

// hasMap reports whether a map is built into a game.
func hasMap(k *game.Kind, name string) bool { return k.MapInfo != nil && k.MapInfo(name) != "" }

// kinds returns the games that can be played.
func (o *order) kinds() []*game.Kind {
	if o.lesson != nil {
		return o.lesson.Games()
	}
	return games.All()
}

// repeat returns the command line that plays the match again, or "".
func (o *order) repeat(p *arena.Prepared) string {
	c := &o.Config
	if len(c.IDs) > 0 || !p.Local {
		return ""
	}
	list := options.Options{Game: c.Game, Rules: c.Rules, Seed: c.Seed, LastSeed: c.Seed, Sandbox: harness.SandboxOff,
		TurnTime: time.Duration(c.TurnTime), NoTimeout: c.NoTimeout,
		Given: func(flag string) bool { return flag == "turn-time" && c.TurnTime != 0 }}
	return list.RepeatRecorded(p)
}
