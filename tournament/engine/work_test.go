package engine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/worker"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// remotePlayer is a player on another machine: it needs an archive, and writes a replay of each match.
type remotePlayer struct {
	fakePlayer
	archives worker.Archives
	replays  worker.Replays
	archive  string
	dir      string
}

func (p *remotePlayer) Play(ctx context.Context, job *worker.Job, progress func(worker.Progress)) ([]tournament.Result,
	error) {
	r, err := p.archives.Open(ctx, p.archive)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(r)
	if err = errors.Join(err, r.Close()); err != nil {
		return nil, err
	}
	results, err := p.fakePlayer.Play(ctx, job, progress)
	for i := range results {
		replay := append([]byte(results[i].ID.String()+"\n"), text...)
		results[i].Replay = hashOf(replay)
		path := filepath.Join(p.dir, results[i].Replay)
		if err := os.WriteFile(path, replay, 0o600); err != nil {
			return nil, err
		}
		if err := p.replays.Keep(ctx, results[i].Replay, path); err != nil {
			return nil, err
		}
	}
	return results, err
}

func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// listeningEngine is a coordinator without a worker of its own that accepts remote workers.
func listeningEngine(t *testing.T, ev *event.Event) *Engine {
	t.Helper()
	return open(t, Options{Dir: filepath.Join(t.TempDir(), "store"), Event: ev, Listen: "127.0.0.1:0", Jobs: -1,
		AckWait: testAckWait})
}

// TestWorkOfAnotherGame: a worker refuses an event whose game its program does not have, and names both.
func TestWorkOfAnotherGame(t *testing.T) {
	ev := testEvent(4, 1)
	ev.Name, ev.Game = "cycles", "lightcycles"
	e := listeningEngine(t, ev)
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	wg.Go(func() {
		if err := e.Run(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("Run ends with %v", err)
		}
	})
	err := Work(ctx, WorkOptions{Creds: e.CredentialsPath(), Name: "other", Dir: t.TempDir(), AckWait: testAckWait})
	if err == nil || !strings.Contains(err.Error(), `the event "cycles": unknown game "lightcycles", expected hexabomb or bomberman`) {
		t.Errorf("error %v", err)
	}
}

// TestWorkOfOtherRules: a worker whose program has other rules of the game refuses the event, and names both.
func TestWorkOfOtherRules(t *testing.T) {
	ev := testEvent(4, 1)
	ev.Name, ev.RulesNumber = "old rules", 7
	e := listeningEngine(t, ev)
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	wg.Go(func() {
		if err := e.Run(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("Run ends with %v", err)
		}
	})
	err := Work(ctx, WorkOptions{Creds: e.CredentialsPath(), Name: "other", Dir: t.TempDir(), AckWait: testAckWait})
	if err == nil || !strings.Contains(err.Error(), `the event "old rules": it is played by the rules of hexabomb with the number 7`) {
		t.Errorf("error %v", err)
	}
}

// TestWork: a remote worker fetches archives and sends results and replays.
func TestWork(t *testing.T) {
	ev := testEvent(4, 3)
	ev.Keep.Rule = event.KeepAll
	want, matches := undisturbed(t, ev.Schedule)
	e := listeningEngine(t, ev)
	archive := bytes.Repeat([]byte("a bot of some size\n"), 20_000) // several messages
	path := filepath.Join(t.TempDir(), "archive")
	if err := os.WriteFile(path, archive, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := e.PutArchive(t.Context(), hashOf(archive), path); err != nil {
		t.Fatal(err)
	}
	if err := e.PutArchive(t.Context(), hashOf([]byte("other")), path); err == nil {
		t.Error("an archive with another hash is kept")
	}
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	t.Cleanup(wg.Wait)
	t.Cleanup(stop)
	wg.Go(func() {
		err := Work(ctx, WorkOptions{Creds: e.CredentialsPath(), Name: "other", Jobs: 2, AckWait: testAckWait,
			Dir: t.TempDir(), Log: testLog(t),
			Player: func(got *event.Event, a worker.Archives, r worker.Replays) (Player, error) {
				if got.Digest() != ev.Digest() {
					t.Error("the worker has another event")
				}
				return &remotePlayer{archives: a, replays: r, archive: hashOf(archive), dir: t.TempDir()}, nil
			}})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("Work ends with %v", err)
		}
	})
	if err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	checkWhole(t, e, want, matches)
	for _, f := range fixtures(e) {
		r := resultOf(t, e, f.ID)
		if r.Worker != "other" {
			t.Errorf("match %v was played by %q", f.ID, r.Worker)
		}
		replay := untilReplay(t, e, r.Replay)
		if want := append([]byte(f.ID.String()+"\n"), archive...); !bytes.Equal(replay, want) {
			t.Errorf("the replay of match %v has %d bytes, want %d", f.ID, len(replay), len(want))
		}
		untilNoted(t, e, r.Replay)
	}
	if _, err := e.Replay(t.Context(), hashOf([]byte("none"))); !errors.Is(err, ErrNotFound) {
		t.Errorf("a replay that is not there: %v", err)
	}
	if _, err := e.Archive(t.Context(), hashOf([]byte("none"))); !errors.Is(err, ErrNotFound) {
		t.Errorf("an archive that is not there: %v", err)
	}
}

