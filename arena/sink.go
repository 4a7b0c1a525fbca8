package arena

import (
	"time"

	"blastyard/arena/harness"
	"blastyard/game"
	"blastyard/game/match"
	"blastyard/game/viewer"
	"blastyard/protocol/drawing"
)

// Sink hears of a match as it goes. All its methods are called on one goroutine, that of Play, and the match waits for
// them; what they are given is valid during the call only. Notes and output may come before Begin, while bots take
// their seats. End comes exactly once after Begin, also where the match was broken off.
type Sink interface {
	Begin(b *Begin)
	Turn(t *Turn)
	Output(o Output)
	Note(n Note)
	End(e *End)
}

// NopSink does nothing: for sinks that hear of some things only.
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

// Begin is the start of a match: everybody has a seat.
type Begin struct {
	Config  *Config // with its defaults filled in
	Kind    *game.Kind
	Map     game.Map
	Match   game.Match // at its start
	Title   string     // what is played, in a few words
	Index   int        // the number of the match in its series, from 0
	Seed    uint64     // of this match
	Turns   int        // of the match at most; 0: as many as the rules allow
	Limit   time.Duration
	Players []PlayerInfo // by id
	seats   []Seated
	frame   frame
}

// Hash is the SHA-256, in hexadecimal, of the files that a player's bot is known to be made of; empty where there are
// none. It is computed once for all matches.
func (b *Begin) Hash(player int) string { return b.seats[b.Players[player].Seat].Hash() }

// Frame is the picture of the start.
func (b *Begin) Frame() *viewer.Frame { return b.frame.of(b.Match) }

// NoPlayer is the player of a seat while the match has not begun.
const NoPlayer = -1

// PlayerInfo is who plays one player of a match.
type PlayerInfo struct {
	Seat    int    // in the config; the same in each match of a series
	Entrant int    // gives letter and colour, from 1
	Name    string // no other player has it
	Bot     string // what the config asks for; "": it connected by itself
	Special bool
	Program bool   // a program that the arena has started, or that connected by itself
	Person  bool   // plays by hand
	InFiles string // what the files of a round call it, where that is not Name
	Missing string // why its bot could not take the seat, so that it does nothing; "": it is there
}

// Turn is a turn that was played.
type Turn struct {
	Number   int        // from 1
	Match    game.Match // the state after it
	Moves    []Move     // in the order in which they were used
	Refused  []game.Refusal
	Excess   []game.Refusal  // players that asked for more than they may: nothing of it counts, and it is in no replay
	Late     []int           // players that missed it
	Host     []int           // those of Late whom the machine gave no processor
	Waited   []time.Duration // by Late: for how long they were ready in the turn, but had no processor; 0: not known
	Left     []Left
	Output   []Output          // since the turn before, as far as there is room in a replay
	Notes    []Note            // since the turn before, those that belong to the match
	Drawings []drawing.Drawing // since the turn before, by seat
	Details  Details           // what the transport of the programs has to say, such as overrounds.Turn; nil: nothing
	frame    frame
}

// Details are what a transport has to say of a turn.
type Details interface {
	// Why is why a player's program has asked for nothing; "": it has, or nobody knows.
	Why(player int) string
}

// Frame is the picture of the board after the turn; it is drawn when first asked for.
func (t *Turn) Frame() *viewer.Frame { return t.frame.of(t.Match) }

// Move is what a player asked for in a turn.
type Move struct {
	Player  int
	Actions []byte        // as JSON, as the bot sent them; nil: nothing that counts
	Took    time.Duration // 0: not measured
	Late    bool          // it was the answer to an earlier turn
}

// Left is a player that left before the end.
type Left struct {
	Player int
	Reason match.Reason
	Note   string
}

// Output is a line that the bot of a seat printed. What it draws is none.
type Output struct {
	Seat int
	Turn int // turns played when it came
	Line harness.Line
}

// Note is a line about a match, for people.
type Note struct {
	Seat int // whom it is about; NoSeat: all
	Turn int // turns played when it came
	Text string
	Kept bool // it belongs to the match, and is to be kept with it

	// Missed tells that it is about a turn in which a player did nothing that counts: there may be many of these.
	Missed bool

	Failed bool     // with this the player of the seat has failed
	Last   []string // the last lines of the bot's error stream, where they may tell more
}

// NoSeat is the seat of a note that is not about one.
const NoSeat = -1

// End is how a match ended.
type End struct {
	Result *Result
	Match  game.Match
	Err    error // why it did not come to its end; nil: it did
	frame  frame
}

// Frame is the picture of the end.
func (e *End) Frame() *viewer.Frame { return e.frame.of(e.Match) }

// frame draws a picture when it is first asked for.
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
