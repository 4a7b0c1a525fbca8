package train

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/internal/jsonerror"
	"blastyard/internal/nearest"
)

// Config says which matches to serve. Fields that are left out have their defaults.
type Config struct {
	Mode    string `json:"mode,omitempty"`  // "match", also where empty
	Game    string `json:"game"`            // one of the program
	Rules   string `json:"rules,omitempty"` // a published version of the game's rules; usual: its usual one
	Matches int    `json:"matches"`         // at least 1
	Map     string `json:"map,omitempty"`   // a built-in map or a map file; default: the game's default map

	// Players is the number of all players, including the special one; default (0): the map's number of seats, or 2 in
	// a game whose maps come from seeds.
	Players   int               `json:"players"`
	Special   bool              `json:"special"`   // player 0 is the special player of sudden death
	Turns     int               `json:"turns"`     // of a match; default (0): as in blastyard play
	Opponents map[string]string `json:"opponents"` // built-in bots, by player id; "*": all others

	// Seats are the players that the program plays; default (empty): all that are not in Opponents.
	Seats       []int  `json:"seats"`
	Observation string `json:"observation"` // usual: "planes"
	Reward      string `json:"reward"`      // usual: "score"
	Seed        uint64 `json:"seed"`        // match i has the seed Seed+i

	// Secret decides the secrets of all matches: 32 hexadecimal digits. Match 0 has it itself. Without one, all chance
	// comes from the seeds.
	Secret string `json:"secret,omitempty"`
	secret match.Secret

	general bool // the game has the general path, whatever it is; for tests

	Given // the state in which matches begin, instead of a map; usual: the start of a match

	Autoreset string `json:"autoreset"` // "next_step", also where empty, or "disabled"
	MaxSteps  int    `json:"max_steps"` // maximum length of an episode, which is then truncated; 0: no limit
	Threads   int    `json:"threads"`   // default (0): one for each processor
}

// Values of Config's fields that are words.
const (
	modeMatch   = "match"
	modeObserve = "observe"
	modeDataset = "dataset"

	autoresetNext     = "next_step"
	autoresetDisabled = "disabled"
)

// Limits of a config.
const (
	maxMatches = 1 << 20
	maxPlayers = 1 << 16
	maxThreads = 1 << 10
	maxLine    = 64 << 20 // bytes of a line of JSON
)

// ReadConfig parses the first line.
func ReadConfig(line []byte) (*Config, error) {
	c := &Config{Observation: "planes", Reward: "score", Autoreset: autoresetNext}
	if err := decode(line, c); err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	if c.Autoreset == "" {
		c.Autoreset = autoresetNext
	}
	return c, c.check()
}

// decode decodes a line of JSON strictly. Its errors say where the mistake is.
func decode(line []byte, into any) error {
	if err := jsonerror.Strict(line, into); err != nil {
		return fmt.Errorf("%s: %w", excerpt(line), err)
	}
	return nil
}

// excerpt returns the beginning of a line, for errors.
func excerpt(line []byte) string {
	const most = 60
	if len(line) > most {
		return strconv.Quote(string(line[:most])) + "..."
	}
	return strconv.Quote(string(line))
}

