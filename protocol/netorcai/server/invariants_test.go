package server

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"blastyard/protocol/netorcai"
)

// TestInvariants: whatever happens in whatever order, the invariants of game hold, and no link gets more than it may.
func TestInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fast := rapid.Bool().Draw(t, "fast")
		tb := newTestGame(&testing.T{}, Config{Fast: fast, Settings: Settings{
			NbTurnsMax: rapid.IntRange(1, 8).Draw(t, "turns"), NbPlayersMax: 3, NbSpecialPlayersMax: 1, NbVisusMax: 2,
			DelayFirstTurn: time.Second, DelayTurns: time.Second,
		}})
		var peers []*peer
		var papers []*paper
		for _, role := range []netorcai.Role{netorcai.RolePlayer, netorcai.RolePlayer, netorcai.RoleSpecialPlayer, netorcai.RoleVisualization} {
			p, link := tb.sit(role)
			peers, papers = append(peers, p), append(papers, link)
		}
		tb.begin()
		for step := 0; step < 60 && tb.g.phase == playing; step++ {
			i := rapid.IntRange(0, len(peers)-1).Draw(t, "who")
			switch rapid.IntRange(0, 6).Draw(t, "what") {
			case 0, 1:
				if tb.g.asked {
					tb.turn()
				}
			case 2, 3:
				tb.ack(peers[i], peers[i].lastTurn, "[]")
			case 4:
				tb.pass(time.Second)
			case 5:
				if papers[i].stuck = !papers[i].stuck; !papers[i].stuck {
					tb.g.drained(peers[i])
					tb.work()
				}
			case 6:
				if rapid.IntRange(0, 5).Draw(t, "really") == 0 {
					tb.g.failed(peers[i], "gone", rapid.Bool().Draw(t, "lost"))
					tb.work()
				}
			}
			checkInvariants(t, tb.g)
		}
		for i, link := range papers {
			checkTurns(t, i, link.frames)
		}
	})
}

func checkInvariants(t *rapid.T, g *game) {
	open := 0
	for _, p := range g.byID {
		if p.connected && (p.thinking || p.waiting) {
			open++
		}
		if !p.connected && (p.thinking || p.waiting) {
			t.Fatalf("player %d has left and is open", p.seat.PlayerID)
		}
		if p.queued >= 0 && (p.queued >= len(g.queue) || g.queue[p.queued] != p) {
			t.Fatalf("player %d is not where it is queued", p.seat.PlayerID)
		}
	}
	if open != g.open {
		t.Fatalf("open is %d, counted %d", g.open, open)
	}
	size := 0
	for i, p := range g.queue {
		size += len(p.ack.Actions)
		if p.queued != i || !p.seat.Role.IsPlayer() {
			t.Fatalf("place %d of the queue is wrong", i)
		}
	}
	if size != g.queueSize {
		t.Fatalf("queueSize is %d, counted %d", g.queueSize, size)
	}
	if g.phase == playing && g.cfg.Fast && !g.asked && !g.due && !g.blocked && g.open == 0 {
		t.Fatal("nothing will ever happen")
	}
}

// checkTurns checks that TURNs are in order, that there is at most one GAME_STARTS, GAME_ENDS and KICK, and that
// nothing follows a KICK.
func checkTurns(t *rapid.T, who int, frames []string) {
	last, count := -1, map[string]int{}
	for i, content := range frames {
		m, err := netorcai.Decode([]byte(content))
		if err != nil {
			t.Fatalf("%d got %s: %v", who, content, err)
		}
		count[fmt.Sprintf("%T", m)]++
		if turn, ok := m.(netorcai.Turn); ok {
			if turn.TurnNumber <= last {
				t.Fatalf("%d got turn %d after %d", who, turn.TurnNumber, last)
			}
			last = turn.TurnNumber
		}
		if _, ok := m.(netorcai.Kick); ok && i != len(frames)-1 {
			t.Fatalf("%d got %v after the KICK", who, frames[i+1:])
		}
	}
	if count["netorcai.GameStarts"] > 1 || count["netorcai.GameEnds"] > 1 || count["netorcai.Kick"] > 1 {
		t.Fatalf("%d got %v", who, count)
	}
}
