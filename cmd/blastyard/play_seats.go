package main

import (
	"fmt"
	"slices"
	"strings"

	"blastyard/bots/builtin"
	"blastyard/harness"
	"blastyard/hexabomb"
)

// seat is who plays.
type seat struct {
	spec    string // as on the command line; "" for one that connects by itself
	builtin string // the name of a built-in bot, or ""
	name    string // for people, and no other seat has it; a nickname of netorcai
	special bool
}

// inProcess tells whether the seat needs no connection.
func (s *seat) inProcess() bool { return s.builtin != "" }

// guest tells whether the seat is for a bot that connects by itself.
func (s *seat) guest() bool { return s.spec == "" }

// isProgram tells whether a program must be started for the seat.
func (s *seat) isProgram() bool { return !s.inProcess() && !s.guest() }

const builtinPrefix = "builtin:"

// defaultBots fills up who plays: with nobody named, bots of different strength; one alone gets an opponent.
func defaultBots(bots []string, wait, seats int) []string {
	if len(bots)+wait == 0 {
		all := []string{"builtin:hunter", "builtin:greedy", "builtin:random", "builtin:idle"}
		return all[:min(len(all), seats)]
	}
	if len(bots) == 1 && wait == 0 && seats > 1 {
		return append(bots, "builtin:greedy")
	}
	return bots
}

// parseSeats reads the bots' specs and gives each seat a name of its own.
func parseSeats(special string, bots []string, wait int) ([]seat, error) {
	var seats []seat
	if special != "" {
		seats = append(seats, seat{spec: special, special: true})
	}
	for _, spec := range bots {
		seats = append(seats, seat{spec: spec})
	}
	names := make(map[string]int)
	for i := range seats {
		s := &seats[i]
		if name, ok := strings.CutPrefix(s.spec, builtinPrefix); ok {
			s.builtin, s.name = name, name
		} else {
			words, err := harness.Split(s.spec)
			if err != nil {
				return nil, fmt.Errorf("bot %q: %w", s.spec, err)
			}
			if len(words) == 0 {
				return nil, usagef("an empty --bot, expected builtin:NAME or a command line")
			}
			s.name = shortName(words)
		}
		names[s.name]++
		if n := names[s.name]; n > 1 {
			s.name = fmt.Sprintf("%.*s%d", maxNickname-len(fmt.Sprint(n)), s.name, n)
		}
	}
	for i := range wait {
		seats = append(seats, seat{name: fmt.Sprintf("guest%d", i+1)})
	}
	return seats, nil
}

const maxNickname = 10 // characters, in netorcai

// shortName is a name for a command line: the first argument that looks like a file, else the program; without folder
// and ending.
func shortName(words []string) string {
	name := words[0]
	if i := slices.IndexFunc(words[1:], looksLikeFile); i >= 0 {
		name = words[1+i]
	}
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	if i := strings.IndexByte(name, '.'); i > 0 {
		name = name[:i]
	}
	name = strings.Join(strings.Fields(strings.ToValidUTF8(name, "")), "")
	if runes := []rune(name); len(runes) > maxNickname {
		name = string(runes[:maxNickname])
	}
	if name == "" {
		return "bot"
	}
	return name
}

// looksLikeFile tells whether a word may be the name of a bot's program or source.
func looksLikeFile(word string) bool {
	return !strings.HasPrefix(word, "-") && strings.ContainsAny(word, `./\`) && !strings.ContainsAny(word, " ;,()'\"{}:=")
}

// checkBuiltins finds out before the match whether each built-in bot exists and can take its seat.
func (p *plan) checkBuiltins() error {
	for i, id := range p.ids(0) {
		if s := &p.seats[i]; s.builtin != "" {
			if _, err := p.newBuiltin(s, id, 0); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *plan) newBuiltin(s *seat, id int, seed uint64) (builtin.Bot, error) {
	bot, err := builtin.New(s.builtin, p.board, id, seed)
	if err != nil {
		return nil, fmt.Errorf("bot %q: %w", s.spec, err)
	}
	return bot, nil
}

// localBot is a built-in bot as a player of match.
type localBot struct {
	bot     builtin.Bot
	state   *hexabomb.State // of the match
	actions []hexabomb.Action
}

func (l *localBot) Act() []hexabomb.Action {
	l.actions = l.bot.Act(l.actions[:0], l.state)
	return l.actions
}
