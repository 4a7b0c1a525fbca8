package arena

import (
	"fmt"
	"strings"
	"time"

	"blastyard/game/match"
)

// Config says what is played, by whom, and how. It can be written as JSON. The zero value of each field is its
// default.
type Config struct {
	Game  string `json:"game,omitempty"`  // "": hexabomb
	Rules string `json:"rules,omitempty"` // a published version of its rules, such as "2018"; "": the usual one
	Map   string `json:"map,omitempty"`   // the name of a built-in map, or a map file; "": the game's default

	// Seats are the players, a special player first. If it is empty, the game's usual built-in bots play.
	Seats []Seat `json:"seats,omitempty"`

	// Players is the least number of ordinary players. Built-in bots take the seats that Seats does not fill. With 0
	// only Seats play, except that a single bot gets an opponent.
	Players int `json:"players,omitempty"`

	Seed uint64 `json:"seed"` // of all randomness; 0 is an ordinary seed

	// Secret is what the random choices come from instead of the seed, which bots may then know. Only what the game
	// itself draws for all to see, such as the walls of a map, still comes from the seed. Zero: there is no secret.
	Secret match.Secret `json:"secret,omitzero"`

	Turns int    `json:"turns,omitempty"` // limit of turns, 1 to 65535; 0: the game's default
	Order string `json:"order,omitempty"` // order of moves in a turn: "seeded" (or ""), or "arrival"

	// Failed says how players that failed are ranked: "last" (or "") behind all others, or "keep" as the game ranks
	// them.
	Failed string `json:"failed,omitempty"`

	TurnTime  Duration `json:"turn_time,omitempty"`  // time that a bot has for a turn; 0: the game's default
	NoTimeout bool     `json:"no_timeout,omitempty"` // wait for every bot
	Pause     Duration `json:"pause,omitempty"`      // between two turns, at most 10 s

	Sandbox string   `json:"sandbox,omitempty"` // level for programs, as in harness.NewSandbox; "": off
	Env     []string `json:"env,omitempty"`     // NAME=VALUE, for the environment of programs

	Host string `json:"host,omitempty"` // the address where bots connect by themselves; "": 127.0.0.1
	Port int    `json:"port,omitempty"` // the port for them; 0: a free one

	LogDir string `json:"log_dir,omitempty"` // a folder for the output of programs; "": the output is not stored

	// Rounds says how programs run that are started each round.
	Rounds Rounds `json:"rounds,omitzero"`

	// Starving says that a match is played to its end although the machine has given a bot no processor for so long
	// that its result means little. Otherwise it ends with a StarvedError.
	Starving bool `json:"-"`

	// IDs are the player ids of the seats. If it is empty, they are dealt from the seed.
	IDs []int `json:"ids,omitempty"`
}

// Seat says who plays one player.
type Seat struct {
	// Bot is "builtin:NAME", "human" or "human:NAME" (a person), a command line, or the folder of a bot. It is "" for
	// a bot that connects by itself.
	Bot string `json:"bot,omitempty"`

	Name    string   `json:"name,omitempty"`    // shown to people; "": the bot's own
	Dir     string   `json:"dir,omitempty"`     // the working folder of a command line; "": that of this process
	Env     []string `json:"env,omitempty"`     // NAME=VALUE, in addition to Config.Env
	Special bool     `json:"special,omitempty"` // this is the special player
	Entrant int      `json:"entrant,omitempty"` // from 1, sets letter and colour; 0: the seat's position

	// Player plays the seat in this process: a Go function, with an empty Bot, or a person, with the Bot "human" or
	// "human:NAME". It plays one match after the other; see Series.Jobs.
	Player Player `json:"-"`

	// Absent says why the bot of the seat cannot play. Its player then does nothing. It is "" if the bot can play.
	Absent string `json:"absent,omitempty"`
}

// Rounds says how programs run that are started each round. The zero value gives the settings of the contest.
type Rounds struct {
	Jobs         int      `json:"jobs,omitempty"`         // how many programs run at the same time; 0: one
	Interpreters []string `json:"interpreters,omitempty"` // NAME=PROGRAM, as in rounds.Interpreters.Set
	KeepFiles    bool     `json:"keep_files,omitempty"`   // a player's map.txt and state.json are kept after its move
	CopyBots     bool     `json:"copy_bots,omitempty"`    // the programs run in temporary copies of their folders
	// OwnNames says that the files name programs exactly as their bot.json does, even if two names are equal.
	OwnNames bool `json:"own_names,omitempty"`
}

