package train

import (
	"blastyard/game/moves"
)

// choices answers with what the seats of matches can do, from the game itself.
func (s *server) choices(l *link, r *Request) error {
	s.text = append(s.text[:0], `{"choices":[`...)
	for k, i := range r.Matches {
		m := s.episodes.all[i].asGame()
		for at, player := range s.episodes.seats {
			switch {
			case at > 0:
				s.text = append(s.text, ',')
			case k > 0:
				s.text = append(s.text, ",["...)
			default:
				s.text = append(s.text, '[')
			}
			s.text = moves.Append(s.text, m, player)
		}
		s.text = append(s.text, ']')
	}
	s.text = append(s.text, "]}\n"...)
	_, err := l.out.Write(s.text)
	return err
}
