package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"blastyard/tournament/event"
	"blastyard/tournament/internal/worker"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// WorkOptions say how this machine helps to play an event of another machine.
type WorkOptions struct {
	Servers []string // addresses of the broker; none: those of the credentials
	Creds   string   // the file worker.creds of the event's store
	Dir     string   // for fetched and built bots; "": a folder of this user's cache
	Name    string   // of this worker; "": made from the machine and the process
	Jobs    int      // parallel matches; 0: as the machine says

	// as Options.AckWait of the coordinator; 0: 30 s
	AckWait time.Duration
	// time for running matches when ctx ends; 0: 5 s
	Grace  time.Duration
	Player func(e *event.Event, a worker.Archives, r worker.Replays) (Player, error) // nil: worker.New
	Log    *slog.Logger
}

// Work plays jobs of a remote coordinator until ctx ends. It waits for the broker and the coordinator if they are
// missing or disappear for a while, and sends pending results later.
func Work(ctx context.Context, o WorkOptions) error {
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	if o.AckWait == 0 {
		o.AckWait = 30 * time.Second
	}
	if o.Grace == 0 {
		o.Grace = 5 * time.Second
	}
	if o.Dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return fmt.Errorf("engine: a folder for bots: %w", err)
		}
		o.Dir = filepath.Join(cache, "blastyard", "worker")
	}
	creds, err := readCredentials(o.Creds)
	if err != nil {
		return err
	}
	if o.Name == "" {
		host, err := os.Hostname()
		if err != nil {
			host = "worker"
		}
		o.Name = fmt.Sprintf("%s-%d", host, os.Getpid())
	}
	conn, err := workerConnection(ctx, &o, creds)
	if err != nil {
		return err
	}
	defer conn.Close()
	n := names{creds.Event}
	js, err := jetstream.New(conn, jetstream.WithDefaultTimeout(requestTimeout))
	if err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	e, err := eventOf(ctx, conn, n, o.Name, o.Log)
	if err != nil {
		return err
	}
	if o.Jobs <= 0 {
		o.Jobs = worker.Slots(e, runtime.GOMAXPROCS(0))
	}
	player, err := workPlayer(ctx, &o, js, n, e)
	if err != nil {
		return err
	}
	defer closePlayer(player)
	p := &puller{conn: conn, js: js, names: n, player: player, name: o.Name, slots: o.Jobs, ackWait: o.AckWait,
		grace: o.Grace, log: o.Log}
	err = p.run(ctx)
	_ = conn.FlushTimeout(time.Second)
	return err
}

func workerConnection(ctx context.Context, o *WorkOptions, creds *credentials) (*nats.Conn, error) {
	servers := o.Servers
	if len(servers) == 0 {
		servers = creds.Servers
	}
	if len(servers) == 0 {
		return nil, errors.New("engine: no address of the broker: the credentials have none, give one")
	}
	for i, s := range servers {
		if !strings.Contains(s, "://") {
			servers[i] = "nats://" + s
		}
	}
	options := append(connectOptions(o.Log, "blastyard worker "+o.Name),
		nats.CustomInboxPrefix(names{creds.Event}.inbox()))
	if creds.User != "" {
		options = append(options, nats.UserInfo(creds.User, creds.Password))
	}
	secure, err := trust(creds.CA)
	if err != nil {
		return nil, err
	}
	options = append(options, secure...)
	return connectUntil(ctx, servers, options, func(line string) { o.Log.Warn(line) })
}

func workPlayer(ctx context.Context, o *WorkOptions, js jetstream.JetStream, n names, e *event.Event) (Player, error) {
	a, err := openArchives(ctx, js, n)
	if err != nil {
		return nil, err
	}
	bucket, err := js.ObjectStore(ctx, n.replays())
	if err != nil {
		return nil, fmt.Errorf("engine: replays: %w", err)
	}
	if o.Player != nil {
		return o.Player(e, a, replaySender{bucket})
	}
	w, err := worker.New(worker.Options{Event: e, Name: o.Name, Archives: a, Replays: replaySender{bucket}, Dir: o.Dir,
		Log: o.Log})
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	return w, nil
}

// closePlayer closes a player that can be closed.
func closePlayer(p Player) {
	if w, is := p.(interface{ Close() }); is {
		w.Close()
	}
}
