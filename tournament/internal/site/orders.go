package site

import (
	"time"

	"blastyard/tournament"
	"blastyard/tournament/internal/web"
	"blastyard/tournament/store"
)

// ordersShown is the maximum number of orders of the organiser on the pages.
const ordersShown = 500

// addOrders adds what the organiser did to a snapshot, and the announcement.
func (s *Source) addOrders(snap *web.Snapshot, list []store.Change) {
	for i := range list {
		snap.Orders = append(snap.Orders, orderOf(&list[i]))
	}
	for _, o := range snap.Orders {
		if o.What == tournament.Announce {
			snap.Notice = web.Notice{Text: o.Why, At: o.At}
			return
		}
	}
}

func orderOf(c *store.Change) web.Order {
	o := web.Order{At: time.UnixMilli(c.At), What: tournament.Action(c.Kind), By: c.By, Why: c.Why, Name: c.Name}
	switch o.What {
	case tournament.VoidMatch:
		o.Match = c.ID
	case tournament.RollBack:
		o.Version = c.Number
	default:
	}
	return o
}
