package engine

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"blastyard/game/match"
	"blastyard/tournament"

	"github.com/nats-io/nats.go/jetstream"
)

// The secret of an event is the first record of its log, so a restart, a crash and a cluster keep it. The log of an
// older store begins with something else: such an event has no secret for ever.

// ErrSecret is wrapped by the error of Open about a store with another secret than Options.Secret.
var ErrSecret = errors.New("its secret was drawn, or given, when it was created: leave the secret out")

// drawSecret adds the event's secret to a log that is empty. logged is its length.
func (e *Engine) drawSecret(ctx context.Context, logged uint64) error {
	if logged == 0 {
		secret := e.o.Secret
		for secret.IsZero() {
			_, _ = rand.Read(secret[:])
		}
		rec := &tournament.Record{At: time.Now().UnixMilli(), Secret: secret}
		if err := publishFirst(ctx, e.broker.js, e.names, rec); err != nil {
			return err
		}
		if err := e.waitFor(ctx, 1); err != nil {
			return err
		}
	}
	e.mu.Lock()
	has := e.secret
	e.mu.Unlock()
	if !e.o.Secret.IsZero() && e.o.Secret != has {
		return fmt.Errorf("engine: %s: %w", e.folder.path, ErrSecret)
	}
	return nil
}

// publishFirst adds a record to the log if that is empty.
func publishFirst(ctx context.Context, js jetstream.JetStream, n names, rec *tournament.Record) error {
	data, err := encode(rec)
	if err != nil {
		return fmt.Errorf("engine: record: %w", err)
	}
	err = retry(ctx, func() error {
		_, err := js.Publish(ctx, n.control(), data, jetstream.WithExpectLastSequence(0))
		return err
	})
	if isWrongLast(err) {
		return nil // an attempt that got no answer has added it
	}
	return wrapFull(err)
}

// isWrongLast reports whether the log refused a record because it has others than the sender expects.
func isWrongLast(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence ||
		api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// addSecret folds the record with the event's secret. The caller holds e.mu.
func (e *Engine) addSecret(x *entry) error {
	if x.seq != 1 {
		return errors.New("a secret that is not the first record")
	}
	e.secret = x.rec.Secret
	return nil
}

// Secret returns the secret of the event; zero: it has none. Nobody may see it before the event is over.
func (e *Engine) Secret() match.Secret {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.secret
}
