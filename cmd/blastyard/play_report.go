package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/explain"
	"blastyard/harness"
	"blastyard/internal/plain"
	"blastyard/internal/shellquote"
	"blastyard/match"
	"blastyard/viewer"
	"blastyard/viewer/summary"
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
	Explain []explain.PlayerLessons `json:"explain,omitempty"`
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

// printResult prints how a match ended.
func (p *playing) printResult(r *arena.Result, end *last, recorder *record.Recorder) error {
	lessons, err := p.explained(recorder)
	if err != nil {
		return err
	}
	file := ""
	if recorder != nil {
		file = recorder.Path()
	}
	if p.json {
		return p.printResultJSON(r, end, file, lessons)
	}
	if p.tty != nil {
		fmt.Fprint(p.out, terminal.Final(&end.frame, terminal.OptionsFor(p.tty, os.Environ())))
	} else {
		fmt.Fprint(p.out, terminal.Standings(&end.frame, terminal.Options{}))
	}
	fmt.Fprintf(p.out, "\nwinner: %s\nseed:   %d\n", winnerName(r, end), p.Config.Seed)
	printUnwell(p.out, r)
	if file != "" {
		fmt.Fprintf(p.out, "replay: %s\n", plain.Line(file))
	}
	fmt.Fprintf(p.out, "repeat: %s\n", p.command())
	if p.explain {
		fmt.Fprintln(p.out)
		explain.Write(p.out, end.names(), end.frame.Mark, lessons, explain.Everyone, explain.Shown)
	}
	return nil
}

func winnerName(r *arena.Result, end *last) string {
	if r.Winner == match.NoWinner {
		return "none: no player has the highest score alone"
	}
	return terminal.Plain(end.players[r.Winner].Name)
}

// printUnwell says for each seat what was wrong with how it played.
func printUnwell(out io.Writer, r *arena.Result) {
	for k := range r.Seats {
		if s := &r.Seats[k]; s.Unwell() {
			fmt.Fprintf(out, "%s: %s\n", terminal.Plain(s.Name), plain.Line(summary.Fate(record.Fate(s))))
		}
	}
}

func (p *playing) printResultJSON(r *arena.Result, end *last, file string, lessons []explain.Lesson) error {
	out := resultJSON{Game: p.Kind.Name, Map: p.Config.Map, Seed: p.Config.Seed, Order: p.Config.Order, Turns: r.Turns,
		Winner: r.Winner, Replay: file, Players: make([]playerJSON, len(r.Scores))}
	for k := range r.Seats {
		s := &r.Seats[k]
		if s.Player == arena.NoPlayer {
			continue
		}
		row := &end.frame.Players[s.Player]
		out.Players[s.Player] = playerJSON{ID: s.Player, Bot: p.botText(k, s.Name), Name: s.Name, Special: s.Special,
			Score: row.Score, Cells: row.Cells, Living: row.Living, Reason: s.Reason, Late: s.Late, Host: s.Host,
			Refused: s.Refused, Note: s.Note}
	}
	if p.explain {
		out.Explain = explain.ByPlayer(end.names(), lessons, explain.Everyone, explain.Shown)
	}
	return p.printJSON(out)
}

// botText is how the bot of a seat is called in JSON: what was asked for.
func (p *playing) botText(seat int, name string) string {
	if bot := p.Bot(seat); bot != "" {
		return bot
	}
	return name + " (connected by itself)"
}

// names are the players' names, by id.
func (l *last) names() []string {
	names := make([]string, len(l.players))
	for id := range l.players {
		names[id] = l.players[id].Name
	}
	return names
}

func (p *playing) printJSON(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.out, "%s\n", plain.JSON(text))
	return err
}

