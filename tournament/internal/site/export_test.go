package site

import "blastyard/tournament"

// LiveID returns the id of a running match in the catalogue.
func LiveID(l *Live, id tournament.ID) string { return l.id(id) }

// HideLive hides matches while a function says so.
func HideLive(l *Live, hidden func() bool) { l.hideBy(hidden) }

// ShowLive shows how matches ended that were hidden.
func ShowLive(l *Live) { l.show() }
