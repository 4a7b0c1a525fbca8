package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"blastyard/harness"
	"blastyard/internal/plain"
)

// seat is who plays.
type seat struct {
	spec    string // as on the command line; "" for one that connects by itself
	builtin string // the name of a built-in bot, or ""
	name    string // for people, and no other seat has it; a nickname of netorcai
	special bool
	human   bool // a person plays by hand
}

// inProcess tells whether the seat needs no connection.
func (s *seat) inProcess() bool { return s.builtin != "" }

// guest tells whether the seat is for a bot that connects by itself.
func (s *seat) guest() bool { return s.spec == "" }

// isProgram tells whether a program must be started for the seat.
func (s *seat) isProgram() bool { return !s.inProcess() && !s.guest() && !s.human }

const builtinPrefix = "builtin:"

// defaultBots fills up who plays: with nobody named, the usual bots, of different strength; one alone gets an opponent;
// with --players, as many as asked for.
func defaultBots(p *plan, usual []string, seats int) []string {
	bots, want := p.bots, p.players
	if want == 0 {
		switch len(bots) + p.wait {
		case 0:
			want = min(len(usual), seats)
		case 1:
			want = min(2, seats)
		}
	}
	for i := 0; len(bots)+p.wait < want; i++ {
		next := i
		if len(p.bots)+p.wait > 0 {
			next++ // whoever brings a bot gets the second strongest as its first opponent
		}
		bots = append(slices.Clip(bots), usual[next%len(usual)])
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
	names := seatNames{}
	for i := range seats {
		s := &seats[i]
		if name, ok := strings.CutPrefix(s.spec, builtinPrefix); ok {
			s.builtin, s.name = name, name
		} else if name, human, err := humanName(s.spec); err != nil {
			return nil, err
		} else if human {
			s.human, s.name = true, name
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
		s.name = names.take(s.name)
	}
	for i := range wait {
		seats = append(seats, seat{name: fmt.Sprintf("guest%d", i+1)})
	}
	return seats, nil
}

// checkPrograms refuses bots that cannot be started, before anything else is begun. builtins are the game's own bots,
// for who forgot the word for them.
func (p *plan) checkPrograms(builtins []string) error {
	for k := range p.seats {
		s := &p.seats[k]
		if !s.isProgram() {
			continue
		}
		err := harness.Command{Line: s.spec, Name: s.name}.Check()
		if errors.Is(err, harness.ErrNotFound) && slices.Contains(builtins, s.spec) {
			return fmt.Errorf("bot %q: no such program; did you mean %s%s?", s.spec, builtinPrefix, s.spec)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// seatNames gives each seat a name of its own: the second hunter is hunter2.
type seatNames map[string]int

func (n seatNames) take(name string) string {
	if name = plain.Text(name); strings.TrimSpace(name) == "" {
		name = "bot"
	}
	n[name]++
	count := n[name]
	if count == 1 {
		return name
	}
	number := fmt.Sprint(count)
	runes := []rune(name)
	return n.take(string(runes[:min(len(runes), maxNickname-len(number))]) + number)
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
	name = strings.Join(strings.Fields(plain.Text(name)), "")
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
