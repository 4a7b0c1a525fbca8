package website

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// maxForwarded bounds how many addresses of X-Forwarded-For are looked at, from the last one on.
const maxForwarded = 20

// Handler returns h for a server behind proxies: the RemoteAddr of requests is the reader's where a trusted proxy says
// who that is, and redirects lead below the path of the website. Where a proxy leaves that path in front of the
// addresses, it is taken away; own tells which addresses are the server's with it.
func (s *Site) Handler(h http.Handler, own func(*http.Request) bool) http.Handler {
	if s == nil || s.url == nil && len(s.proxies) == 0 {
		return h
	}
	path := s.Path()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		inner := new(http.Request)
		*inner = *r
		inner.RemoteAddr = s.client(r)
		if path != "/" {
			w = &below{ResponseWriter: w, path: path}
			if r.URL.Path+"/" == path && !own(r) {
				http.Redirect(w, r, "/", http.StatusFound)
				return
			}
			if rest, is := strings.CutPrefix(r.URL.Path, path); is && !own(r) {
				u := new(url.URL)
				*u = *r.URL
				u.Path, u.RawPath = "/"+rest, ""
				inner.URL = u
			}
		}
		h.ServeHTTP(w, inner)
	})
}

// client is the RemoteAddr of the reader: the last address of X-Forwarded-For that is no trusted proxy's, as far as
// trusted proxies have written it.
func (s *Site) client(r *http.Request) string {
	if !s.TrustsRemote(r.RemoteAddr) {
		return r.RemoteAddr
	}
	list := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	from := r.RemoteAddr
	for i := len(list) - 1; i >= 0 && i >= len(list)-maxForwarded; i-- {
		text := strings.TrimSpace(list[i])
		if host, _, err := net.SplitHostPort(text); err == nil {
			text = host // some proxies write the port, too
		}
		a, err := netip.ParseAddr(strings.Trim(text, "[]"))
		if err != nil {
			return from
		}
		from = netip.AddrPortFrom(a.WithZone(""), 0).String()
		if !s.trusts(a) {
			return from
		}
	}
	return from
}

// below is an answer whose redirects within the server lead below the path of the website.
type below struct {
	http.ResponseWriter
	path string
}

// WriteHeader implements http.ResponseWriter.
func (b *below) WriteHeader(code int) {
	at := b.Header().Get("Location")
	if strings.HasPrefix(at, "/") && !strings.HasPrefix(at, "//") {
		b.Header().Set("Location", b.path+at[1:])
	}
	b.ResponseWriter.WriteHeader(code)
}

// Flush implements http.Flusher.
func (b *below) Flush() {
	if f, is := b.ResponseWriter.(http.Flusher); is {
		f.Flush()
	}
}

// Unwrap lets an http.ResponseController reach the answer.
func (b *below) Unwrap() http.ResponseWriter { return b.ResponseWriter }
