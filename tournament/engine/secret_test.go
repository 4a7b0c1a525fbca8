package engine

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"blastyard/game/match"
	"blastyard/tournament"
	"blastyard/tournament/internal/worker"
)

// secretKeeper is a fakePlayer that remembers the secrets of its matches.
type secretKeeper struct {
	fakePlayer
	mu      sync.Mutex
	secrets map[tournament.ID]match.Secret
}

func (k *secretKeeper) Play(ctx context.Context, job *worker.Job, progress func(worker.Progress)) ([]tournament.Result, error) {
	k.mu.Lock()
	for i, f := range job.Fixtures {
		k.secrets[f.ID] = match.Secret{}
		if i < len(job.Secrets) {
			k.secrets[f.ID] = job.Secrets[i]
		}
	}
	k.mu.Unlock()
	return k.fakePlayer.Play(ctx, job, progress)
}

// TestSecret: a new store draws a secret, which all that open it have, also after its database was made again. Each match
// is given out with the secret of its block.
func TestSecret(t *testing.T) {
	dir, ev := t.TempDir(), testEvent(4, 1)
	k := &secretKeeper{secrets: map[tournament.ID]match.Secret{}}
	e := open(t, Options{Dir: dir, Event: ev, Jobs: 1, Player: k})
	secret := e.Secret()
	if err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(k.secrets) != 12 || secret.IsZero() {
		t.Errorf("%d matches, secret %v", len(k.secrets), secret)
	}
	for id, got := range k.secrets {
		if got != tournament.BlockSecret(secret, id, 0) || got.IsZero() {
			t.Errorf("match %v was given out with %v", id, got)
		}
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	for _, rebuild := range []bool{false, true} {
		e = open(t, Options{Dir: dir, Event: ev, Jobs: -1, Rebuild: rebuild})
		if got := e.Secret(); got != secret {
			t.Errorf("opened again, it has the secret %v, not %v", got, secret)
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
	}
	o, err := Read(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if o.Secret != secret {
		t.Errorf("the database has the secret %v, not %v", o.Secret, secret)
	}
	if _, err := Open(t.Context(), Options{Dir: dir, Event: ev, Jobs: -1, Secret: match.Secret{1}}); !errors.Is(err, ErrSecret) {
		t.Errorf("with another secret: %v", err)
	}
	open(t, Options{Dir: dir, Event: ev, Jobs: -1, Secret: secret})
}

// TestSecretOfOneStore: each new store draws another secret, or has the one that it is given.
func TestSecretOfOneStore(t *testing.T) {
	var drawn []match.Secret
	for range 2 {
		drawn = append(drawn, open(t, Options{Dir: t.TempDir(), Event: testEvent(2, 1), Jobs: -1}).Secret())
	}
	if drawn[0] == drawn[1] || slices.ContainsFunc(drawn, match.Secret.IsZero) {
		t.Errorf("drawn: %v", drawn)
	}
	given := match.Secret{0xb1, 0xa5, 7}
	if got := open(t, Options{Dir: t.TempDir(), Event: testEvent(2, 1), Jobs: -1, Secret: given}).Secret(); got != given {
		t.Errorf("given %v, it has %v", given, got)
	}
}

// TestLateSecret: a secret that is not the first record of the log, such as one that a worker sends, changes nothing.
func TestLateSecret(t *testing.T) {
	e := open(t, Options{Dir: t.TempDir(), Event: testEvent(2, 1), Jobs: -1})
	secret := e.Secret()
	if _, err := e.Submit(t.Context(), tournament.Record{Secret: match.Secret{1}}); err != nil {
		t.Fatal(err)
	}
	kept, err := e.Store().Secret(t.Context())
	if got := e.Secret(); got != secret || kept != secret || err != nil {
		t.Errorf("the event has the secret %v, its database %v, %v, want %v", got, kept, err, secret)
	}
}

// TestOldWorker: a worker that knows no secrets would play other matches. It gets no answer.
func TestOldWorker(t *testing.T) {
	e := open(t, Options{Dir: t.TempDir(), Event: testEvent(2, 1), Jobs: -1})
	subscription, err := e.answerHellos()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = subscription.Unsubscribe() }()
	text, err := json.Marshal(&hello{Name: "old", Slots: 1, Event: true})
	if err != nil {
		t.Fatal(err)
	}
	answers, err := e.broker.conn.SubscribeSync(e.names.inbox() + ".old")
	if err != nil {
		t.Fatal(err)
	}
	if err := e.broker.conn.PublishRequest(e.names.hello(), answers.Subject, text); err != nil {
		t.Fatal(err)
	}
	if _, err := sayHello(t.Context(), e.broker.conn, e.names, &hello{Name: "new", Slots: 1, Event: true}); err != nil {
		t.Errorf("a new worker: %v", err)
	}
	// Hellos are answered in their order, so the old worker would have its answer by now.
	if m, err := answers.NextMsg(time.Millisecond); err == nil {
		t.Errorf("an old worker gets %s", m.Data)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.workers["old"] != nil || e.workers["new"] == nil {
		t.Errorf("workers %v", e.workers)
	}
}
