package engine

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"blastyard/internal/regular"
	"blastyard/internal/waiting"
)

// Cluster is a broker outside of this process: the servers of a NATS cluster with JetStream.
type Cluster struct {
	// Servers are addresses, such as tls://USER:PASSWORD@HOST:4222. @FILE stands for a file with some, one a line, so
	// that passwords are in no list of processes.
	Servers []string
	CA      string // file with the certificates of those who signed the servers'; "": the system knows them
	Worker  string // USER:PASSWORD of workers, or @FILE; "": what Servers have
}

// maxAddresses is the most bytes of a file with addresses, a password or certificates.
const maxAddresses = 1 << 20

// resolve reads the files that a cluster names, so that only texts are left: CA is then the certificates.
func (c Cluster) resolve() (Cluster, error) {
	var servers []string
	for _, s := range c.Servers {
		lines, err := linesOf(s)
		if err != nil {
			return c, fmt.Errorf("engine: the addresses of the broker: %w", err)
		}
		servers = append(servers, lines...)
	}
	for i, s := range servers {
		if !strings.Contains(s, "://") {
			servers[i] = "nats://" + s
		}
		if _, err := url.Parse(servers[i]); err != nil {
			return c, fmt.Errorf("engine: an address of the broker is not tls://USER:PASSWORD@HOST:PORT: %w",
				withoutAddress(err))
		}
	}
	if len(c.Servers) > 0 && len(servers) == 0 {
		return c, errors.New("engine: the addresses of the broker: the file has none, expected one a line")
	}
	c.Servers = servers
	if c.Worker != "" {
		lines, err := linesOf(c.Worker)
		if err != nil {
			return c, fmt.Errorf("engine: the user of workers: %w", err)
		}
		c.Worker = strings.Join(lines, "")
		if user, password, is := strings.Cut(c.Worker, ":"); !is || user == "" || password == "" {
			return c, errors.New("engine: the user of workers: expected USER:PASSWORD")
		}
	}
	if c.CA != "" {
		text, err := regular.ReadText(c.CA, maxAddresses)
		if err == nil {
			_, err = certificates(string(text))
		}
		if err != nil {
			return c, fmt.Errorf("engine: the certificates of %s: %w", c.CA, err)
		}
		c.CA = string(text)
	}
	return c, nil
}

// withoutAddress is the error of an address without the address, which may have a password.
func withoutAddress(err error) error {
	if e, is := errors.AsType[*url.Error](err); is {
		return e.Err
	}
	return err
}

// linesOf returns a text, or the lines of the file that it names by @FILE, without empty ones and comments.
func linesOf(text string) (lines []string, err error) {
	path, is := strings.CutPrefix(text, "@")
	if !is {
		return []string{text}, nil
	}
	content, err := regular.ReadText(path, maxAddresses)
	for line := range strings.Lines(string(content)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	return lines, err
}

// certificates returns the certificates of a text in PEM.
func certificates(text string) (*x509.CertPool, error) {
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM([]byte(text)) {
		return nil, errors.New("there is no certificate in it: expected the lines -----BEGIN CERTIFICATE-----")
	}
	return pool, nil
}

// trust returns the option to connect by TLS to servers whose certificates these have signed; "": the system knows
// them.
func trust(ca string) ([]nats.Option, error) {
	if ca == "" {
		return nil, nil
	}
	pool, err := certificates(ca)
	if err != nil {
		return nil, fmt.Errorf("engine: the certificates for the broker: %w", err)
	}
	return []nats.Option{nats.Secure(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12})}, nil
}

// withoutUsers returns addresses without users and passwords.
func withoutUsers(servers []string) []string {
	servers = slices.Clone(servers)
	for i, s := range servers {
		if u, err := url.Parse(s); err == nil {
			u.User = nil
			servers[i] = u.String()
		}
	}
	return servers
}

// permanent says why waiting does not help against an error of a connection; nil: it may.
func permanent(err error) error {
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.Is(err, nats.ErrAuthorization):
		return fmt.Errorf("it refuses this user and password: expected those of its configuration (%w)", err)
	case errors.As(err, &host):
		return fmt.Errorf("its certificate is for another name: name it as its certificate does, or make one "+
			"for this name (%w)", host)
	case errors.As(err, &unknown):
		return fmt.Errorf("who signed its certificate is not known here: expected the file with the certificate of "+
			"that authority (--nats-ca) (%w)", unknown)
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return fmt.Errorf("its certificate is not valid now: make a new one, or set the clock (%w)", invalid)
	case errors.Is(err, nats.ErrSecureConnWanted):
		return fmt.Errorf("it does not speak TLS: expected tls { … } in its configuration, or nats:// and no "+
			"--nats-ca here (%w)", err)
	}
	return nil
}

// findPermanent asks each of several servers, because the error of all may be that of one that is away.
func findPermanent(servers []string, options []nats.Option) error {
	for _, s := range servers {
		conn, err := nats.Connect(s, options...)
		if err == nil {
			conn.Close()
			return nil
		}
		if why := permanent(err); why != nil {
			return fmt.Errorf("engine: the broker at %s: %w", redacted([]string{s}), why)
		}
	}
	return nil
}

// awaitStreams waits until JetStream answers at a broker outside of this process. note gets a line if it does not at
// once.
func awaitStreams(ctx context.Context, js jetstream.JetStream, servers []string, note func(string)) error {
	at := redacted(withoutUsers(servers))
	for told := false; ; told = true {
		_, err := js.AccountInfo(ctx)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
			return fmt.Errorf("engine: the broker at %s: the account of this user has no JetStream: expected "+
				"jetstream: enabled in the account, in the configuration of each server", at)
		case errors.Is(err, jetstream.ErrJetStreamNotEnabled):
			return fmt.Errorf("engine: the broker at %s: JetStream is off there: expected jetstream { store_dir: … } "+
				"in the configuration of each server", at)
		case !isTransient(err):
			return fmt.Errorf("engine: the broker at %s: JetStream: %w", at, err)
		}
		if !told {
			note(waiting.Streams(at).Line())
		}
		if sleep(ctx, requestTimeout/5) != nil {
			return fmt.Errorf("engine: the broker at %s: JetStream: %w", at, ctx.Err())
		}
	}
}
