package rerun

import (
	"errors"
	"fmt"
	"strings"

	"blastyard/arena/entrant"
	"blastyard/game/viewer"
	"blastyard/internal/plain"
	"blastyard/internal/shellquote"
	"blastyard/replay"
)

// OwnPlayer returns the player that a user means who names none: the only one that the bot with this text played or, if
// there is none, the only program. The error says which players there are.
func OwnPlayer(h *replay.Header, bot string) (int, error) {
	var same, programs []int
	for id := range h.Players {
		p := &h.Players[id]
		if bot != "" && p.Bot == bot {
			same = append(same, id)
		}
		if isProgram(p) {
			programs = append(programs, id)
		}
	}
	switch {
	case len(same) == 1:
		return same[0], nil
	case len(same) == 0 && len(programs) == 1:
		return programs[0], nil
	}
	var called []string
	for id := range h.Players {
		called = append(called, plain.Text(viewer.Mark(h.Look(id))+" "+h.Players[id].Name))
	}
	return 0, fmt.Errorf("player is missing: whose seat the bot takes, %s", strings.Join(called, ", "))
}

func isProgram(p *replay.Player) bool {
	return p.Bot != "" && !entrant.IsBuiltin(p.Bot) && !entrant.IsPerson(p.Bot)
}

// OwnBot returns the bot that a user means who names none: the one that played, if it is built in or the folder of a
// bot here. A command line comes from whoever wrote the replay, so it is not started unless the user names it.
func OwnBot(h *replay.Header, player int) (string, error) {
	p := &h.Players[player]
	if entrant.IsBuiltin(p.Bot) {
		return p.Bot, nil
	}
	if !isProgram(p) {
		return "", errors.New("bot is missing: who plays there")
	}
	if e, err := entrant.Parse(p.Bot, entrant.Options{}); err == nil && e.Folder {
		return p.Bot, nil
	}
	return "", fmt.Errorf("bot is missing: the replay says %s; if you trust that: --bot %s", plain.Text(p.Bot),
		shellquote.Quote(plain.Text(p.Bot)))
}

// Verdict says in a line how a match ended that was played on with another bot, for the player of the bot, and how the
// recorded one did. scores and winner are those of now, by player id. It is "" if the recorded match has no end.
func (x *Rerun) Verdict(scores []int, winner int) string {
	was := x.Replay.Result
	if was == nil || len(was.Scores) != len(scores) || x.Player >= len(scores) {
		return ""
	}
	now, then := x.lead(scores), x.lead(was.Scores)
	word := "the same lead"
	switch {
	case now > then:
		word = fmt.Sprintf("better, the lead grows by %.0f", now-then)
	case now < then:
		word = fmt.Sprintf("worse, the lead shrinks by %.0f", then-now)
	}
	switch won, had := winner == x.Player, was.Winner == x.Player; {
	case won && !had:
		word += "; it wins now"
	case had && !won:
		word += "; it does not win any more"
	}
	h := &x.Replay.Header
	return fmt.Sprintf("%s %s %s, was %s: %s", viewer.Mark(h.Look(x.Player)), plain.Text(h.Players[x.Player].Name),
		x.scores(scores), x.scores(was.Scores), word)
}

// scores writes the score of the bot's player, and then those of the others by id.
func (x *Rerun) scores(scores []int) string {
	list := []string{fmt.Sprint(scores[x.Player])}
	for id, score := range scores {
		if id != x.Player && !x.Replay.Header.Players[id].Special {
			list = append(list, fmt.Sprint(score))
		}
	}
	return strings.Join(list, ":")
}

// lead is the score of the bot's player less the mean of the others' scores.
func (x *Rerun) lead(scores []int) float64 {
	sum, n := 0, 0
	for id, score := range scores {
		if id != x.Player && !x.Replay.Header.Players[id].Special {
			sum, n = sum+score, n+1
		}
	}
	return float64(scores[x.Player]) - float64(sum)/float64(max(1, n))
}
