package main

import (
	"context"

	"blastyard/game"
	"blastyard/hexabomb"
	"blastyard/hexabomb/wire"
	"blastyard/netorcai"
	"blastyard/netorcai/server"
	"blastyard/viewer"
)

// humanPlayer is a person as a player of the server.
func (r *referee) humanPlayer(k int) server.LocalPlayer {
	h, s := r.plan.people.at(k), &r.plan.seats[k]
	var player int
	return server.LocalPlayer{Nickname: s.name, Role: s.role(), NoLimit: r.plan.humanTime() == 0,
		Start: func(g netorcai.GameStarts) {
			player = g.PlayerID
			h.sit(player)
		},
		Act: func(ctx context.Context, _ int, _ []byte) []byte {
			choices := game.HexabombChoices(r.current.Load(), player, nil)
			return wire.AppendActionsJSON(nil, hexabombActions(player, h.ask(ctx, choices)))
		},
	}
}

// hexabombActions are wishes as actions; the hand has checked them.
func hexabombActions(player int, wishes []viewer.Wish) []hexabomb.Action {
	actions := make([]hexabomb.Action, 0, len(wishes))
	for _, w := range wishes {
		a := hexabomb.Action{Player: uint16(player), Character: uint16(w.Token), Kind: hexabomb.Move, Range: uint8(w.Range), Delay: uint8(w.Delay)}
		switch w.Do {
		case viewer.DoBomb:
			a.Kind = hexabomb.DropBomb
		case viewer.DoRevive:
			a.Kind = hexabomb.Revive
		default:
			for a.Direction < hexabomb.NumDirections-1 && a.Direction.String() != w.Do {
				a.Direction++
			}
		}
		actions = append(actions, a)
	}
	return actions
}