// fixtures returns the fixtures of the first stage.
func fixtures(e *Engine) map[tournament.ID]tournament.Fixture {
	all := map[tournament.ID]tournament.Fixture{}
	e.State(func(s *tournament.Schedule) {
		for f := range s.Fixtures(0) {
			all[f.ID] = f
		}
	})
	return all
}

func resultOf(t *testing.T, e *Engine, id tournament.ID) (r tournament.Result) {
	t.Helper()
	m, err := e.Store().Match(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return m.Result
}

// untilReplay waits until the coordinator has a replay.
func untilReplay(t *testing.T, e *Engine, hash string) []byte {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		r, err := e.Replay(t.Context(), hash)
		if err == nil {
			defer r.Close()
			text, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			return text
		}
		if !errors.Is(err, ErrNotFound) || time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

// untilNoted waits until the database lists a replay: only then do pages and the retention rule see it.
func untilNoted(t *testing.T, e *Engine, hash string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if has, err := e.Store().HasReplay(t.Context(), hash); err != nil {
			t.Fatal(err)
		} else if has {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the database does not know of the replay %s", hash)
		}
	}
}

// TestWorkerPermissions: with its credentials a worker can do what it must, and nothing else.
func TestWorkerPermissions(t *testing.T) {
	e := listeningEngine(t, testEvent(2, 1))
	creds, err := readCredentials(e.CredentialsPath())
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(e.CredentialsPath()); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("the credentials have %v, error %v: they are for their owner only", info.Mode(), err)
	}
	server := creds.Servers[0]
	for name, o := range map[string]nats.Option{
		"no password":     nats.Name("x"),
		"wrong password":  nats.UserInfo(workerUser, "wrong"),
		"the coordinator": nats.UserInfo(coordinatorUser, creds.Password),
	} {
		if conn, err := nats.Connect(server, o); !errors.Is(err, nats.ErrAuthorization) {
			t.Errorf("%s: error %v, want %v", name, err, nats.ErrAuthorization)
			if conn != nil {
				conn.Close()
			}
		}
	}
	denied := make(chan error, 100)
	conn, err := nats.Connect(server, nats.UserInfo(creds.User, creds.Password),
		nats.CustomInboxPrefix(e.names.inbox()),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { denied <- err }))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	for name, do := range map[string]func() error{
		"the coordinator's records": func() error { return conn.Publish(e.names.control(), []byte("{}")) },
		"jobs":                      func() error { return conn.Publish(e.names.job("any"), []byte("{}")) },
		"archives":                  func() error { return conn.Publish("$O."+e.names.archives()+".C.x", []byte("x")) },
		"deleting the log":          func() error { return conn.Publish("$JS.API.STREAM.DELETE."+e.names.log(), nil) },
		"deleting archives": func() error {
			return conn.Publish("$JS.API.STREAM.PURGE.OBJ_"+e.names.archives(),
				nil)
		},
		"a stream of its own": func() error {
			return conn.Publish("$JS.API.STREAM.CREATE.x",
				[]byte(`{"name":"x"}`))
		},
		"reading the log": func() error {
			return conn.Publish("$JS.API.CONSUMER.CREATE."+e.names.log(),
				nil)
		},
		"all that is sent": func() error {
			_, err := conn.SubscribeSync(">")
			return err
		},
	} {
		if err := do(); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-denied:
			if !errors.Is(err, nats.ErrPermissionViolation) {
				t.Errorf("%s: %v, want a violation of permissions", name, err)
			}
		case <-time.After(time.Minute):
			t.Errorf("%s is allowed", name)
		}
	}
	if _, err := js.Publish(t.Context(), e.names.result("x"), []byte("{}")); err != nil {
		t.Errorf("results: %v", err)
	}
}

func TestBadCredentials(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "creds")
	if err := os.WriteFile(path, []byte(`{"event":"x"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{path, filepath.Join(dir, "none")} {
		if err := Work(t.Context(), WorkOptions{Creds: p}); err == nil {
			t.Errorf("%s is accepted", p)
		}
	}
}