// printSeries prints how a series ended.
func (p *playing) printSeries(sum *arena.Summary) error {
	r := seriesJSON{Game: p.Kind.Name, Map: p.Config.Map, Seed: p.Config.Seed, Order: p.Config.Order, Games: p.games,
		Turns: p.Config.Turns}
	if p.Specials() > 0 {
		r.Extinct = &sum.Extinct
	}
	width := len("bot")
	for k := range sum.Seats {
		t, name := &sum.Seats[k], sum.Seats[k].Name
		low, high := t.Interval()
		r.Bots = append(r.Bots, botsJSON{Bot: p.botText(k, name), Name: name, Special: p.Special(k), Wins: t.Wins,
			Draws:  t.Draws,
			Losses: t.Games - t.Wins - t.Draws, WinShare: t.WinShare(), Interval: [2]float64{low, high},
			MeanScore: t.MeanScore(), Failures: t.Failures})
		width = max(width, len(name))
	}
	if p.json {
		return p.printJSON(r)
	}
	fmt.Fprintf(p.out, "%d games of %s, seed %d\n\n", p.games, p.Title(), p.Config.Seed)
	fmt.Fprintf(p.out, "%-*s  %6s %6s %6s  %7s  %-15s  %10s\n", width, "bot", "wins", "draws", "losses", "wins %",
		"95 % interval", "mean score")
	for _, b := range r.Bots {
		fmt.Fprintf(p.out, "%-*s  %6d %6d %6d  %7.1f  %5.1f to %5.1f   %10.1f", width, b.Name, b.Wins, b.Draws,
			b.Losses,
			100*b.WinShare, 100*b.Interval[0], 100*b.Interval[1], b.MeanScore)
		if b.Failures > 0 {
			fmt.Fprintf(p.out, "  failed in %d games", b.Failures)
		}
		fmt.Fprintln(p.out)
	}
	if r.Extinct != nil {
		fmt.Fprintf(p.out, "\nIn %d games (%.1f %%) the last ordinary character died before turn %d.\n", *r.Extinct,
			100*float64(*r.Extinct)/float64(p.games), p.Config.Turns)
	}
	fmt.Fprintf(p.out, "\nrepeat: %s\n", p.command())
	return nil
}

// command is the command line that plays the same again.
func (p *playing) command() string {
	words := []string{"blastyard", "play"}
	if p.gameName != "" {
		words = append(words, p.gameName)
	}
	add := func(flag, value string) { words = append(words, flag, shellquote.Quote(value)) }
	if p.Config.Map != "" {
		add("--map", p.Config.Map)
	}
	for k := range p.Seats() {
		switch s := p.Seat(k); {
		case s.Special:
			add("--special", s.Spec())
		case s.Bot != "" && (p.botsFile == "" || k < p.Specials()+len(p.bots)):
			add("--bot", s.Spec())
		}
	}
	if p.botsFile != "" { // what the file leaves is filled up again in the same way
		add("--bots", p.botsFile)
		if p.players > 0 {
			add("--players", fmt.Sprint(p.players))
		}
	}
	if p.wait > 0 {
		add("--wait", fmt.Sprint(p.wait))
	}
	if p.Config.Turns > 0 {
		add("--turns", fmt.Sprint(p.Config.Turns))
	}
	add("--seed", fmt.Sprint(p.Config.Seed))
	if p.Config.Order != match.Seeded.String() {
		add("--order", p.Config.Order)
	}
	if p.games > 1 {
		add("--games", fmt.Sprint(p.games))
	}
	if p.noTimeout {
		words = append(words, "--no-timeout")
	} else if p.given("turn-time") {
		add("--turn-time", p.turnTime.String())
	}
	if p.sandbox != harness.SandboxOff {
		add("--sandbox", p.sandbox)
	}
	return strings.Join(words, " ")
}

// last is a sink that keeps the board at the end of a match, and who played.
type last struct {
	arena.NopSink
	frame   viewer.Frame
	players []arena.Player
}

// Begin implements arena.Sink.
func (l *last) Begin(b *arena.Begin) { l.players = b.Players }

// End implements arena.Sink.
func (l *last) End(e *arena.End) { l.frame = e.Frame().Clone() }
