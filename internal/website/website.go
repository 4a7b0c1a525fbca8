// Package website says where readers reach the pages of a server that stands behind a proxy, and which proxies tell the
// truth about who its readers are. Every command that serves pages has its options.
package website

import (
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"unicode"

	"github.com/spf13/pflag"
)

// Options are what a command line says.
type Options struct {
	URL     string   // of --website; "": none
	Proxies []string // of --trusted-proxy
}

// The options on the command line.
const (
	Flag      = "--website"
	ProxyFlag = "--trusted-proxy"
)

// Define adds the options to flags.
func (o *Options) Define(f *pflag.FlagSet) {
	f.StringVar(&o.URL, Flag[2:], "",
		"the address by which others reach the pages, such as https://example.org/arena/ behind a proxy "+
			"(docs/proxies.md)")
	f.StringSliceVar(&o.Proxies, ProxyFlag[2:], nil,
		"the address or network of a proxy whose X-Forwarded-For is believed, such as 127.0.0.1 (repeatable)")
}

// Site checks the options. The error names the option.
func (o *Options) Site() (*Site, error) {
	s := &Site{}
	if o.URL != "" {
		if err := s.take(o.URL); err != nil {
			return nil, fmt.Errorf("%s %.200q: %w", Flag, o.URL, err)
		}
	}
	for _, text := range o.Proxies {
		p, err := parseNetwork(text)
		if err != nil {
			return nil, fmt.Errorf("%s %.200q: expected an address or a network, such as 127.0.0.1 or 10.0.0.0/8",
				ProxyFlag, text)
		}
		s.proxies = append(s.proxies, p)
	}
	return s, nil
}

// A Site is where pages are and who is trusted. A nil Site, and the zero value, is a server without proxies before it.
// Its methods may be called by many goroutines.
type Site struct {
	url     *url.URL // as browsers write it; its path ends with a slash; nil: there is none
	proxies []netip.Prefix
}

func (s *Site) take(text string) error {
	text = strings.TrimSpace(text)
	u, err := url.Parse(text)
	if err == nil && u.Scheme == "" && u.Host == "" && strings.Contains(text, ".") {
		return fmt.Errorf("expected http:// or https:// in front of it")
	}
	switch {
	case err != nil, u.Scheme != "http" && u.Scheme != "https", u.Hostname() == "":
		return fmt.Errorf("expected http:// or https://, a host, and perhaps a path")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.ForceQuery:
		return fmt.Errorf("expected no more than a host and a path")
	case strings.Contains(u.Path, "//") || strings.Contains(u.Path, "..") || strings.ContainsAny(u.Path, "\\;\"") ||
		strings.ContainsFunc(u.Path, unicode.IsControl):
		return fmt.Errorf("expected a plain path")
	}
	if u.Host, err = hostOf(u); err != nil {
		return err
	}
	if !strings.HasSuffix(u.Path, "/") {
		u = u.JoinPath("/")
	}
	s.url = u
	return nil
}

func parseNetwork(text string) (netip.Prefix, error) {
	text = strings.TrimSpace(text)
	if a, err := netip.ParseAddr(text); err == nil {
		a = a.Unmap().WithZone("")
		return a.Prefix(a.BitLen())
	}
	p, err := netip.ParsePrefix(text)
	if a := p.Addr(); a.Is4In6() && p.Bits() >= 96 {
		p = netip.PrefixFrom(a.Unmap(), p.Bits()-96)
	}
	return p.Masked(), err
}

// Known tells whether the website has an address.
func (s *Site) Known() bool { return s != nil && s.url != nil }

// URL is the address of the website, which ends with a slash; that of the server itself where there is none.
func (s *Site) URL(own string) string {
	if s.Known() {
		return s.url.String()
	}
	return own
}

// Origin is the scheme, host and port of the website; "" where there is none.
func (s *Site) Origin() string {
	if !s.Known() {
		return ""
	}
	return s.url.Scheme + "://" + s.url.Host
}

// Path is the path of the website, from a slash to a slash, as browsers send it: a blank in it is %20.
func (s *Site) Path() string {
	if s.Known() {
		return s.url.EscapedPath()
	}
	return "/"
}

// Secure tells whether a request comes over HTTPS, to this server or to the proxy before it.
func (s *Site) Secure(r *http.Request) bool {
	return r.TLS != nil || s.Known() && s.url.Scheme == "https"
}

// Answers tells whether a Host header names the website. The port does not matter, nor a dot behind a full name.
func (s *Site) Answers(host string) bool {
	return s.Known() && strings.EqualFold(withoutDot(nameOf(host)), withoutDot(nameOf(s.url.Host)))
}

func withoutDot(name string) string { return strings.TrimSuffix(name, ".") }

// Refusal says why the Host header of a request is refused, and what helps. What proxies say about the address in the
// browser is good enough for advice.
func Refusal(r *http.Request) string {
	if r.Host == "" {
		return "This server answers to its name only, and the request has no Host header."
	}
	scheme, path := "http", "/"
	if r.TLS != nil || strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https") {
		scheme = "https"
	}
	if at := strings.Trim(r.Header.Get("X-Forwarded-Prefix"), "/"); isPlain(at) {
		path = "/" + at + "/"
	}
	return fmt.Sprintf("This server does not answer to the name %.100q; if it is right, start the server with %s "+
		"and the address in the browser, such as %s %s://%.100s%s.", r.Host, Flag, Flag, scheme, r.Host, path)
}

// isPlain reports whether a path of a header is one that nobody has to quote.
func isPlain(path string) bool {
	return path != "" && len(path) <= 100 && !strings.Contains(path, "//") && !strings.Contains(path, "..") &&
		!strings.ContainsFunc(path, func(r rune) bool { return !isNameRune(r) && r != '/' })
}

// TrustsRemote tells whether a RemoteAddr, with its port, is that of a proxy whose word counts.
func (s *Site) TrustsRemote(remote string) bool {
	ap, err := netip.ParseAddrPort(remote)
	return err == nil && s.trusts(ap.Addr())
}

func (s *Site) trusts(a netip.Addr) bool {
	if s == nil {
		return false
	}
	a = a.Unmap().WithZone("")
	for _, p := range s.proxies {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// Protection refuses requests that change something and come from the pages of another website. Proxies may change the
// Host header, by which pages of this one are known.
func (s *Site) Protection() *http.CrossOriginProtection {
	p := http.NewCrossOriginProtection()
	if s.Known() {
		if err := p.AddTrustedOrigin(s.Origin()); err != nil {
			panic(err) // it was parsed
		}
	}
	return p
}

// Network is an address for limits: of IPv6 the network of 64 bits, which one machine may have for itself. What is no
// address gives the zero Addr.
func Network(remote string) netip.Addr {
	a, err := netip.ParseAddr(remote)
	if ap, e := netip.ParseAddrPort(remote); e == nil {
		a, err = ap.Addr(), nil
	}
	if err != nil {
		return netip.Addr{}
	}
	a = a.Unmap().WithZone("")
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			a = p.Addr()
		}
	}
	return a
}
