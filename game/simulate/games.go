package simulate

import (
	"errors"
	"fmt"
	"strconv"

	"blastyard/game/match"
	"blastyard/internal/jsonscan"
)

// maxGames is how many games may exist at the same time.
const maxGames = 10_000

// names are the words in which the lines of a game differ.
type names struct {
	turn, turns string   // the fields that play one turn and several
	neither     string   // the error of a line that does nothing
	how         string   // how to start a game, for an error
	forms       []string // of an answer
}

// rules parses and plays the lines of a game. A P is a game that is being played.
type rules[P any] interface {
	names() *names
	// field records a field of a line that only this game knows. clear forgets all of the line.
	field(key, value []byte)
	clear()
	// starts reports whether the recorded fields start a game.
	starts() bool
	// start starts a game. begun appends the answer to that.
	start(q *request) (P, error)
	begun(dst []byte, p P, q *request) []byte
	// readTurn parses a further turn of the line, which will be played in p or in a copy. name is that of its field.
	readTurn(name string, turn []byte, p P, q *request) error
	// copy copies a game. With a seed the copy draws from it.
	copy(p P, seed *uint64) P
	// playTurn plays turn i of those that were read and appends the refused actions.
	playTurn(refused []byte, p P, q *request, i int) []byte
	// answer appends the fields that say how the game stands.
	answer(dst []byte, p P, q *request) []byte
}

// simulator contains the games of one kind, by id.
type simulator[P any] struct {
	rules rules[P]
	games map[int64]P
	asked request // the line being answered
	turns int     // how many turns of the line were read
}

func newSimulator[P any](r rules[P]) Game { return &simulator[P]{rules: r, games: map[int64]P{}} }

func (s *simulator[P]) end() { delete(s.games, 0) }

func (s *simulator[P]) line(dst, line []byte) ([]byte, error) {
	q, names := &s.asked, s.rules.names()
	*q = request{}
	s.rules.clear()
	scan := jsonscan.New(line)
	err := scan.Fields(func(key []byte) error {
		value, err := scan.Value()
		if err == nil && !q.field(names, key, value) {
			s.rules.field(key, value)
		}
		return err
	})
	if err != nil || !scan.AtEnd() {
		return dst, errors.New("the line is not a JSON object")
	}
	if err := q.read(names.forms...); err != nil {
		return dst, err
	}
	play := q.one != nil || q.many != nil
	start := !play && s.rules.starts()
	switch {
	case q.drop != nil && (q.fork != nil || start || play):
		return dst, errors.New("drop stands beside other things to do, expected it alone")
	case q.drop != nil:
		return s.drop(dst, q)
	case q.fork != nil && start:
		return dst, errors.New("fork stands beside the start of a game, expected it alone or with turns")
	case q.fork != nil:
		return s.fork(dst, q, play)
	case play:
		return s.play(dst, q)
	case start:
		return s.start(dst, q)
	}
	return dst, errors.New(names.neither)
}

// find returns the game with an id.
func (s *simulator[P]) find(id int64) (P, error) {
	p, there := s.games[id]
	if there {
		return p, nil
	}
	if id != 0 {
		return p, fmt.Errorf("no game has the id %d", id)
	}
	return p, fmt.Errorf("no game is being played; start one with %s", s.rules.names().how)
}

// vacant checks that a game can be added under an id.
func (s *simulator[P]) vacant(id int64) error {
	if _, there := s.games[id]; there && id == 0 {
		return errors.New("a game is being played; end it with an empty line first")
	} else if there {
		return fmt.Errorf("a game with the id %d is being played; drop it first", id)
	}
	if len(s.games) >= maxGames {
		return fmt.Errorf("%d games are being played, as many as there can be; drop one first", maxGames)
	}
	return nil
}

func (s *simulator[P]) start(dst []byte, q *request) ([]byte, error) {
	if err := s.vacant(q.id); err != nil {
		return dst, err
	}
	p, err := s.rules.start(q)
	if err != nil {
		return dst, err
	}
	s.games[q.id] = p
	return append(s.rules.begun(q.open(dst), p, q), '}'), nil
}

func (s *simulator[P]) play(dst []byte, q *request) ([]byte, error) {
	p, err := s.find(q.id)
	if err == nil && q.rawSeed != nil {
		err = errors.New("seed stands beside turns, expected it where a game is started or forked")
	}
	if err == nil {
		err = s.read(p, q)
	}
	if err != nil {
		return dst, err
	}
	return append(s.answers(q.open(dst), p, q), '}'), nil
}

