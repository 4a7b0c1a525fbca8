package tournament

import (
	"fmt"
	"strconv"
	"strings"

	"blastyard/game/trouble"
)

// ID identifies a match of an event. The order of IDs is the schedule's order: by stage, block and match.
type ID struct {
	Stage int // 0: the event's first stage; 1: its final
	Block int // number within the stage, from 0; there may be gaps
	Match int // number within the block, from 0
}

// String returns the ID as users and links write it: "12.3" is match 3 of block 12, "f12.3" is the same match of the
// final.
func (id ID) String() string {
	s := strconv.Itoa(id.Block) + "." + strconv.Itoa(id.Match)
	switch id.Stage {
	case 0:
		return s
	case 1:
		return "f" + s
	}
	return "f" + strconv.Itoa(id.Stage) + "-" + s
}

// ParseID reads what String writes.
func ParseID(text string) (ID, error) {
	var id ID
	rest, final := strings.CutPrefix(text, "f")
	if final {
		id.Stage = 1
		if stage, after, more := strings.Cut(rest, "-"); more {
			n, err := strconv.Atoi(stage)
			if err != nil || n < 2 {
				return ID{}, fmt.Errorf("tournament: match %q: expected an id such as 12.3 or f0.1", text)
			}
			id.Stage, rest = n, after
		}
	}
	block, match, _ := strings.Cut(rest, ".")
	var err1, err2 error
	id.Block, err1 = strconv.Atoi(block)
	id.Match, err2 = strconv.Atoi(match)
	if err1 != nil || err2 != nil || id.Block < 0 || id.Match < 0 || id.String() != text {
		return ID{}, fmt.Errorf("tournament: match %q: expected an id such as 12.3 or f0.1", text)
	}
	return id, nil
}

// Compare orders IDs in the schedule's order.
func (id ID) Compare(other ID) int {
	for _, d := range [...]int{id.Stage - other.Stage, id.Block - other.Block, id.Match - other.Match} {
		if d != 0 {
			return d
		}
	}
	return 0
}

// MarshalText implements encoding.TextMarshaler.
func (id ID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (id *ID) UnmarshalText(text []byte) (err error) {
	*id, err = ParseID(string(text))
	return err
}

// Fixture is a match that must be played.
type Fixture struct {
	ID       ID     `json:"id"`
	Try      int    `json:"try,omitempty"` // how often its result was void before: see Schedule.Void
	Round    int    `json:"round"`         // from 0; shown to people
	Map      string `json:"map,omitempty"` // "": the game's default
	Seed     uint64 `json:"seed"`
	Entrants []int  `json:"entrants"` // by player id: indexes of the schedule's entrants
}

// Result is the outcome of a fixture. Its slices have an item for each player id, as Fixture.Entrants has.
type Result struct {
	ID       ID       `json:"id"`
	Try      int      `json:"try,omitempty"`      // of the fixture
	Entrants []int    `json:"entrants"`           // of the fixture
	Versions []string `json:"versions,omitempty"` // of their bots: the hashes of the archives; "": a built-in bot

	Ranks   []int    `json:"ranks"`             // 1 is the best; equal ranks are a draw: 1, 2, 2, 4
	Scores  []int    `json:"scores"`            // the game's scores
	Reasons []string `json:"reasons,omitempty"` // why each stopped, as match.Reason; empty: all finished
	Late    []int    `json:"late,omitempty"`    // turns of each player without an answer in time; empty: none
	Host    []int    `json:"host,omitempty"`    // the late turns that were the machine's fault
	Refused []int    `json:"refused,omitempty"` // refused actions of each player
	Turns   int      `json:"turns"`
	State   string   `json:"state,omitempty"` // hash of the last state, in hexadecimal

	// The fields below differ from one machine to another, so the fingerprint does not cover them.

	Used    []int64  `json:"used_ms,omitempty"` // time that the answers of each took, in milliseconds
	Took    int64    `json:"took_ms,omitempty"` // the whole match
	Voids   int      `json:"voids,omitempty"`   // how often it was played again because the machine made somebody late
	Marked  bool     `json:"marked,omitempty"`  // it counts although the machine made somebody late
	Silent  []int    `json:"silent,omitempty"`  // turns with an answer in time, but no action; none: no turn of anybody
	Crashed []int    `json:"crashed,omitempty"` // turns in which a program that is started each turn failed; likewise
	Words   []string `json:"words,omitempty"`   // the last words of bots that failed, the first reasons of bad turns
	Replay  string   `json:"replay,omitempty"`  // the SHA-256 of its replay; "": none is kept
	Logs    []string `json:"logs,omitempty"`    // the SHA-256 of what each bot printed, as a text; "": nothing is kept
	Worker  string   `json:"worker,omitempty"`  // who played it
	Ended   int64    `json:"ended,omitempty"`   // Unix time in milliseconds
}

// Troubles are the words for what was wrong with turns of a player by its own fault.
func (r *Result) Troubles(player int) (words []trouble.Word) {
	at := func(list []int) int {
		if len(list) == 0 {
			return 0
		}
		return list[player]
	}
	for _, t := range [...]struct {
		what  trouble.Word
		turns int
	}{{trouble.Late, at(r.Late) - at(r.Host)}, {trouble.Silent, at(r.Silent)}, {trouble.Crashed, at(r.Crashed)}} {
		if t.turns > 0 {
			words = append(words, t.what)
		}
	}
	return words
}