// Limits of a Config.
const (
	MaxTurns   = 65535
	MaxPlayers = 1024
	MaxPause   = 10 * time.Second
)

// DefaultTurnTime is a bot's time for a turn over netorcai if the config does not say.
const DefaultTurnTime = time.Second

// Limits of a program's life.
const (
	LoginTime = 10 * time.Second // from the start of a bot's program to its login
	Goodbye   = time.Second      // from the end of a match to the end of a bot's program
)

// Duration is a time.Duration that is written as text, such as "500ms".
type Duration time.Duration

func (d Duration) String() string { return time.Duration(d).String() }

// MarshalText implements encoding.TextMarshaler.
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf("%q is no duration, expected one such as 500ms", text)
	}
	*d = Duration(v)
	return nil
}

// ConfigError says what is wrong with a Config.
type ConfigError struct {
	Field    string // the field's name in JSON, such as "turn_time" or "seats[2].bot"
	Value    string // the field's value
	Expected string // what was expected instead
	Err      error  // the cause, or nil
}

func (e *ConfigError) Error() string {
	if e.Expected == "" {
		return fmt.Sprintf("%s: %v", e.Field, e.Err)
	}
	return fmt.Sprintf("%s is %s, expected %s", e.Field, e.Value, e.Expected)
}

func (e *ConfigError) Unwrap() error { return e.Err }

func expected(field string, value any, what string, args ...any) error {
	return &ConfigError{Field: field, Value: fmt.Sprint(value), Expected: fmt.Sprintf(what, args...)}
}

func wrong(field, value string, err error) error {
	return &ConfigError{Field: field, Value: value, Err: err}
}

// Validate checks ranges and keywords, without looking anything up. Arena.Prepare checks the rest. The error is a
// *ConfigError.
func (c *Config) Validate() error {
	switch {
	case c.Turns < 0 || c.Turns > MaxTurns:
		return expected("turns", c.Turns, "1 to %d", MaxTurns)
	case c.Players < 0 || c.Players > MaxPlayers:
		return expected("players", c.Players, "1 to %d", MaxPlayers)
	case len(c.Seats) > MaxPlayers:
		return expected("seats", fmt.Sprintf("%d seats", len(c.Seats)), "%d at most", MaxPlayers)
	case c.Port < 0 || c.Port > 65535:
		return expected("port", c.Port, "0 to 65535")
	case c.TurnTime < 0:
		return expected("turn_time", c.TurnTime, "more than 0s, or no_timeout")
	case c.Rounds.Jobs < 0:
		return expected("rounds.jobs", c.Rounds.Jobs, "1 or more")
	case c.Pause < 0 || time.Duration(c.Pause) > MaxPause:
		return expected("pause", c.Pause, "0s to %v", MaxPause)
	}
	if _, err := c.order(); err != nil {
		return wrong("order", c.Order, err)
	}
	if _, err := c.ranking(); err != nil {
		return wrong("failed", c.Failed, err)
	}
	if err := validateEnv("env", c.Env); err != nil {
		return err
	}
	for k := range c.Seats {
		if err := validateEnv(fmt.Sprintf("seats[%d].env", k), c.Seats[k].Env); err != nil {
			return err
		}
	}
	return nil
}

func validateEnv(field string, env []string) error {
	for _, e := range env {
		if name, _, ok := strings.Cut(e, "="); !ok || name == "" || strings.ContainsRune(e, 0) {
			return expected(field, fmt.Sprintf("%q", e), "NAME=VALUE")
		}
	}
	return nil
}

func (c *Config) order() (match.Order, error) {
	if c.Order == "" {
		return match.Seeded, nil
	}
	return match.ParseOrder(c.Order)
}

func (c *Config) ranking() (match.Ranking, error) {
	if c.Failed == "" {
		return match.FailedLast, nil
	}
	return match.ParseRanking(c.Failed)
}
