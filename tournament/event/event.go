// Package event reads what an organiser writes about a competition, an event.toml: what is played, by whom, in which
// format, until when. An Event is a plain value that can be written as JSON, so that it reaches other machines.
package event

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

	"blastyard"
	"blastyard/arena"
	"blastyard/arena/entrant"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/tournament"
)

// Event is a competition as its organiser wants it, with all defaults filled in.
type Event struct {
	Name  string `json:"name"` // for people
	Game  string `json:"game"`
	Rules string `json:"rules,omitempty"` // the version of the game's rules; "": the usual one

	Turns     int            `json:"turns,omitempty"`      // of a match; 0: the game's default
	TurnTime  arena.Duration `json:"turn_time,omitempty"`  // that a bot has for a turn; 0: the game's default
	NoTimeout bool           `json:"no_timeout,omitempty"` // wait for every bot
	Order     string         `json:"order"`                // who goes first in a turn: "seeded" or "arrival"
	Failed    string         `json:"failed,omitempty"`     // where bots that failed stand: see Ranking
	Sandbox   string         `json:"sandbox"`              // of programs, as in harness.NewSandbox
	Env       []string       `json:"env,omitempty"`        // NAME=VALUE, for the environment of programs

	Schedule tournament.Config `json:"schedule"`
	Maps     []game.Map        `json:"maps,omitempty"` // those that the schedule names, with their files
	Bots     []Bot             `json:"bots,omitempty"` // the organiser's, in the order of Schedule.Entrants

	Jobs  int  `json:"jobs,omitempty"` // matches at a time on the organiser's machine; 0: by its cores
	Tries int  `json:"tries"`          // how often a match is played again because the machine made somebody late
	Keep  Keep `json:"keep"`           // of replays

	Closes time.Time `json:"closes,omitzero"` // then submissions are refused; zero: never
	Ends   time.Time `json:"ends,omitzero"`   // then the first stage is closed; zero: the schedule says
	Public time.Time `json:"public,omitzero"` // until then replays are only for those who played; zero: from the start

	Submit Submit `json:"submit"`
}

// Bot is an entrant that the organiser's file names.
type Bot struct {
	Name    string          `json:"name"`   // as in Schedule.Entrants
	Source  string          `json:"source"` // as the file names it: a command or a folder
	Entrant entrant.Entrant `json:"entrant"`

	// Local: the bot cannot be put into an archive, so only the organiser's machine can run it. All others are
	// built-in, or all their files are in Entrant.Dir.
	Local bool `json:"local,omitempty"`
}

// Seat is who plays for the bot. dir is the folder in which the bot's archive was unpacked; "": the bot runs where it
// is.
func (b *Bot) Seat(dir string) arena.Seat {
	s := arena.SeatOf(b.Entrant)
	s.Name, s.Env = b.Name, slices.Clone(s.Env)
	switch {
	case b.Entrant.Kind != entrant.Program:
	case b.Entrant.Folder && dir != "":
		s.Bot = dir
	case b.Entrant.Folder:
		s.Bot = b.Entrant.Dir
	case dir != "":
		s.Dir = dir
	}
	return s
}

// The rules by which replays are kept.
const (
	KeepAll      = "all"
	KeepFailures = "failures" // of matches in which a bot failed or was late
	KeepLast     = "last"     // of the newest matches
)

// Keep says which replays are kept.
type Keep struct {
	Rule  string `json:"rule"`           // KeepAll, KeepFailures or KeepLast
	Last  int    `json:"last,omitempty"` // of KeepLast: how many
	Limit int64  `json:"limit"`          // bytes of all of them: beyond it the oldest go
}

// Submit limits what a team can submit.
type Submit struct {
	MaxSize     int64 `json:"max_size"`     // bytes of what is uploaded
	MaxUnpacked int64 `json:"max_unpacked"` // bytes of its files
	MaxFiles    int   `json:"max_files"`
	PerHour     int   `json:"per_hour"` // uploads of a team
}

// Arena is where matches of the event are played. It finds the event's maps without their files.
func (e *Event) Arena() *arena.Arena {
	kinds := games.All()
	for _, k := range kinds {
		if k.Name != e.Game {
			continue
		}
		e.giveMaps(k)
		for _, older := range k.Older {
			e.giveMaps(older)
		}
	}
	return &arena.Arena{Games: kinds, Transports: blastyard.Transports()}
}

// giveMaps makes a game find the event's maps.
func (e *Event) giveMaps(k *game.Kind) {
	open := k.OpenMap
	if open == nil {
		return
	}
	k.OpenMap = func(name string) (game.Map, error) {
		if i := slices.IndexFunc(e.Maps, func(m game.Map) bool { return m.Name == name }); i >= 0 {
			return e.Maps[i], nil
		}
		return open(name)
	}
}

// Ranking says where bots that failed stand: "last" is behind all others, and empty where the game puts them.
func (e *Event) Ranking() match.Ranking {
	if e.Failed == match.FailedLast.String() {
		return match.FailedLast
	}
	return match.FailedKeep
}

// Kind is the game that is played, by the event's version of its rules.
func (e *Event) Kind() (*game.Kind, error) { return game.FindVersion(games.All(), e.Game, e.Rules) }

// Match is a match of the event, for Arena. seats go by player id, as the fixture's entrants do.
func (e *Event) Match(f tournament.Fixture, seats []arena.Seat) arena.Config {
	c := arena.Config{Game: e.Game, Rules: e.Rules, Map: f.Map, Seats: seats, Seed: f.Seed, Turns: e.Turns,
		Order: e.Order, Failed: e.Ranking().String(), TurnTime: e.TurnTime, NoTimeout: e.NoTimeout,
		Sandbox: e.Sandbox, Env: e.Env}
	if k, err := e.Kind(); err == nil { // else the arena says that there is no such game
		c.Seed = k.FitSeed(f.Seed)
	}
	for id := range seats {
		c.IDs = append(c.IDs, id)
	}
	return c
}

// Digest is a hash of all that makes two results of the event comparable. What may change while an event goes on does
// not belong to it: the event's name and times, stop rules, which replays are kept, limits, the sandbox.
func (e *Event) Digest() string {
	type bot struct {
		Name, Builtin, Command string
		Build, Env             []string
	}
	same := struct {
		Game      string
		Rules     string `json:",omitempty"`
		Order     string
		Failed    string `json:",omitempty"`
		Turns     int
		TurnTime  arena.Duration
		NoTimeout bool
		Env       []string
		Schedule  tournament.Config
		Maps      []game.Map
		Bots      []bot
	}{e.Game, e.Rules, e.Order, e.Failed, e.Turns, e.TurnTime, e.NoTimeout, e.Env, e.Schedule, e.Maps, nil}
	for c := &same.Schedule; ; c = c.Final {
		c.Until, c.MaxMatches = tournament.Until{}, 0
		if c.Final == nil {
			break
		}
		final := *c.Final
		c.Final = &final
	}
	for i := range e.Bots {
		b := &e.Bots[i].Entrant
		same.Bots = append(same.Bots, bot{e.Bots[i].Name, b.Builtin, b.Command, b.Build, b.Env})
	}
	text, err := json.Marshal(same)
	if err != nil {
		panic(err) // these types can all be written
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
