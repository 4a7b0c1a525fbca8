package site

import (
	"context"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/internal/store"
	"blastyard/tournament/internal/web"
)

// ordersShown is the maximum number of orders of the organiser on the pages.
const ordersShown = 500

// addOrders adds what the organiser did to a snapshot, and the announcement.
func (s *Source) addOrders(snap *web.Snapshot, list []store.Change) {
	for i := range list {
		snap.Orders = append(snap.Orders, orderOf(&list[i]))
	}
	snap.Notice = noticeOf(snap.Orders)
}

// noticeOf returns the newest announcement of orders, the newest first.
func noticeOf(list []web.Order) web.Notice {
	for _, o := range list {
		if o.What == tournament.Announce {
			return web.Notice{Text: o.Why, At: o.At}
		}
	}
	return web.Notice{}
}

func orderOf(c *store.Change) web.Order {
	o := web.Order{At: time.UnixMilli(c.At), What: tournament.Action(c.Kind), By: c.By, Why: c.Why, Name: c.Name}
	switch o.What {
	case tournament.VoidMatch:
		o.Match = c.ID
	case tournament.RollBack:
		o.Version = c.Number
	case tournament.Extend:
		o.Until = time.UnixMilli(c.Until)
	default:
	}
	return o
}

// addHiddenOrders adds to the snapshot of a moment what the organiser did since then, while standings are hidden. It
// leaves out which results were taken back, because those matches are hidden.
func (s *Source) addHiddenOrders(ctx context.Context, snap *web.Snapshot) error {
	list, err := s.engine.Store().Orders(ctx, ordersShown)
	if err != nil {
		return err
	}
	later := list[:max(0, len(list)-len(snap.Orders))]
	before := snap.Orders
	snap.Orders = nil
	for i := range later {
		if o := orderOf(&later[i]); o.What != tournament.VoidMatch {
			snap.Orders = append(snap.Orders, o)
		}
	}
	snap.Orders = append(snap.Orders, before...)
	snap.Notice = noticeOf(snap.Orders)
	return nil
}
