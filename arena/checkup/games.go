package checkup

import (
	"context"
	"fmt"

	"blastyard/arena"
	"blastyard/game/trouble"
	"blastyard/internal/english"
)

// Games is the bot's result in several matches against an opponent, with rotating seats.
type Games struct {
	Against   string     `json:"against"`
	Games     int        `json:"games"`
	Wins      int        `json:"wins"`
	Draws     int        `json:"draws"`
	Losses    int        `json:"losses"`
	WinShare  float64    `json:"win_share"`
	Interval  [2]float64 `json:"win_share_95"` // Wilson score interval
	MeanScore float64    `json:"mean_score"`
	Theirs    float64    `json:"opponents_mean_score"`
	Failures  int        `json:"failures"` // matches that the bot did not play to the end
	Late      int        `json:"late_turns"`
	Refused   int        `json:"refused_actions"`
	Silent    int        `json:"silent_turns,omitempty"`
	Crashed   int        `json:"crashed_turns,omitempty"`
}

// playGames plays matches against an opponent.
func (c *checker) playGames(ctx context.Context) (*Games, error) {
	cfg := arena.Config{Game: c.kind.Name, Seed: 1, TurnTime: arena.Duration(c.cfg.Time), Sandbox: c.cfg.Sandbox,
		Env: c.cfg.Env, Seats: []arena.Seat{c.cfg.Bot, {Bot: c.cfg.Against}}}
	if c.rounds() {
		cfg.LogDir = c.dir
	}
	p, err := c.cfg.Arena.Prepare(cfg)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	g := &Games{Against: c.cfg.Against}
	sum, err := p.PlaySeries(ctx, arena.Series{Matches: c.cfg.Games, Jobs: 1,
		Done: func(i int, r *arena.Result, _ *arena.Summary) {
			s := &r.Seats[0]
			g.Late, g.Refused = g.Late+s.Late, g.Refused+s.Refused
			g.Silent, g.Crashed = g.Silent+s.Silent, g.Crashed+s.Crashed
			if c.cfg.Begin != nil {
				c.cfg.Begin(i, c.cfg.Games, "against "+c.cfg.Against)
			}
		}})
	if err != nil {
		return nil, err
	}
	mine, theirs := &sum.Seats[0], &sum.Seats[1]
	g.Games, g.Wins, g.Draws = mine.Games, mine.Wins, mine.Draws
	g.Losses, g.Failures = mine.Games-mine.Wins-mine.Draws, mine.Failures
	g.WinShare, g.MeanScore, g.Theirs = mine.WinShare(), mine.MeanScore(), theirs.MeanScore()
	g.Interval[0], g.Interval[1] = mine.Interval()
	return g, nil
}

// text describes the games in one line.
func (g *Games) text() string {
	line := fmt.Sprintf("%s against %s: %d won, %d drawn, %d lost; %.0f %% won, 95 %% interval %.0f to %.0f %%; "+
		"mean score %.0f to %.0f", english.Count(g.Games, "game"), g.Against, g.Wins, g.Draws, g.Losses,
		100*g.WinShare, 100*g.Interval[0], 100*g.Interval[1], g.MeanScore, g.Theirs)
	if g.Failures > 0 {
		line += fmt.Sprintf("; it failed in %s", english.Count(g.Failures, "game"))
	}
	t := trouble.Counts{Late: g.Late, Silent: g.Silent, Crashed: g.Crashed, Refused: g.Refused}
	for _, what := range t.Lines() {
		line += "; " + what
	}
	return line
}
