package web

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"blastyard/internal/regular"
	"blastyard/show/serve"
)

// TLS says where the certificate comes from: two files, or an authority. Empty: plain HTTP.
type TLS struct {
	Cert, Key string // files of a certificate and its key
	ACME      *ACME  // gets certificates by itself; nil: it does not
}

// Time limits for what readers send, and for running answers at the end of Serve.
const (
	hearing = 10 * time.Second // for the headers of a request
	grace   = 3 * time.Second
)

// maxPEM is the most bytes of a file with a certificate or a key.
const maxPEM = 1 << 20

// load reads the certificate and its key.
func (t TLS) load() (tls.Certificate, error) {
	cert, err := regular.ReadText(t.Cert, maxPEM)
	if err != nil {
		return tls.Certificate{}, err
	}
	key, err := regular.ReadText(t.Key, maxPEM)
	if err != nil {
		return tls.Certificate{}, err
	}
	return tls.X509KeyPair(cert, key)
}

// config returns how to speak TLS; nil: plain HTTP. An authority is asked for certificates until ctx ends.
func (t TLS) config(ctx context.Context) (*tls.Config, error) {
	switch {
	case t.ACME != nil:
		return t.ACME.begin(ctx)
	case t == TLS{}:
		return nil, nil
	}
	cert, err := t.load()
	if err != nil {
		return nil, fmt.Errorf("web: serve: read certificate %s and key %s: %w", t.Cert, t.Key, err)
	}
	return &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}, nil
}

// Serve serves the site at l until ctx ends. Then it ends the event streams, waits a little for running answers, and
// closes l.
func (s *Site) Serve(ctx context.Context, l net.Listener, t TLS) error {
	h := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: hearing,
		WriteTimeout:      time.Minute, // event streams and long files set their own
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
		ConnContext:       serve.ConnContext,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	l = serve.Bounded(l, s.o.Website)
	var err error
	if h.TLSConfig, err = t.config(ctx); err != nil {
		return err
	}
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		s.Close()
		soon, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
		defer cancel()
		if h.Shutdown(soon) != nil {
			h.Close() //nolint:errcheck // it is going away
		}
	})
	if h.TLSConfig != nil {
		err = h.ServeTLS(l, "", "")
	} else {
		err = h.Serve(l)
	}
	if !stop() {
		<-stopped
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return fmt.Errorf("web: serve at %s: %w", l.Addr(), err)
}
