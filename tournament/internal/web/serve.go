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

// TLS names the files of a certificate and its key. Empty: plain HTTP.
type TLS struct{ Cert, Key string }

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
	if t != (TLS{}) {
		cert, err := t.load()
		if err != nil {
			return fmt.Errorf("web: serve: read certificate %s and key %s: %w", t.Cert, t.Key, err)
		}
		h.TLSConfig = &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
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
	var err error
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
