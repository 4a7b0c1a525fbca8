package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"blastyard/internal/plain"
	"blastyard/match"
	"blastyard/viewer/terminal"
)

// What play prints about a match with --json.
type resultJSON struct {
	Game    string       `json:"game"`
	Map     string       `json:"map,omitempty"` // of hexabomb
	Seed    uint64       `json:"seed"`
	Order   string       `json:"order"`
	Turns   int          `json:"turns"`
	Winner  int          `json:"winner_player_id"` // -1: none
	Replay  string       `json:"replay,omitempty"` // the file
	Players []playerJSON `json:"players"`          // by id
	// Explain, with --explain: what cost each player most, by id.
	Explain []lessonsOfJSON `json:"explain,omitempty"`
}

type playerJSON struct {
	ID      int          `json:"player_id"`
	Bot     string       `json:"bot"`
	Name    string       `json:"name"`
	Special bool         `json:"special"`
	Score   int          `json:"score"`
	Cells   int          `json:"cells"`
	Living  int          `json:"living_characters"`
	Reason  match.Reason `json:"reason"`
	Late    int          `json:"late_turns"`
	Host    int          `json:"host_turns,omitempty"` // those of them that were the machine's fault
	Refused int          `json:"refused_actions"`
	Note    string       `json:"note,omitempty"`
}

// And about a series.
type seriesJSON struct {
	Game  string `json:"game"`
	Map   string `json:"map,omitempty"` // of hexabomb
	Seed  uint64 `json:"seed"`
	Order string `json:"order"`
	Turns int    `json:"turns,omitempty"` // the most; 0: as many as the rules allow
	Games int    `json:"games"`
	// Extinct, in sudden death: the matches in which the last ordinary character died before the last turn.
	Extinct *int       `json:"extinct,omitempty"`
	Bots    []botsJSON `json:"bots"` // as on the command line, the special player first
}

type botsJSON struct {
	Bot       string     `json:"bot"`
	Name      string     `json:"name"`
	Special   bool       `json:"special"`
	Wins      int        `json:"wins"`
	Draws     int        `json:"draws"`
	Losses    int        `json:"losses"`
	WinShare  float64    `json:"win_share"`
	Interval  [2]float64 `json:"win_share_95"`
	MeanScore float64    `json:"mean_score"`
	Failures  int        `json:"failures"` // matches that the bot did not play to the end
}

// result prints how a match ended.
func (s *screen) result(o *outcome) error {
	if s.plan.json {
		return s.resultJSON(o)
	}
	if s.tty != nil {
		fmt.Fprint(s.out, terminal.Final(&o.frame, terminal.OptionsFor(s.tty, os.Environ())))
	} else {
		fmt.Fprint(s.out, terminal.Standings(&o.frame, terminal.Options{}))
	}
	winner := "nobody: no player has the highest score alone"
	if o.Winner != match.NoWinner {
		winner = terminal.Plain(o.frame.Players[o.Winner].Name)
	}
	fmt.Fprintf(s.out, "\nwinner: %s\nseed:   %d\n", winner, s.plan.seed)
	for k := range o.seats {
		if x := &o.seats[k]; x.unwell() {
			fmt.Fprintf(s.out, "%s: %s\n", terminal.Plain(x.name), plain.Line(x.summary()))
		}
	}
	if o.replay != "" {
		fmt.Fprintf(s.out, "replay: %s\n", plain.Line(o.replay))
	}
	fmt.Fprintf(s.out, "repeat: %s\n", s.plan.command())
	if s.plan.explain {
		fmt.Fprintln(s.out)
		printLessons(s.out, o.names(), o.lessons, everyone, lessonsShown)
	}
	return nil
}

// summary says in a line what was wrong with how a seat played.
func (o *seatOutcome) summary() string {
	var parts []string
	if o.reason != match.Finished {
		parts = append(parts, string(o.reason))
	}
	if o.note != "" {
		parts = append(parts, o.note)
	}
	if o.late > 0 {
		late := fmt.Sprintf("%d turns late", o.late)
		if o.host > 0 {
			late += fmt.Sprintf(", %d of them host: the machine gave it no processor", o.host)
		}
		parts = append(parts, late)
	}
	if o.refused > 0 {
		parts = append(parts, fmt.Sprintf("%d actions refused", o.refused))
	}
	return strings.Join(parts, "; ")
}

func (s *screen) resultJSON(o *outcome) error {
	p := s.plan
	r := resultJSON{Game: p.gameName, Map: p.mapName, Seed: p.seed, Order: p.order.String(), Turns: o.Turns, Winner: o.Winner, Replay: o.replay,
		Players: make([]playerJSON, len(o.Scores))}
	for k, id := range o.ids {
		if id == nobody {
			continue
		}
		row, x := &o.frame.Players[id], &o.seats[k]
		r.Players[id] = playerJSON{ID: id, Bot: p.seats[k].bot(), Name: x.name, Special: p.seats[k].special, Score: row.Score,
			Cells: row.Cells, Living: row.Living, Reason: x.reason, Late: x.late,
			Host: x.host, Refused: x.refused, Note: x.note}
	}
	if p.explain {
		r.Explain = playerLessons(o.names(), o.lessons, everyone, lessonsShown)
	}
	return s.printJSON(r)
}

