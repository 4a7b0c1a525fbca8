// Package summary describes a replay in lines of text: the game, the players, and the end.
package summary

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"blastyard/game/match"
	"blastyard/game/trouble"
	"blastyard/game/viewer"
	"blastyard/internal/plain"
	"blastyard/replay"
	"blastyard/show/playback"
)

// Header writes what is known of a match before its first turn.
func Header(out io.Writer, h *replay.Header, p *playback.Playback) {
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(out, "%-9s%s\n", name+":", plain.Text(value))
		}
	}
	line("game", h.Game)
	line("title", h.Title)
	line("map", h.Map.Name)
	line("seed", p.Header().Seed)
	turns := fmt.Sprint(p.Len())
	if most := p.Header().Turns; most > p.Len() {
		turns += fmt.Sprintf(" of %d", most)
	}
	line("turns", turns)
	line("order", h.Order)
	if h.Limit > 0 {
		line("limit", (time.Duration(h.Limit)*time.Millisecond).String()+" a turn")
	}
	line("started", p.Header().Started)
	line("written", h.Software)
	line("rules", rulesOf(h, p))
	line("repeat", repeat(h))
	look := looks(p)
	players := p.Header().Players
	for _, id := range viewer.ByLetter(len(players), look) {
		x := players[id]
		bot := cmp.Or(x.Bot, "(bot not known)")
		if x.Special {
			bot += " (special)"
		}
		line(viewer.Mark(look(id)), x.Name+"  "+bot)
	}
}

// repeat returns the command that plays the match again, or "".
func repeat(h *replay.Header) string {
	if !strings.HasPrefix(h.Repeat, "blastyard play ") || h.Secret.IsZero() {
		return h.Repeat
	}
	return h.Repeat + " --secret " + h.Secret.String()
}

// looks returns a function that gives the players' letters, as on the board.
func looks(p *playback.Playback) func(player int) int {
	if start, err := p.Frame(0); err == nil {
		return start.Look
	}
	return func(player int) int { return player }
}

// rulesOf returns the version of the rules of a replay, with a remark if this program has another.
func rulesOf(h *replay.Header, p *playback.Playback) string {
	if h.Rules == 0 && h.Unchecked == "" {
		return ""
	}
	return cmp.Or(p.OtherRules(), strconv.Itoa(int(h.Rules)))
}

// Turn writes the log of a turn: refused actions and the output of bots.
func Turn(out io.Writer, f *viewer.Frame) {
	for _, x := range f.Refused {
		text := plain.Text(x.Reason)
		if x.Action != "" { // it could be read
			text = plain.Text(f.ActionOf(x.Action)) + ": " + text
		}
		fmt.Fprintf(out, "%s refused: %s\n", f.Mark(x.Player), text)
	}
	for _, x := range f.Output {
		fmt.Fprintf(out, "%s prints: %s\n", f.Mark(x.Player), plain.Text(x.Text))
	}
}

// Tree returns a board that cannot be drawn as indented JSON.
func Tree(f *viewer.Frame) (string, error) {
	text, err := json.MarshalIndent(f.Tree, "", "  ")
	return string(plain.JSON(text)), err
}

// End writes how a match ended, or that the replay ends before the match.
func End(out io.Writer, p *playback.Playback) {
	end := p.End()
	if end == nil {
		fmt.Fprintln(out, "\nThe replay ends here, before the match.")
		return
	}
	winner := "none"
	if end.Winner >= 0 {
		winner = plain.Text(p.Header().Players[end.Winner].Name)
	}
	fmt.Fprintf(out, "\nwinner: %s\n", winner)
	if end.Why != "" {
		fmt.Fprintf(out, "ended early: %s\n", plain.Text(end.Why))
	}
	for _, id := range viewer.ByLetter(len(end.Players), looks(p)) {
		x := end.Players[id]
		fate := Fate(replay.Fate{Reason: x.Reason, Note: x.Note, Turn: x.Turn, Late: x.Late, Host: x.Host,
			Refused: x.Refused, Silent: x.Silent, Crashed: x.Crashed, First: x.First})
		if id < len(p.Header().Players) && fate != "" {
			fmt.Fprintf(out, "%s: %s\n", plain.Text(p.Header().Players[id].Name), plain.Text(fate))
		}
	}
}

// Fate describes what went wrong for a player, or returns "".
func Fate(f replay.Fate) string {
	var parts []string
	switch reason := match.Reason(f.Reason); {
	case reason.Failed():
		parts = append(parts, match.Failure(reason, f.Turn))
	case reason != match.Finished:
		parts = append(parts, f.Reason)
	}
	troubles := trouble.Counts{Late: f.Late, Host: f.Host, Silent: f.Silent, Crashed: f.Crashed, Refused: f.Refused,
		First: f.First}
	if f.Note != "" && (f.Reason != string(match.Finished) || troubles.Any()) {
		parts = append(parts, f.Note)
	}
	parts = append(parts, troubles.Lines()...)
	return strings.Join(parts, "; ")
}

// JSON returns the header, without the state, and the result of a replay, as one line that is safe to print.
func JSON(r *replay.Replay) ([]byte, error) {
	x := struct {
		Header replay.Header  `json:"header"`
		Turns  int            `json:"turns"`  // number of turns in the replay
		Result *replay.Result `json:"result"` // null: the replay ends before the match
	}{r.Header, len(r.Turns), r.Result}
	x.Header.State = nil
	text, err := json.Marshal(x)
	return plain.JSON(text), err
}