// read parses the turns of the line.
func (s *simulator[P]) read(p P, q *request) error {
	names := s.rules.names()
	s.turns = 0
	if q.one != nil && q.many != nil {
		return fmt.Errorf("the line has both %s and %s, expected one of them", names.turn, names.turns)
	}
	if q.one != nil {
		s.turns = 1
		return s.rules.readTurn(names.turn, q.one, p, q)
	}
	scan := jsonscan.New(q.many)
	if scan.Kind() != jsonscan.Array {
		return fmt.Errorf("%s is %s, expected an array of arrays like %s", names.turns, brief(q.many), names.turn)
	}
	return scan.Elements(func() error {
		value, err := scan.Value()
		if err == nil {
			err = s.rules.readTurn(names.turns+"["+strconv.Itoa(s.turns)+"]", value, p, q)
		}
		s.turns++
		return err
	})
}

// answers plays the turns of the line and appends the fields of the answer.
func (s *simulator[P]) answers(dst []byte, p P, q *request) []byte {
	if !q.all {
		var refused []byte
		for i := range s.turns {
			refused = s.rules.playTurn(refused, p, q, i)
		}
		return s.answer(dst, p, q, refused)
	}
	dst = append(append(append(dst, '"'), s.rules.names().turns...), `":[`...)
	for i := range s.turns {
		if i > 0 {
			dst = append(dst, ',')
		}
		refused := s.rules.playTurn(nil, p, q, i)
		dst = append(s.answer(append(dst, '{'), p, q, refused), '}')
	}
	return append(dst, ']')
}

func (s *simulator[P]) answer(dst []byte, p P, q *request, refused []byte) []byte {
	dst = s.rules.answer(dst, p, q)
	if q.report {
		dst = append(append(append(dst, `,"refused":[`...), refused...), ']')
	}
	return dst
}

// appendRefused appends the start of the report of an action that was refused in turn i of a line.
func appendRefused(dst []byte, i int) []byte {
	if len(dst) > 0 {
		dst = append(dst, ',')
	}
	return strconv.AppendInt(append(dst, `{"turn":`...), int64(i), 10)
}

// fork copies a game. It plays turns in the copy if the line has any.
func (s *simulator[P]) fork(dst []byte, q *request, play bool) ([]byte, error) {
	p, err := s.find(q.from)
	if err == nil && !q.hasID {
		err = errors.New("field id is missing, which the copy is to have")
	}
	if err == nil {
		err = s.vacant(q.id)
	}
	if err == nil {
		err = q.readSeed()
	}
	if err == nil && play {
		err = s.read(p, q)
	}
	if err != nil {
		return dst, err
	}
	p = s.rules.copy(p, q.seed)
	s.games[q.id] = p
	if !play {
		return appendID(dst, q.id), nil
	}
	return append(s.answers(q.open(dst), p, q), '}'), nil
}

func (s *simulator[P]) drop(dst []byte, q *request) ([]byte, error) {
	met := make(map[int64]bool, len(q.gone))
	for _, id := range q.gone {
		if _, err := s.find(id); err != nil {
			return dst, err
		}
		if met[id] {
			return dst, fmt.Errorf("drop has the id %d twice", id)
		}
		met[id] = true
	}
	for _, id := range q.gone {
		delete(s.games, id)
	}
	return append(strconv.AppendInt(append(dst, `{"games":`...), int64(len(s.games)), 10), '}'), nil
}

// ordersOf returns the draws of the order of players in a game: from a seed, if there is one, otherwise as a game with
// these orders draws; nil: by id.
func ordersOf(orders *match.Orders, seed *uint64, players int) *match.Orders {
	switch {
	case seed != nil:
		return match.NewSearchOrders(*seed, players)
	case orders != nil:
		return orders.Clone()
	default:
		return nil
	}
}

// appendEach appends a further field with an array of n values.
func appendEach(dst []byte, name string, n int, value func(dst []byte, i int) []byte) []byte {
	dst = append(append(append(dst, `,"`...), name...), `":[`...)
	for i := range n {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = value(dst, i)
	}
	return append(dst, ']')
}

func appendID(dst []byte, id int64) []byte {
	return append(strconv.AppendInt(append(dst, `{"id":`...), id, 10), '}')
}

// open appends the start of an answer, with the id if the line has one.
func (q *request) open(dst []byte) []byte {
	dst = append(dst, '{')
	if q.hasID {
		dst = append(strconv.AppendInt(append(dst, `"id":`...), q.id, 10), ',')
	}
	return dst
}
