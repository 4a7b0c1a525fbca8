package engine

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	maxPayload     = 8 << 20 // bytes of a message, for the embedded server
	startTimeout   = 30 * time.Second
	requestTimeout = 5 * time.Second

	coordinatorUser = "coordinator" // users of the embedded server
	workerUser      = "worker"
)

// broker is the server that holds the event's streams. It runs in this process or elsewhere.
type broker struct {
	embedded *server.Server // nil: the broker runs elsewhere
	cluster  Cluster        // where it runs, without names of files
	lines    *brokerLog     // log of the embedded server
	conn     *nats.Conn
	js       jetstream.JetStream
	replicas int
	listens  string // the address for workers; "": workers cannot connect
}

// startEmbedded starts a server in this process. Without an address it opens no port, so that only this process can
// reach it. The secret is the coordinator's password.
func startEmbedded(
	o *Options, lines *brokerLog, n names, workers string,
) (s *server.Server, secret string, err error) {
	secret = rand.Text()
	so := &server.Options{
		ServerName: "blastyard", NoSigs: true, NoLog: true, MaxPayload: maxPayload,
		JetStream: true, StoreDir: filepath.Join(o.Dir, "jetstream"), SyncAlways: true,
		DontListen: o.Listen == "", Host: "127.0.0.1", WriteDeadline: 10 * time.Second,
		PingInterval: 5 * time.Second, MaxPingsOut: 3, MaxConn: 1000,
		Users: []*server.User{
			{Username: coordinatorUser, Password: secret,
				AllowedConnectionTypes: map[string]struct{}{"IN_PROCESS": {}}},
			{Username: workerUser, Password: workers, Permissions: workerPermissions(n)},
		},
	}
	if o.Listen != "" {
		if so.Host, so.Port, err = hostPort(o.Listen); err != nil {
			return nil, "", err
		}
	}
	if s, err = server.NewServer(so); err != nil {
		return nil, "", fmt.Errorf("engine: the broker: %w", err)
	}
	s.SetLoggerV2(lines, false, false, false)
	started := make(chan struct{})
	go func() {
		defer close(started)
		s.Start()
	}()
	for deadline := time.Now().Add(startTimeout); !s.ReadyForConnections(50 * time.Millisecond); {
		why := lines.fatal.Load()
		if why == nil && time.Now().After(deadline) {
			why = new("it is not ready in time")
		}
		if why != nil {
			s.Shutdown()
			return nil, "", fmt.Errorf("engine: the broker does not start: %s", *why)
		}
	}
	<-started
	if !s.JetStreamEnabled() {
		s.Shutdown()
		return nil, "", errors.New("engine: the broker's store does not start")
	}
	return s, secret, nil
}

// hostPort parses the address for workers. Without a host it listens on this machine only.
func hostPort(address string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return "", 0, fmt.Errorf("engine: address for workers %q: expected host:port", address)
	}
	if port, err = strconv.Atoi(text); err != nil || port < 0 || port > 65535 {
		return "", 0, fmt.Errorf("engine: address for workers %q: expected a port from 0 to 65535", address)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return host, port, nil
}

// workerPermissions are the permissions of a remote worker: it may pull jobs, publish results, read archives, store
// replays and send hello.
func workerPermissions(n names) *server.Permissions {
	archives, replays, jobs := "OBJ_"+n.archives(), "OBJ_"+n.replays(), n.jobs()
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			n.hello(), n.result("*"),
			"$JS.API.CONSUMER.INFO." + jobs + ".*", "$JS.API.CONSUMER.MSG.NEXT." + jobs + ".*",
			"$JS.ACK." + jobs + ".>",
			"$JS.API.STREAM.INFO." + archives, "$JS.API.STREAM.INFO." + replays,
			"$JS.API.DIRECT.GET." + archives + ".>", "$JS.API.DIRECT.GET." + replays + ".>",
			"$JS.API.CONSUMER.CREATE." + archives + ".>", "$JS.API.CONSUMER.DELETE." + archives + ".>",
			"$JS.API.CONSUMER.INFO." + archives + ".>", "$JS.FC." + archives + ".>",
			"$O." + n.replays() + ".>",
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{n.inbox() + ".>", n.wake()}},
	}
}

