package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"blastyard/internal/errortext"
	"blastyard/internal/waiting"
)

// connectOptions are the options of all connections to the broker: they reconnect for ever.
func connectOptions(log *slog.Logger, name string) []nats.Option {
	return []nats.Option{
		nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond),
		nats.ReconnectJitter(100*time.Millisecond, 100*time.Millisecond), nats.Timeout(5 * time.Second),
		nats.PingInterval(5 * time.Second), nats.MaxPingsOutstanding(3),
		nats.DisconnectErrHandler(func(c *nats.Conn, err error) {
			if err != nil {
				log.Warn(waiting.Lost(redacted(c.Servers()), errortext.Line(err)).Line())
			}
		}),
		nats.ReconnectHandler(func(c *nats.Conn) {
			log.Info("connected to the broker again", "server",
				c.ConnectedUrlRedacted())
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { log.Warn("broker", "error", err) }),
	}
}

// connectUntil connects to the first server that answers. It keeps trying for startTimeout, and then note gets a line.
func connectUntil(
	ctx context.Context, servers []string, options []nats.Option, note func(string),
) (conn *nats.Conn, err error) {
	for deadline, told := time.Now().Add(startTimeout), false; ; told = true {
		if conn, err = nats.Connect(strings.Join(servers, ","), options...); err == nil {
			return conn, nil
		}
		if why := findPermanent(servers, options); why != nil {
			return nil, why
		}
		if time.Now().After(deadline) {
			return nil, fmt.Errorf("engine: the broker at %s: %w", redacted(servers), err)
		}
		if !told {
			note(waiting.Broker(redacted(servers), errortext.Line(err)).Line())
		}
		if sleep(ctx, 200*time.Millisecond) != nil {
			return nil, fmt.Errorf("engine: the broker at %s: %w", redacted(servers), ctx.Err())
		}
	}
}

// redacted joins the addresses of servers without their passwords.
func redacted(servers []string) string {
	texts := make([]string, len(servers))
	for i, s := range servers {
		texts[i] = "?"
		if !strings.Contains(s, "://") {
			s = "nats://" + s // as the client of NATS reads it
		}
		if u, err := url.Parse(s); err == nil {
			texts[i] = u.Redacted()
		}
	}
	return strings.Join(texts, ", ")
}

// retry repeats do while the cluster refuses it for want of a leader, until ctx ends.
func retry(ctx context.Context, do func() error) error {
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		err := do()
		if err == nil || !isTransient(err) {
			return err
		}
		if sleep(ctx, wait) != nil {
			return err
		}
	}
}

// noPeers is the error code of a cluster whose nodes have not found each other yet.
const noPeers = 10005

// isTransient reports whether an error of the broker can disappear by itself, such as the loss of a server.
func isTransient(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.Code == 503 || api.Code == 408 || api.ErrorCode == noPeers
	}
	for _, e := range []error{
		context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrNoServers, nats.ErrDisconnected,
		nats.ErrConnectionReconnecting, nats.ErrReconnectBufExceeded, nats.ErrStaleConnection,
		jetstream.ErrNoStreamResponse, jetstream.ErrNoHeartbeat, jetstream.ErrConsumerLeadershipChanged,
		jetstream.ErrServerShutdown,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// sleep waits for d. If ctx ends earlier, it returns the error of ctx.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// brokerLog passes on the warnings and errors of the embedded server.
type brokerLog struct {
	log   *slog.Logger
	fatal atomic.Pointer[string]
	write atomic.Pointer[string] // why the store cannot be written; only a restart of the server clears this
}

func (l *brokerLog) Noticef(string, ...any) {}
func (l *brokerLog) Debugf(string, ...any)  {}
func (l *brokerLog) Tracef(string, ...any)  {}
func (l *brokerLog) Warnf(format string, args ...any) {
	if strings.HasPrefix(format, "Plaintext passwords") {
		return // the passwords are random, and only in the memory of this process
	}
	l.log.Warn("broker: " + fmt.Sprintf(format, args...))
}
func (l *brokerLog) Errorf(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if strings.Contains(strings.ToLower(text), "critical write error") {
		l.write.CompareAndSwap(nil, &text)
	}
	l.log.Error("broker: " + text)
}

func (l *brokerLog) Fatalf(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	l.fatal.CompareAndSwap(nil, &text)
	l.log.Error("broker: " + text)
}

// outOfSpace reports whether the broker says that its disk is full.
func outOfSpace(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == 10023 || api.ErrorCode == 10047) // resources, storage
}
