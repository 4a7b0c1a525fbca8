package server

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"blastyard/protocol/netorcai"
)

// TestNoticeOfWaiting: the log says for whom a game waits, once a turn and only after a while.
func TestNoticeOfWaiting(t *testing.T) {
	var log bytes.Buffer
	told := func() string {
		defer log.Reset()
		var lines []string
		for line := range strings.Lines(log.String()) {
			if strings.Contains(line, "Waiting for") {
				_, line, _ = strings.Cut(line, "msg=")
				lines = append(lines, strings.TrimSpace(line))
			}
		}
		return strings.Join(lines, "; ")
	}
	tb := newTestGame(t, Config{Fast: true, Log: slog.New(slog.NewTextHandler(&log, nil))})
	a, _ := tb.sit(netorcai.RolePlayer)
	tb.sit(netorcai.RolePlayer)
	tb.sit(netorcai.RoleVisualization)
	tb.begin()
	tb.work()
	tb.pass(noticeAfter - 1)
	if got := told(); got != "" {
		t.Errorf("too early: %s", got)
	}
	tb.pass(1)
	tb.pass(time.Hour)
	if got := told(); got != `"Waiting for the game logic" seconds=5` {
		t.Errorf("a game logic that does not answer: %s", got)
	}
	tb.turn()
	tb.ack(a, 0, "[]")
	tb.pass(noticeAfter)
	tb.pass(time.Hour)
	if got := told(); got != `"Waiting for players" seconds=5 "player count"=1 nicknames=n` {
		t.Errorf("a player that does not answer: %s", got)
	}
	tb.g.abort(ErrAborted)
	tb.pass(time.Hour)
	if got := told(); got != "" {
		t.Errorf("after the end: %s", got)
	}
}

// TestTurnTimeShorterThanThePause: a turn takes its time or the pause, whichever is longer.
func TestTurnTimeShorterThanThePause(t *testing.T) {
	tb := newTestGame(t, Config{Fast: true, TurnTime: time.Second, Pause: 3 * time.Second})
	tb.sit(netorcai.RolePlayer)
	tb.begin()
	tb.work()
	tb.turn()
	tb.pass(3*time.Second - 1)
	if tb.g.asked {
		t.Fatal("the next turn began before the pause was over")
	}
	if tb.pass(1); !tb.g.asked {
		t.Error("the next turn did not begin after the pause")
	}
}
