package site

import "blastyard/tournament"

// LiveID returns the id of a running match in the catalogue.
func LiveID(l *Live, id tournament.ID) string { return l.id(id) }