// check checks the fields that need neither the map nor the rules.
func (c *Config) check() error {
	for _, f := range []struct {
		name, value string
		values      []string
	}{
		{"game", c.Game, gameNames()},
		{"observation", c.Observation, observations()},
		{"reward", c.Reward, slices.Sorted(maps.Keys(rewards))},
		{"autoreset", c.Autoreset, []string{autoresetNext, autoresetDisabled}},
	} {
		if !slices.Contains(f.values, f.value) {
			return fmt.Errorf("config: %s is %q, expected %s", f.name, f.value, oneOf(f.value, f.values))
		}
	}
	for _, f := range []struct {
		name             string
		value, low, high int
	}{
		{"matches", c.Matches, 1, maxMatches}, {"players", c.Players, 0, maxPlayers}, {"turns", c.Turns, 0, 1<<31 - 1},
		{"max_steps", c.MaxSteps, 0, 1<<31 - 1}, {"threads", c.Threads, 0, maxThreads},
	} {
		if f.value < f.low || f.value > f.high {
			return fmt.Errorf("config: %s is %d, expected %d to %d", f.name, f.value, f.low, f.high)
		}
	}
	if c.Secret != "" {
		if err := c.secret.UnmarshalText([]byte(c.Secret)); err != nil || c.secret.IsZero() {
			return fmt.Errorf("config: secret is %.40q, expected 32 hexadecimal digits that are not all 0", c.Secret)
		}
	}
	if err := c.checkGame(); err != nil {
		return fmt.Errorf("config: %w", err)
	}
	if c.State != nil && (c.Map != "" || c.Secret != "") {
		return fmt.Errorf("config: map and secret are of matches from the start: a state has its board")
	}
	if err := c.Given.check(c.Game); err != nil {
		return fmt.Errorf("config: %w", err)
	}
	return nil
}

// checkGame checks the fields that a game may not know.
func (c *Config) checkGame() error {
	kind, err := game.FindVersion(games.All(), c.Game, c.Rules)
	switch {
	case err != nil:
		return err
	case kind.OpenMap == nil && c.Map != "":
		return fmt.Errorf("map is %.40q, expected none: %s makes its maps from the seed", c.Map, kind.Name)
	case c.Special && len(kind.Specials) == 0:
		return fmt.Errorf("special is true, but %s has no special player", kind.FullName())
	}
	return nil
}

// gameNames returns the names of the games that can be played.
func gameNames() (names []string) {
	for _, k := range games.All() {
		names = append(names, k.Name)
	}
	return names
}

// oneOf lists the values of which one is expected, with that which was meant by another.
func oneOf(value string, values []string) string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = strconv.Quote(v)
	}
	return strings.Join(quoted, ", ") + nearest.Hint(value, values)
}

// seating says who plays each player.
type seating struct {
	players   int
	seats     []int    // players of the program, in ascending order
	opponents []string // by player: its built-in bot, or empty
}

func (s *seating) seated() *seating { return s }

// anyone is the key of Opponents for all players that have no key of their own.
const anyone = "*"

// seat assigns the players of a config.
func (c *Config) seat(players int) (*seating, error) {
	s := &seating{players: players, opponents: make([]string, players)}
	for _, key := range slices.Sorted(maps.Keys(c.Opponents)) {
		id, err := strconv.Atoi(key)
		switch {
		case c.Opponents[key] == "":
			return nil, fmt.Errorf("config: opponents[%q] is empty, expected a built-in bot", key)
		case key == anyone:
		case err != nil || id < 0 || id >= players:
			return nil, fmt.Errorf("config: opponents names player %q, expected 0 to %d or %q", key, players-1, anyone)
		default:
			s.opponents[id] = c.Opponents[key]
		}
	}
	for i, id := range c.Seats {
		if id < 0 || id >= players || slices.Contains(c.Seats[:i], id) {
			return nil, fmt.Errorf("config: seats[%d] is player %d, expected 0 to %d, each once", i, id, players-1)
		}
		if s.opponents[id] != "" {
			return nil, fmt.Errorf("config: player %d is in seats and in opponents", id)
		}
	}
	for id, bot := range s.opponents {
		switch {
		case bot != "":
		case slices.Contains(c.Seats, id) || len(c.Seats) == 0 && c.Opponents[anyone] == "":
			s.seats = append(s.seats, id)
		case c.Opponents[anyone] != "":
			s.opponents[id] = c.Opponents[anyone]
		default:
			return nil, fmt.Errorf("config: player %d is neither in seats nor in opponents", id)
		}
	}
	if len(s.seats) == 0 {
		return nil, fmt.Errorf("config: built-in bots play all %d players, expected at least one in seats", players)
	}
	return s, nil
}

// bots returns who plays the players that are not seats, by player id.
func (s *seating) bots() map[string]string {
	bots := map[string]string{}
	for id, bot := range s.opponents {
		if bot != "" {
			bots[strconv.Itoa(id)] = bot
		}
	}
	return bots
}
