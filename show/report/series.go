package report

import (
	"fmt"
	"io"

	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/arena/resultfile"
	"blastyard/game/match"
	"blastyard/game/trouble"
	"blastyard/internal/plain"
	"blastyard/show/summary"
	"blastyard/show/terminal"
)

// Series is a series of matches that has ended or was broken off.
type Series struct {
	*arena.Prepared
	Summary  *arena.Summary
	LastSeed uint64             // of a range of seeds with one match each; 0: no range
	Planned  int                // planned number of matches
	Matches  []resultfile.Match // the matches that were played, in order
	Results  string             // the results file, or ""
	Repeat   string             // the command line that plays the same series again
	Lost     *Lost              // games that the user's bot lost; nil: they are not listed
}

// Game describes match i (from 0) of a series in a line: its seed, the scores, the winner, and problems.
func Game(i, games int, r *arena.Result) string {
	line := fmt.Sprintf("game %d of %d: seed %d:", i+1, games, r.Seed)
	winner, wrong := "nobody", ""
	for k := range r.Seats {
		s := &r.Seats[k]
		if s.Player == arena.NoPlayer {
			continue
		}
		line += fmt.Sprintf(" %s %d,", plain.Text(s.Name), r.Scores[s.Player])
		if s.Player == r.Winner {
			winner = plain.Text(s.Name)
		}
		if s.Unwell() {
			wrong += fmt.Sprintf("; %s: %s", plain.Text(s.Name), summary.Fate(record.Fate(s)))
		}
	}
	return line + " winner " + winner + wrong
}

// seriesJSON is the JSON form of a series, as in docs/schema/series.json.
type seriesJSON struct {
	Game   string       `json:"game"`
	Map    string       `json:"map,omitempty"` // of hexabomb
	Seed   uint64       `json:"seed"`
	Secret match.Secret `json:"secret,omitzero"`
	Last   uint64       `json:"last_seed,omitempty"` // of a range of seeds with one match each
	Order  string       `json:"order"`
	Turns  int          `json:"turns,omitempty"` // limit; 0: that of the rules
	Games  int          `json:"games"`           // number of games that were played

	Planned  int    `json:"planned"`  // planned number of games
	Complete bool   `json:"complete"` // all planned games were played
	Results  string `json:"results,omitempty"`

	// Extinct is, in sudden death, the number of matches in which the last ordinary character died before the last
	// turn.
	Extinct *int       `json:"extinct,omitempty"`
	Bots    []botsJSON `json:"bots"` // as on the command line, the special player first

	Matches []resultfile.Match `json:"matches"` // one by one
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

func (s *Series) line() seriesJSON {
	c := &s.Config
	line := seriesJSON{Game: s.Kind.Name, Map: c.Map, Seed: c.Seed, Secret: c.Secret, Last: s.LastSeed, Order: c.Order,
		Games: s.Summary.Matches, Turns: c.Turns, Planned: s.Planned,
		Complete: s.Summary.Matches == s.Planned, Results: s.Results,
		Matches: s.Matches}
	if s.Specials > 0 {
		line.Extinct = &s.Summary.Extinct
	}
	for k := range s.Summary.Seats {
		t, name := &s.Summary.Seats[k], s.Summary.Seats[k].Name
		low, high := t.Interval()
		line.Bots = append(line.Bots, botsJSON{
			Bot:       botText(s.Prepared, k, name),
			Name:      name,
			Special:   s.Prepared.Seats[k].Special,
			Wins:      t.Wins,
			Draws:     t.Draws,
			Losses:    t.Games - t.Wins - t.Draws,
			WinShare:  t.WinShare(),
			Interval:  [2]float64{low, high},
			MeanScore: t.MeanScore(),
			Failures:  t.Failures,
		})
	}
	return line
}

// WriteJSON prints the series as one line of JSON.
func (s *Series) WriteJSON(out io.Writer) error { return plain.WriteJSON(out, s.line()) }

// troubles say what was wrong with the turns of a seat in all matches together.
func (s *Series) troubles(seat int) []string {
	var all trouble.Counts
	for i := range s.Matches {
		x := &s.Matches[i].Bots[seat]
		all.Late, all.Host, all.Silent = all.Late+x.Late, all.Host+x.Host, all.Silent+x.Silent
		all.Crashed, all.Refused = all.Crashed+x.Crashed, all.Refused+x.Refused
	}
	return all.Lines()
}

// Write prints the series as text.
func (s *Series) Write(out io.Writer) {
	line, width := s.line(), len("bot")
	for _, b := range line.Bots {
		width = max(width, terminal.Most(terminal.Plain(b.Name)))
	}
	games, seed := fmt.Sprint(line.Games), fmt.Sprintf("seed %d", line.Seed)
	if !line.Complete {
		games = fmt.Sprintf("%d of %d", line.Games, line.Planned)
	}
	if line.Last > 0 {
		seed = fmt.Sprintf("seeds %d to %d", line.Seed, line.Last)
	}
	fmt.Fprintf(out, "%s games of %s, %s\n\n", games, s.Title(), seed)
	fmt.Fprintf(out, "%-*s  %6s %6s %6s  %7s  %-15s  %10s\n", width, "bot", "wins", "draws", "losses", "wins %",
		"95 % interval", "mean score")
	for k, b := range line.Bots {
		name := terminal.Pad(terminal.Plain(b.Name), width, false)
		fmt.Fprintf(out, "%s  %6d %6d %6d  %7.1f  %5.1f to %5.1f   %10.1f", name, b.Wins, b.Draws, b.Losses,
			100*b.WinShare, 100*b.Interval[0], 100*b.Interval[1], b.MeanScore)
		if b.Failures > 0 {
			fmt.Fprintf(out, "  failed in %d games", b.Failures)
		}
		for _, what := range s.troubles(k) {
			fmt.Fprintf(out, "  %s", what)
		}
		fmt.Fprintln(out)
	}
	if line.Extinct != nil {
		fmt.Fprintf(out, "\nIn %d games (%.1f %%) the last ordinary character died before turn %d.\n", *line.Extinct,
			100*float64(*line.Extinct)/float64(line.Games), line.Turns)
	}
	fmt.Fprintln(out)
	s.Lost.Write(out)
	if s.Results != "" {
		fmt.Fprintf(out, "results: %s\n", plain.Line(s.Results))
	}
	fmt.Fprintf(out, "repeat: %s\n", s.Repeat)
}
