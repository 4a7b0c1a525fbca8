package tournament

import "slices"

// Leading returns the entrants in the order in which they lead: before the event is over only those that take part,
// because who has left cannot lead. adjacent reports whether the first's Better is the likelihood against the second
// of them: it is known against the next one of all entrants.
func (s *Standings) Leading(over bool) (list []Standing, adjacent bool) {
	list = s.Entrants
	if !over {
		list = slices.DeleteFunc(slices.Clone(list), func(e Standing) bool { return e.Status != Takes })
	}
	if len(list) < 2 {
		return list, false
	}
	first := slices.IndexFunc(s.Entrants, func(e Standing) bool { return e.Name == list[0].Name })
	return list, s.Entrants[first+1].Name == list[1].Name
}
