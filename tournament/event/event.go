// Package event reads an event.toml, in which an organiser describes a competition: the game, the bots, the format and
// the times. An Event is a plain value that can be written as JSON, so that it can be sent to other machines.
package event

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
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

// Event is a competition as its organiser describes it, with all defaults filled in.
type Event struct {
	Name  string `json:"name"` // for people
	Game  string `json:"game"`
	Rules string `json:"rules,omitempty"` // the version of the game's rules; "": the usual one

	// RulesNumber is the number of these rules (game.Kind.Rules) in the program with which the event began. Programs
	// whose rules have another number do not play it. 0: it is not known, as in events of earlier programs.
	RulesNumber int `json:"rules_number,omitempty"`

	Turns     int            `json:"turns,omitempty"`      // turns of a match; 0: the game's default
	TurnTime  arena.Duration `json:"turn_time,omitempty"`  // time of a bot for a turn; 0: the game's default
	NoTimeout bool           `json:"no_timeout,omitempty"` // wait for every bot
	Order     string         `json:"order"`                // who goes first in a turn: "seeded" or "arrival"
	Failed    string         `json:"failed,omitempty"`     // rank of failed bots: see Ranking
	Sandbox   string         `json:"sandbox"`              // sandbox of programs, as in harness.NewSandbox
	Env       []string       `json:"env,omitempty"`        // NAME=VALUE, added to the environment of programs

	Schedule tournament.Config `json:"schedule"`
	Maps     []game.Map        `json:"maps,omitempty"` // the maps that the schedule names, with their files
	Bots     []Bot             `json:"bots,omitempty"` // the organiser's bots, in the order of Schedule.Entrants

	Jobs  int  `json:"jobs,omitempty"` // parallel matches on the organiser's machine; 0: by its cores
	Tries int  `json:"tries"`          // how often a match is repeated because the machine made a bot late
	Keep  Keep `json:"keep"`           // which replays are kept

	Opens  time.Time `json:"opens,omitzero"`  // submissions are accepted from then on; zero: always
	Closes time.Time `json:"closes,omitzero"` // submissions are refused from then on; zero: never
	Starts time.Time `json:"starts,omitzero"` // the first stage begins then; zero: see Times
	Freeze time.Time `json:"freeze,omitzero"` // standings are hidden from then on; zero: never
	Ends   time.Time `json:"ends,omitzero"`   // the first stage is closed then; zero: the schedule decides
	Public time.Time `json:"public,omitzero"` // until then only teams that played can see replays; zero: always public

	Zone string `json:"zone,omitempty"` // the place of whose clock the file speaks; "": it names none

	Finals []StageTimes `json:"finals,omitempty"` // the times of each final; none: no final has any

	Submit Submit `json:"submit"`

	Hook Hook `json:"-"` // stays with the organiser: neither workers nor stores get it
}

// Bot is an entrant of the organiser's file.
type Bot struct {
	Name    string          `json:"name"`   // as in Schedule.Entrants
	Source  string          `json:"source"` // as the file names it: a command or a folder
	Entrant entrant.Entrant `json:"entrant"`

	// Local: the bot cannot be packed into an archive, so only the organiser's machine can run it. All other bots are
	// built-in or have all their files in Entrant.Dir.
	Local bool `json:"local,omitempty"`
}

// Seat returns the seat for the bot. dir is the folder in which the bot's archive was unpacked; "": the bot runs in its
// own folder.
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

// Rules that select the replays to keep.
const (
	KeepAll      = "all"
	KeepFailures = "failures" // replays of matches in which a bot failed or was late
	KeepLast     = "last"     // replays of the newest matches
)

// Keep selects the replays to keep.
type Keep struct {
	Rule  string `json:"rule"`           // KeepAll, KeepFailures or KeepLast
	Last  int    `json:"last,omitempty"` // number of replays that KeepLast keeps
	Limit int64  `json:"limit"`          // total bytes; above it the oldest replays are deleted
}

// Submit limits what a team can submit.
type Submit struct {
	MaxSize     int64 `json:"max_size"`     // bytes of an upload
	MaxUnpacked int64 `json:"max_unpacked"` // bytes of its unpacked files
	MaxFiles    int   `json:"max_files"`
	PerHour     int   `json:"per_hour"` // uploads of a team
}

// Arena returns the arena in which matches of the event are played. It has the event's maps in memory.
func (e *Event) Arena() *arena.Arena {
	kinds := slices.Clone(games.All())
	for i, k := range kinds {
		if k.Name == e.Game {
			kinds[i] = e.withMaps(k)
		}
	}
	return &arena.Arena{Games: kinds, Transports: blastyard.Transports()}
}

// withMaps returns a game that finds the event's maps. k stays as it is: others use it, too.
func (e *Event) withMaps(k *game.Kind) *game.Kind {
	more := *k
	more.Older = nil
	for _, older := range k.Older {
		more.Older = append(more.Older, e.withMaps(older))
	}
	if k.OpenMap != nil {
		more.OpenMap = func(name string) (game.Map, error) {
			if i := slices.IndexFunc(e.Maps, func(m game.Map) bool { return m.Name == name }); i >= 0 {
				return e.Maps[i], nil
			}
			return k.OpenMap(name)
		}
	}
	return &more
}

// Ranking returns where failed bots are ranked: "last" is behind all others, and "" is where the game puts them.
func (e *Event) Ranking() match.Ranking {
	if e.Failed == match.FailedLast.String() {
		return match.FailedLast
	}
	return match.FailedKeep
}

// Kind returns the game, in the version of its rules that the event uses. It is an error if the rules of this program
// are others than those by which the event began.
func (e *Event) Kind() (*game.Kind, error) {
	k, err := game.FindVersion(games.All(), e.Game, e.Rules)
	if err == nil && e.RulesNumber != 0 && e.RulesNumber != k.Rules {
		err = fmt.Errorf("it is played by the rules of %s with the number %d, and this program has those with %d",
			k.FullName(), e.RulesNumber, k.Rules)
	}
	return k, err
}

// Match returns the configuration of a match for Arena. seats go by player id, as the fixture's entrants do.
func (e *Event) Match(f tournament.Fixture, seats []arena.Seat) arena.Config {
	c := arena.Config{Game: e.Game, Rules: e.Rules, Map: f.Map, Seats: seats, Seed: f.Seed, Turns: e.Turns,
		Order: e.Order, Failed: e.Ranking().String(), TurnTime: e.TurnTime, NoTimeout: e.NoTimeout,
		Sandbox: e.Sandbox, Env: e.Env}
	if k, err := e.Kind(); err == nil { // otherwise the arena reports that there is no such game
		c.Seed = k.FitSeed(f.Seed)
	}
	for id := range seats {
		c.IDs = append(c.IDs, id)
	}
	return c
}

// Digest returns a hash of everything that makes two results of the event comparable. It leaves out what may change
// during the event: its name and times, stop rules, the selection of replays, limits and the sandbox.
func (e *Event) Digest() string {
	type bot struct {
		Name, Builtin, Command string
		Build, Env             []string
	}
	same := struct {
		Game      string
		Rules     string `json:",omitempty"`
		Number    int    `json:",omitempty"`
		Order     string
		Failed    string `json:",omitempty"`
		Turns     int
		TurnTime  arena.Duration
		NoTimeout bool
		Env       []string
		Schedule  tournament.Config
		Maps      []game.Map
		Bots      []bot
	}{e.Game, e.Rules, e.RulesNumber, e.Order, e.Failed, e.Turns, e.TurnTime, e.NoTimeout, e.Env, e.Schedule, e.Maps,
		nil}
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
