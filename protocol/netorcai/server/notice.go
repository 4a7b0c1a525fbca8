package server

import (
	"log/slog"
	"strings"
	"time"
)

// noticeAfter is how long the game waits for a client before the log says so.
const noticeAfter = 5 * time.Second

// expect records that the game waits for an answer from now on. tick logs it in time.
func (g *game) expect() { g.notice = g.cfg.Now().Add(noticeAfter) }

// alarm returns when tick has something to do, or zero.
func (g *game) alarm() time.Time {
	if g.deadline.IsZero() || !g.notice.IsZero() && g.notice.Before(g.deadline) {
		return g.notice
	}
	return g.deadline
}

// tellWait logs whom the game waits for, because a client may be stuck.
func (g *game) tellWait(now time.Time) {
	if g.notice.IsZero() || now.Before(g.notice) {
		return
	}
	g.notice = time.Time{}
	waited := slog.Float64("seconds", noticeAfter.Seconds())
	if g.asked || g.blocked {
		g.cfg.Log.Info("Waiting for the game logic", waited)
		return
	}
	const most = 10
	var names []string
	for _, p := range g.byID {
		if p.connected && (p.thinking || p.waiting) && len(names) < most {
			names = append(names, p.seat.Nickname)
		}
	}
	g.cfg.Log.Info("Waiting for players", waited,
		slog.Int("player count", g.open), slog.String("nicknames", strings.Join(names, ", ")))
}