// openBroker starts the embedded server, or connects to a remote one.
func openBroker(ctx context.Context, o *Options, n names, workers string) (b *broker, err error) {
	b = &broker{replicas: 1}
	opened := b // b is nil where an error is returned
	defer func() {
		if err != nil {
			opened.close()
		}
	}()
	options := connectOptions(o.Log, "blastyard coordinator")
	if len(o.NATS.Servers) > 0 {
		if err = b.connect(ctx, o, options); err != nil {
			return nil, err
		}
	} else {
		var secret string
		b.lines = &brokerLog{log: o.Log}
		if b.embedded, secret, err = startEmbedded(o, b.lines, n, workers); err != nil {
			return nil, err
		}
		if o.Listen != "" {
			b.listens = b.embedded.Addr().String()
		}
		options = append(options, nats.InProcessServer(b.embedded), nats.UserInfo(coordinatorUser, secret))
		if b.conn, err = nats.Connect("", options...); err != nil {
			return nil, fmt.Errorf("engine: the broker of this process: %w", err)
		}
	}
	if b.js, err = jetstream.New(b.conn, jetstream.WithDefaultTimeout(requestTimeout)); err != nil {
		return nil, err
	}
	if b.embedded == nil {
		if err = awaitStreams(ctx, b.js, b.cluster.Servers, func(line string) { o.Log.Warn(line) }); err != nil {
			return nil, err
		}
	}
	return b, b.makeStreams(ctx, n)
}

// connect connects to a cluster.
func (b *broker) connect(ctx context.Context, o *Options, options []nats.Option) (err error) {
	if b.cluster, err = o.NATS.resolve(); err != nil {
		return err
	}
	if len(b.cluster.Servers) >= 3 {
		b.replicas = 3
	}
	secure, err := trust(b.cluster.CA)
	if err == nil {
		b.conn, err = connectUntil(ctx, b.cluster.Servers, append(options, secure...),
			func(line string) { o.Log.Warn(line) })
	}
	return err
}

func (b *broker) close() {
	if b.conn != nil {
		b.conn.Close()
	}
	if b.embedded != nil {
		b.embedded.Shutdown()
		b.embedded.WaitForShutdown()
	}
}

// makeStreams creates the missing streams of the event. Nobody can delete or purge entries of the log. Jobs can be
// derived again from the log, so the embedded server keeps them in memory.
func (b *broker) makeStreams(ctx context.Context, n names) error {
	jobs := jetstream.FileStorage
	if b.embedded != nil {
		jobs = jetstream.MemoryStorage
	}
	for _, c := range []jetstream.StreamConfig{{
		Name: n.log(), Subjects: []string{n.subject("log", ">")}, Storage: jetstream.FileStorage, Replicas: b.replicas,
		DenyDelete: true, DenyPurge: true, Discard: jetstream.DiscardNew, Duplicates: time.Second,
	}, {
		Name: n.jobs(), Subjects: []string{n.subject("job", ">")}, Storage: jobs, Replicas: b.replicas,
		Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew, Duplicates: time.Second,
	}} {
		err := retry(ctx, func() error {
			_, err := b.js.CreateOrUpdateStream(ctx, c)
			return err
		})
		if err != nil {
			return fmt.Errorf("engine: stream %s: %w", c.Name, err)
		}
	}
	for _, bucket := range []string{n.archives(), n.replays()} {
		err := retry(ctx, func() error {
			_, err := b.js.CreateOrUpdateObjectStore(ctx,
				jetstream.ObjectStoreConfig{Bucket: bucket, Replicas: b.replicas})
			return err
		})
		if err != nil {
			return fmt.Errorf("engine: object store %s: %w", bucket, err)
		}
	}
	return nil
}