func (s *screen) printJSON(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s\n", plain.JSON(text))
	return err
}

// seriesLine is the line of progress of a series.
type seriesLine struct {
	last time.Time
	on   bool
}

const seriesProgressEvery = 100 * time.Millisecond

func (s *screen) seriesProgress(played int, tallies []match.Tally) {
	if !s.errTTY || time.Since(s.series.last) < seriesProgressEvery && played < s.plan.games {
		return
	}
	s.series = seriesLine{time.Now(), true}
	line := fmt.Sprintf("%d of %d games", played, s.plan.games)
	for k := range tallies {
		line += fmt.Sprintf("  %s %.0f %%", s.plan.seats[k].name, 100*tallies[k].WinShare())
	}
	fmt.Fprintf(s.err, "\r%.79s\x1b[K", line)
	if played == s.plan.games {
		fmt.Fprint(s.err, "\r\x1b[K")
	}
}

func (s *screen) seriesResult(sums *seriesSums) error {
	p := s.plan
	r := seriesJSON{Game: p.gameName, Map: p.mapName, Seed: p.seed, Order: p.order.String(), Games: p.games}
	if p.gameName == "hexabomb" || p.hasTurns {
		r.Turns = p.turns
	}
	if p.special != "" {
		r.Extinct = &sums.extinct
	}
	width := len("bot")
	for k := range sums.tallies {
		t, seat := &sums.tallies[k], &p.seats[k]
		low, high := t.Interval()
		r.Bots = append(r.Bots, botsJSON{Bot: seat.bot(), Name: seat.name, Special: seat.special, Wins: t.Wins, Draws: t.Draws,
			Losses: t.Games - t.Wins - t.Draws, WinShare: t.WinShare(), Interval: [2]float64{low, high}, MeanScore: t.MeanScore(), Failures: sums.failures[k]})
		width = max(width, len(seat.name))
	}
	if p.json {
		return s.printJSON(r)
	}
	fmt.Fprintf(s.out, "%d games of %s, seed %d\n\n", p.games, p.game.title(p), p.seed)
	fmt.Fprintf(s.out, "%-*s  %6s %6s %6s  %7s  %-15s  %10s\n", width, "bot", "wins", "draws", "losses", "wins %", "95 % interval", "mean score")
	for _, b := range r.Bots {
		fmt.Fprintf(s.out, "%-*s  %6d %6d %6d  %7.1f  %5.1f to %5.1f   %10.1f", width, b.Name, b.Wins, b.Draws, b.Losses,
			100*b.WinShare, 100*b.Interval[0], 100*b.Interval[1], b.MeanScore)
		if b.Failures > 0 {
			fmt.Fprintf(s.out, "  failed in %d games", b.Failures)
		}
		fmt.Fprintln(s.out)
	}
	if r.Extinct != nil {
		fmt.Fprintf(s.out, "\nIn %d games (%.1f %%) the last ordinary character died before turn %d.\n", *r.Extinct, 100*float64(*r.Extinct)/float64(p.games), p.turns)
	}
	fmt.Fprintf(s.out, "\nrepeat: %s\n", p.command())
	return nil
}

// command is the command line that plays the same again.
func (p *plan) command() string {
	words := []string{"blastyard", "play"}
	if p.gameName != "hexabomb" {
		words = append(words, p.gameName)
	}
	add := func(flag, value string) { words = append(words, flag, shellQuote(value)) }
	if p.mapName != "" {
		add("--map", p.mapName)
	}
	if p.special != "" {
		add("--special", p.special)
	}
	for _, b := range p.bots {
		add("--bot", b)
	}
	if p.wait > 0 {
		add("--wait", fmt.Sprint(p.wait))
	}
	if p.gameName == "hexabomb" || p.hasTurns {
		add("--turns", fmt.Sprint(p.turns))
	}
	add("--seed", fmt.Sprint(p.seed))
	if p.order != match.Seeded {
		add("--order", p.order.String())
	}
	if p.games > 1 {
		add("--games", fmt.Sprint(p.games))
	}
	if p.noTimeout {
		words = append(words, "--no-timeout")
	} else if p.turnTime != time.Second {
		add("--turn-time", p.turnTime.String())
	}
	return strings.Join(words, " ")
}

// shellQuote writes a word so that a POSIX shell reads it back, on one line that is safe to print.
func shellQuote(word string) string {
	isPlain := word != "" && strings.IndexFunc(word, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-+=:,./@%", r))
	}) < 0
	if isPlain {
		return word
	}
	if word != plain.Line(word) {
		return ansiQuote(word)
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// ansiQuote is shellQuote for words with characters that must not be printed.
func ansiQuote(word string) string {
	var b strings.Builder
	for i := range len(word) {
		switch c := word[i]; {
		case c == '\'' || c == '\\':
			b.WriteString(`\` + string(rune(c)))
		case c >= ' ' && c <= '~':
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, `\%03o`, c)
		}
	}
	return "$'" + b.String() + "'"
}
