package control

import (
	"context"
	"fmt"
	"os"
	"time"

	"blastyard/internal/errortext"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/site"
)

// openHook opens the web hook of the event, if it has one.
func (s *served) openHook(source *site.Source) (err error) {
	h := &s.event.Hook
	if h.URL == "" {
		return nil
	}
	if h.Secret == "" {
		h.Secret = os.Getenv(event.HookSecretVariable)
		if err := event.CheckHookSecret(h.Secret); err != nil {
			return fmt.Errorf("the secret of the web hook, in hook.secret of %s or in the variable %s: %w", s.Path,
				event.HookSecretVariable, err)
		}
	}
	s.hook, err = site.NewHook(s.engine, s.event, source, s.Store, s.log)
	return err
}

// runHook runs the web hook until ctx ends. If it fails, as on a full disk, it goes on later.
func (s *served) runHook(ctx context.Context) {
	if s.hook == nil {
		return
	}
	for ctx.Err() == nil {
		if err := s.hook.Run(ctx); err != nil && ctx.Err() == nil {
			fmt.Fprintf(s.Notes, "the web hook stands still: %s; it goes on by itself\n", errortext.Line(err))
		}
		select {
		case <-ctx.Done():
		case <-time.After(retryPause):
		}
	}
}
