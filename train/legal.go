package train

import "encoding/json"

// legal answers with the actions that the masks allow.
func (s *server) legal(l *link, r *Request) error {
	answer := struct {
		Legal [][][][]json.RawMessage `json:"legal"` // by match, seat and character
	}{make([][][][]json.RawMessage, len(r.Matches))}
	for k, i := range r.Matches {
		for seat := range s.episodes.seats {
			answer.Legal[k] = append(answer.Legal[k], s.episodes.legal(i, seat, s.facts.LegalMasks))
		}
	}
	return l.tell(answer)
}

// legal returns the actions of a seat of match i that the masks allow, by character.
func (e *episodes) legal(i, seat int, masks []uint32) [][]json.RawMessage {
	all := make([][]json.RawMessage, e.chars)
	keys := part(e.shared.legal, i*len(e.seats)+seat, e.chars)
	for c, key := range keys {
		actions := make([]uint8, e.chars)
		for n := range uint8(numbered) {
			if masks[key]>>n&1 == 1 {
				actions[c] = n
				all[c] = append(all[c], e.all[i].appendActions(nil, e.seats[seat], actions))
			}
		}
	}
	return all
}
