package site

import "blastyard/tournament"

// LiveID is what a match that is being played is called.
func LiveID(l *Live, id tournament.ID) string { return l.id(id) }
