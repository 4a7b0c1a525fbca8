package arena

import (
	"time"

	"blastyard/arena/harness"
	"blastyard/game"
	"blastyard/game/match"
	"blastyard/game/viewer"
	"blastyard/protocol/drawing"
)

// Sink receives the events of a match. All methods are called on the goroutine of Play, and the match waits for them.
// Their arguments are valid during the call only. Notes and output may come before Begin, while bots take their
// seats. End comes exactly once after Begin, even if the match was broken off.
type Sink interface {
	Begin(b *Begin)
	Turn(t *Turn)
	Output(o Output)
	Note(n Note)
	End(e *End)
}

// NopSink ignores everything. Embed it in sinks that need only some events.
type NopSink struct{}

// Begin implements Sink.
func (NopSink) Begin(*Begin) {}

// Turn implements Sink.
func (NopSink) Turn(*Turn) {}

// Output implements Sink.
func (NopSink) Output(Output) {}

// Note implements Sink.
func (NopSink) Note(Note) {}

// End implements Sink.
func (NopSink) End(*End) {}

// Begin is the start of a match, when all seats are taken.
type Begin struct {
	Config  *Config // with its defaults filled in
	Kind    *game.Kind
	Map     game.Map
	Match   game.Match   // at its start
	Title   string       // what is played, in a few words
	Index   int          // the number of the match in its series, from 0
	Seed    uint64       // of this match
	Secret  match.Secret // of this match, which nobody who plays may see before its end; zero: none
	Turns   int          // limit of turns; 0: that of the rules
	Limit   time.Duration
	Players []PlayerInfo // by id
	seats   []Seated
	frame   frame
}

// Hash returns the SHA-256, in hexadecimal, of the files that are known to belong to a player's bot, or "" if there
// are none. It is computed once for all matches.
func (b *Begin) Hash(player int) string { return b.seats[b.Players[player].Seat].Hash() }

// Frame returns the picture of the start.
func (b *Begin) Frame() *viewer.Frame { return b.frame.of(b.Match) }

// NoPlayer is the player id of a seat before the match begins.
const NoPlayer = -1

// PlayerInfo describes one player of a match.
type PlayerInfo struct {
	Seat    int    // index in the config; the same in each match of a series
	Entrant int    // number from 1 that determines letter and colour
	Name    string // unique
	Bot     string // as in the config; "": it connected by itself
	Special bool
	Program bool   // a program that the arena started, or a bot that connected by itself
	Person  bool   // a person
	InFiles string // name in the files of a round, if that is not Name
	Missing string // why its bot is missing, so that it does nothing; "": it is present
}

// Turn is one played turn.
type Turn struct {
	Number   int        // from 1
	Match    game.Match // the state after the turn
	Moves    []Move     // in the order in which they were applied
	Refused  []game.Refusal
	Excess   []game.Refusal // players that sent more than allowed; none of it counts, and no replay contains it
	Late     []int          // players that missed the turn
	Host     []int          // those of Late that the machine gave no processor, as far as was known then
	Left     []Left
	Output   []Output          // since the last turn, limited by the size of a replay
	Notes    []Note            // since the last turn, only those with Kept
	Drawings []drawing.Drawing // since the last turn, by seat
	Details  Details           // from the transport of the programs, such as overrounds.Turn; may be nil
	frame    frame
}

// Details are what a transport adds to a turn.
type Details interface {
	// Why returns why a player's program did nothing, or "" if it acted or the reason is unknown.
	Why(player int) string
}

// Frame returns the picture of the board after the turn. It is drawn at the first call.
func (t *Turn) Frame() *viewer.Frame { return t.frame.of(t.Match) }

// Move is what a player did in a turn.
type Move struct {
	Player  int
	Actions []byte        // as JSON, as the bot sent them; nil: nothing that counted
	Took    time.Duration // 0: not measured
	Late    bool          // the answer belongs to an earlier turn
}

// Left is a player that left before the end.
type Left struct {
	Player int
	Reason match.Reason
	Note   string
}

// Output is a line that the bot of a seat printed. Lines that draw are not output.
type Output struct {
	Seat int
	Turn int // turns played when the line came
	Line harness.Line
}

// Note is a line about a match, for people.
type Note struct {
	Seat int // the seat that it is about, or NoSeat
	Turn int // turns played when the note came
	Text string
	Kept bool // stored with the match

	// Missed says that the note is about a turn in which a player did nothing valid. Such notes may be frequent.
	Missed bool

	Failed bool     // the player of the seat has failed
	Last   []string // the last lines of the bot's error stream, if they may explain the note
}

// NoSeat is the seat of a note about the whole match.
const NoSeat = -1

// End is the end of a match.
type End struct {
	Result *Result
	Match  game.Match
	Err    error // why the match did not reach its end, or nil
	frame  frame
}

// Frame returns the picture of the end.
func (e *End) Frame() *viewer.Frame { return e.frame.of(e.Match) }

// frame draws a picture at the first request.
type frame struct {
	buffer *viewer.Frame
	turns  int
	seats  []viewer.Seat
	drawn  bool
}

func (f *frame) of(m game.Match) *viewer.Frame {
	if !f.drawn {
		m.Picture(f.buffer, f.turns, f.seats)
		f.drawn = true
	}
	return f.buffer
}
