package site

import (
	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/internal/web"
)

// hold notes which replays are not shown yet.
func (s *Source) hold(list []tournament.Match) {
	secret := s.engine.Secret()
	if secret.IsZero() {
		return
	}
	s.engine.State(func(t *tournament.Schedule) {
		for i := range list {
			m := &list[i]
			if matches := engine.Held(t, secret, m.ID); matches > 0 && m.Result.Replay != "" {
				m.Held = (&engine.HeldError{Matches: matches}).Error()
			}
		}
	})
}

// publish adds the event's secret to a snapshot of an event that is over, so that everybody can verify its matches.
func (s *Source) publish(snap *web.Snapshot) {
	if secret := s.engine.Secret(); snap.Progress.Done && !secret.IsZero() {
		snap.Secret = secret.String()
	}
}
