package simulate

import (
	"errors"
	"fmt"
	"strconv"

	"blastyard/internal/jsonscan"
)

// maxGames is how many games may exist at the same time.
const maxGames = 10_000

// rules parses and plays the lines of a game. A P is a game that is being played.
type rules[P any] interface {
	// field records a field of a line that only this game knows. clear forgets the recorded fields.
	field(key, value []byte)
	clear()
	// wants reports whether the line starts a game, and whether it plays turns.
	wants() (start, play bool)
	// usage returns texts for errors: what is missing in a line that does neither, and how to start a game.
	usage() (neither, how string)
	// forms returns the names of the possible answer forms.
	forms() []string
	// start starts a game. begun appends the answer to that.
	start(q *request) (P, error)
	begun(dst []byte, p P, q *request) []byte
	// read parses the turns of the line, which will be played in p or in a copy.
	read(p P, q *request) error
	// copy copies a game. With a seed the copy draws from it.
	copy(p P, seed *uint64) P
	// play plays the parsed turns and appends the fields of the answer.
	play(dst []byte, p P, q *request) []byte
}

// simulator contains the games of one kind, by id.
type simulator[P any] struct {
	rules rules[P]
	games map[int64]P
	asked request // the line being answered
}

func newSimulator[P any](r rules[P]) Game { return &simulator[P]{rules: r, games: map[int64]P{}} }

func (s *simulator[P]) end() { delete(s.games, 0) }

func (s *simulator[P]) line(dst, line []byte) ([]byte, error) {
	q := &s.asked
	*q = request{}
	s.rules.clear()
	scan := jsonscan.New(line)
	err := scan.Fields(func(key []byte) error {
		value, err := scan.Value()
		if err == nil && !q.field(key, value) {
			s.rules.field(key, value)
		}
		return err
	})
	if err != nil || !scan.AtEnd() {
		return dst, errors.New("the line is not a JSON object")
	}
	if err := q.read(s.rules.forms()...); err != nil {
		return dst, err
	}
	start, play := s.rules.wants()
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
	neither, _ := s.rules.usage()
	return dst, errors.New(neither)
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
	_, how := s.rules.usage()
	return p, fmt.Errorf("no game is being played; start one with %s", how)
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
		err = s.rules.read(p, q)
	}
	if err != nil {
		return dst, err
	}
	return append(s.rules.play(q.open(dst), p, q), '}'), nil
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
		err = s.rules.read(p, q)
	}
	if err != nil {
		return dst, err
	}
	p = s.rules.copy(p, q.seed)
	s.games[q.id] = p
	if !play {
		return appendID(dst, q.id), nil
	}
	return append(s.rules.play(q.open(dst), p, q), '}'), nil
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
