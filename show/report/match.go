// Package report describes the ends of matches and series, as text for people and as JSON.
package report

import (
	"cmp"
	"fmt"
	"io"
	"os"

	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/game/match"
	"blastyard/game/trouble"
	"blastyard/game/viewer"
	"blastyard/internal/plain"
	"blastyard/replay/explain"
	"blastyard/show/summary"
	"blastyard/show/terminal"
)

// Last is a sink that keeps the last board of a match, and its players.
type Last struct {
	arena.NopSink
	frame   viewer.Frame
	players []arena.PlayerInfo
}

// Begin implements arena.Sink.
func (l *Last) Begin(b *arena.Begin) { l.players = b.Players }

// End implements arena.Sink.
func (l *Last) End(e *arena.End) { l.frame = e.Frame().Clone() }

// names returns the players' names, by id.
func (l *Last) names() []string {
	names := make([]string, len(l.players))
	for id := range l.players {
		names[id] = l.players[id].Name
	}
	return names
}

// Write prints the last board and the winner. If out is a terminal, tty is it, and the board is drawn larger.
func (l *Last) Write(out io.Writer, tty *os.File, r *arena.Result) {
	if tty != nil {
		fmt.Fprint(out, terminal.Final(&l.frame, terminal.OptionsFor(tty, os.Environ())))
	} else {
		fmt.Fprint(out, terminal.Standings(&l.frame, terminal.Options{}))
	}
	fmt.Fprintf(out, "\nwinner: %s\n", l.winner(r))
}

func (l *Last) winner(r *arena.Result) string {
	if r.Winner == match.NoWinner {
		return "none: no player has the highest score alone"
	}
	return terminal.Plain(l.players[r.Winner].Name)
}

// WriteUnwell prints what went wrong for each seat.
func WriteUnwell(out io.Writer, r *arena.Result) {
	for k := range r.Seats {
		if s := &r.Seats[k]; s.Unwell() {
			fmt.Fprintf(out, "%s: %s\n", terminal.Plain(s.Name), plain.Line(summary.Fate(record.Fate(s))))
		}
	}
}

// Match is a finished match, with what is reported about it.
type Match struct {
	*arena.Prepared
	Result *arena.Result
	End    *Last

	Replay    string          // the replay file, or ""
	Repeat    string          // the command line that plays the same match again
	Explained *explain.Report // what cost each player most, and what was decisive; nil: not reported
}

// matchJSON is the JSON form of a match.
type matchJSON struct {
	Game    string       `json:"game"`
	Map     string       `json:"map,omitempty"` // of hexabomb
	Seed    uint64       `json:"seed"`
	Secret  match.Secret `json:"secret,omitzero"`
	Order   string       `json:"order"`
	Turns   int          `json:"turns"`
	Winner  int          `json:"winner_player_id"` // -1: none
	Replay  string       `json:"replay,omitempty"` // the replay file
	Players []playerJSON `json:"players"`          // by id
	// Explain says what cost each player most, by id, if requested.
	Explain []explain.PlayerLessons `json:"explain,omitempty"`
	// Tallies are the gains of the players' bombs, by id, Differences say why one of a pair scored more, Moments are
	// the decisive moments, and Story says why the winner won.
	Tallies     []explain.Tally      `json:"tallies,omitempty"`
	Differences []explain.Difference `json:"differences,omitempty"`
	Moments     []explain.Moment     `json:"moments,omitempty"`
	Story       string               `json:"story,omitempty"`
}

type playerJSON struct {
	ID      int            `json:"player_id"`
	Letter  string         `json:"letter"` // the entrant's letter
	Bot     string         `json:"bot"`
	Name    string         `json:"name"`
	Special bool           `json:"special"`
	Score   int            `json:"score"`
	Cells   int            `json:"cells"`
	Living  int            `json:"living_characters"`
	Reason  match.Reason   `json:"reason"`
	Failed  bool           `json:"failed,omitempty"`    // it stopped before the end, but was not interrupted
	Left    int            `json:"left_turn,omitempty"` // the first turn that was played without it
	Late    int            `json:"late_turns"`
	Host    int            `json:"host_turns,omitempty"` // how many of the late turns were the machine's fault
	Refused int            `json:"refused_actions"`
	Silent  int            `json:"silent_turns,omitempty"`  // with an answer in time, but no action that can be read
	Crashed int            `json:"crashed_turns,omitempty"` // in which its program failed, if it is started each turn
	First   trouble.Firsts `json:"first,omitzero"`          // when and why each of these happened first
	Note    string         `json:"note,omitempty"`
}

// Write prints the match as text. If out is a terminal, tty is it; otherwise tty is nil.
func (m *Match) Write(out io.Writer, tty *os.File) {
	m.End.Write(out, tty, m.Result)
	fmt.Fprintf(out, "seed:   %d\n", m.Result.Seed)
	WriteUnwell(out, m.Result)
	if m.Replay != "" {
		fmt.Fprintf(out, "replay: %s\n", plain.Line(m.Replay))
	}
	fmt.Fprintf(out, "repeat: %s\n", m.Repeat)
	if m.Explained != nil {
		fmt.Fprintln(out)
		m.Explained.Write(out, m.End.names(), m.End.frame.Mark, explain.Everyone, explain.Shown)
	}
}

// WriteJSON prints the match as one line of JSON.
func (m *Match) WriteJSON(out io.Writer) error {
	c, r := &m.Config, m.Result
	line := matchJSON{Game: m.Kind.Name, Map: c.Map, Seed: r.Seed, Secret: r.Secret, Order: c.Order, Turns: r.Turns,
		Winner: r.Winner, Replay: m.Replay, Players: make([]playerJSON, len(r.Scores))}
	for k := range r.Seats {
		s := &r.Seats[k]
		if s.Player == arena.NoPlayer {
			continue
		}
		row := &m.End.frame.Players[s.Player]
		line.Players[s.Player] = playerJSON{ID: s.Player, Letter: viewer.Mark(row.Look()),
			Bot: botText(m.Prepared, k, s.Name), Name: s.Name,
			Special: s.Special, Score: row.Score, Cells: row.Cells, Living: row.Living, Reason: s.Reason,
			Failed: s.Reason.Failed(), Left: s.LeftTurn, Late: s.Late,
			Host: s.Host, Refused: s.Refused, Note: s.Note,
			Silent: s.Silent, Crashed: s.Crashed, First: s.First}
	}
	if x := m.Explained; x != nil {
		line.Explain = explain.ByPlayer(m.End.names(), x.Lessons, explain.Everyone, explain.Shown)
		line.Tallies, line.Differences, line.Moments, line.Story = x.Tallies, x.Differences, x.Moments, x.Story
	}
	return plain.WriteJSON(out, line)
}

// botText returns the text that names a seat's bot in JSON.
func botText(p *arena.Prepared, seat int, name string) string {
	return cmp.Or(p.Seats[seat].Bot, name+" (connected by itself)")
}
