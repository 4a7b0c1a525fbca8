package train

import "encoding/json"

// legal answers with the actions that the masks allow.
func (s *server) legal(l *link, r *Request) error {
	answer := struct {
		Legal [][][][]json.RawMessage `json:"legal"` // by match, seat and character
	}{make([][][][]json.RawMessage, len(r.Matches))}
	for k, i := range r.Matches {
		for seat := range s.episodes.seats {
			answer.Legal[k] = append(answer.Legal[k], s.episodes.legal(i, seat))
		}
	}
	return l.tell(answer)
}

// legal returns the actions of a seat of match i that the masks allow, by character.
func (e *episodes) legal(i, seat int) [][]json.RawMessage {
	all := make([][]json.RawMessage, e.chars)
	for c := range all {
		actions := make([]uint8, e.chars)
		for n, may := range e.mask(i, seat, c) {
			if may == 1 {
				actions[c] = uint8(n)
				all[c] = append(all[c], e.all[i].appendActions(nil, e.seats[seat], actions))
			}
		}
	}
	return all
}
