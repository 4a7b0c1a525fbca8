package server

import (
	"log/slog"
	"strings"
	"time"
)

// noticeAfter is how long the game waits for somebody before the log says so.
const noticeAfter = 5 * time.Second

// expect notes that the game waits for an answer from now on; tick tells of it in time.
func (g *game) expect() { g.notice = g.cfg.Now().Add(noticeAfter) }

// alarm is when tick has something to do; zero: never.
func (g *game) alarm() time.Time {
	if g.deadline.IsZero() || !g.notice.IsZero() && g.notice.Before(g.deadline) {
		return g.notice
	}
	return g.deadline
}

// tellWait writes a line about whom the game waits for: somebody may be stuck, and who runs the server should know who.
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
	g.cfg.Log.Info("Waiting for players", waited, slog.Int("player count", g.open), slog.String("nicknames", strings.Join(names, ", ")))
}
