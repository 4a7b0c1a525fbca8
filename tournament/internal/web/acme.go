package web

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"blastyard/internal/errortext"
)

// ACME gets certificates from an authority, such as Let's Encrypt, and renews them in time (RFC 8555). The authority
// connects to port 443 of each name (TLS-ALPN-01), or to port 80 if HTTP is set (HTTP-01), to see that it is ours.
type ACME struct {
	Hosts     []string       // names that the certificates are for
	Dir       string         // folder of certificates and keys, for the owner only; it is created
	Directory string         // address of the authority's directory; "": Let's Encrypt
	Client    *http.Client   // for requests to it; nil: http.DefaultClient
	HTTP      net.Listener   // answers the authority's questions, and sends browsers to HTTPS; nil: none. It is closed
	Tell      func(s string) // hears how it goes, in lines for people

	problems problems
}

// acmeRetry is the time after which an authority is asked again: it allows few failures an hour.
const acmeRetry = 15 * time.Minute

// CheckHost says what is wrong with a name for certificates; nil: nothing.
func CheckHost(name string) error {
	switch {
	case net.ParseIP(strings.Trim(name, "[]")) != nil:
		return errors.New("expected a name: there are no certificates for addresses")
	case strings.ContainsAny(name, ":/"):
		return errors.New("expected a name without https:// and port, such as contest.example")
	case strings.HasPrefix(name, "*."):
		return errors.New("expected each name by itself: it cannot be proven that all names are ours")
	case !strings.Contains(strings.Trim(name, "."), ".") || strings.ContainsAny(name, " *"):
		return errors.New("expected a name that the whole internet knows, such as contest.example")
	}
	return nil
}

// CheckDirectory says what is wrong with the address of an authority; nil: nothing.
func CheckDirectory(address string) error {
	if u, err := url.Parse(address); err != nil || u.Scheme != "https" || u.Host == "" {
		return errors.New("expected the address of an authority's directory, such as https://ca.example/directory")
	}
	return nil
}

// begin starts to get certificates, until ctx ends, and returns how to speak TLS with them.
func (a *ACME) begin(ctx context.Context) (*tls.Config, error) {
	client := http.Client{}
	if a.Client != nil {
		client = *a.Client
	}
	a.problems.next = client.Transport
	client.Transport = &a.problems
	m := &autocert.Manager{Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(a.Dir),
		HostPolicy: autocert.HostWhitelist(a.Hosts...),
		Client:     &acme.Client{DirectoryURL: a.directory(), HTTPClient: &client, UserAgent: "blastyard"}}
	if err := a.tryFolder(ctx); err != nil {
		return nil, err
	}
	if a.HTTP != nil {
		h := &http.Server{Handler: m.HTTPHandler(nil), ReadHeaderTimeout: hearing, WriteTimeout: hearing,
			IdleTimeout: hearing, MaxHeaderBytes: 16 << 10}
		go h.Serve(a.HTTP) //nolint:errcheck // it ends with ctx
		context.AfterFunc(ctx, func() { h.Close() })
	}
	for _, host := range a.Hosts {
		go a.get(ctx, m, host)
	}
	c := m.TLSConfig()
	c.MinVersion = tls.VersionTLS12
	return c, nil
}

// tryFolder reports whether certificates can be kept: without them the authority would be asked at each start.
func (a *ACME) tryFolder(ctx context.Context) error {
	const probe = "probe"
	cache := autocert.DirCache(a.Dir)
	err := cache.Put(ctx, probe, nil)
	if err == nil {
		err = cache.Delete(ctx, probe)
	}
	if err != nil {
		return fmt.Errorf("web: the folder for certificates: %w", err)
	}
	return nil
}

func (a *ACME) directory() string {
	if a.Directory == "" {
		return autocert.DefaultACMEDirectory
	}
	return a.Directory
}

// authority names the authority in lines for people.
func (a *ACME) authority() string {
	if u, err := url.Parse(a.directory()); err == nil {
		return u.Host
	}
	return a.directory()
}

// get asks for the certificate of a name before a reader does, and again after a failure. Later renewals are the
// manager's.
func (a *ACME) get(ctx context.Context, m *autocert.Manager, host string) {
	modern := &tls.ClientHelloInfo{ServerName: host,
		CipherSuites:     []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256},
		SignatureSchemes: []tls.SignatureScheme{tls.ECDSAWithP256AndSHA256},
		SupportedCurves:  []tls.CurveID{tls.CurveP256}}
	for {
		c, err := m.GetCertificate(modern)
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			a.Tell(fmt.Sprintf("the certificate of %s is valid until %s; it is renewed by itself", host,
				c.Leaf.NotAfter.Format("2006-01-02")))
			return
		}
		a.Tell(fmt.Sprintf("%s gets no certificate from %s: %s; it is tried again in %s", host, a.authority(),
			a.explain(host, err), acmeRetry))
		timer := time.NewTimer(acmeRetry)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return
		}
	}
}

// explain says why there is no certificate, and what to do.
func (a *ACME) explain(host string, err error) string {
	problem, is := errors.AsType[*acme.Error](err)
	if !is {
		problem = a.problems.take(host)
	}
	if problem == nil {
		return errortext.Line(err)
	}
	port := "443"
	if a.HTTP != nil {
		port = "80 or 443"
	}
	var what string
	switch problem.ProblemType[strings.LastIndexByte(problem.ProblemType, ':')+1:] {
	case "connection":
		what = "it cannot connect to port " + port + " of " + host + ": let the port through to this server"
	case "dns":
		what = "it does not find the address of " + host + ": enter it in the DNS"
	case "unauthorized", "incorrectResponse", "tls":
		what = "another server answers at port " + port + " of " + host + ": the name must lead to this one"
	case "rateLimited":
		what = "it was asked too often: wait, and keep the store's folder, which has the certificates"
	case "caa":
		what = "the DNS of " + host + " allows other authorities only (CAA)"
	case "rejectedIdentifier":
		what = "it gives no certificates for " + host + ": expected a name that the whole internet knows"
	case "externalAccountRequired":
		what = "it needs an account that was made elsewhere, which is not supported: take another authority"
	default:
		return errortext.Line(problem)
	}
	if problem.Detail == "" {
		return what
	}
	return what + " (it says: " + errortext.Line(errors.New(problem.Detail)) + ")"
}
