package site

import (
	"blastyard/tournament"
	"blastyard/tournament/internal/web"
)

// Public returns what spectators may see of a match.
func Public(m tournament.Match) tournament.Match { return public(m) }

// LiveID returns the id of a running match in the catalogue.
func LiveID(l *Live, id tournament.ID) string { return l.id(id) }

// HideLive hides matches while a function says so.
func HideLive(l *Live, hidden func() bool) { l.hideBy(hidden) }

// ShowLive shows how matches ended that were hidden.
func ShowLive(l *Live) { l.show() }

// HookOrder returns what a web hook tells of an order.
func HookOrder(rec *tournament.Record) *web.Order { return hookOrder(rec) }
