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
		if s.Known() && strings.HasPrefix(r.URL.Path, "//") {
			// nginx writes it so where a location has no slash at its end and its proxy_pass has one.
			inner.URL = at(r.URL, "/"+strings.TrimLeft(r.URL.Path, "/"))
		}
		if path != "/" {
			if inner.URL.Path+"/" == s.url.Path && !own(inner) {
				http.Redirect(&below{w, inner.URL.EscapedPath()}, r, path, http.StatusFound)
				return
			}
			if rest, is := strings.CutPrefix(inner.URL.Path, s.url.Path); is && !own(inner) {
				inner.URL = at(r.URL, "/"+rest)
			}
			w = &below{w, inner.URL.EscapedPath()}
		}
		h.ServeHTTP(w, inner)
	})
}

// at is an address with another path.
func at(u *url.URL, path string) *url.URL {
	other := new(url.URL)
	*other = *u
	other.Path, other.RawPath = path, ""
	return other
}

// client is the RemoteAddr of the reader: the last address on the way that is no trusted proxy's, as far as trusted
// proxies have written it.
func (s *Site) client(r *http.Request) string {
	if !s.TrustsRemote(r.RemoteAddr) {
		return r.RemoteAddr
	}
	from, list := r.RemoteAddr, onTheWay(r.Header)
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

// onTheWay are the addresses that proxies have written, the last proxy's behind the others. It is what the first of
// these headers says that is there: all are as true as the proxy that is trusted.
func onTheWay(h http.Header) []string {
	if list := h.Values("X-Forwarded-For"); len(list) > 0 {
		return strings.Split(strings.Join(list, ","), ",")
	}
	if list := h.Values("Forwarded"); len(list) > 0 { // RFC 7239
		return forwardedFor(strings.Join(list, ","))
	}
	return h.Values("X-Real-Ip")
}

// forwardedFor are the addresses of a Forwarded header, such as: for=192.0.2.1;proto=https, for="[2001:db8::1]:80". It
// has "" where there is none.
func forwardedFor(header string) (list []string) {
	for hop := range strings.SplitSeq(header, ",") {
		at := ""
		for pair := range strings.SplitSeq(hop, ";") {
			if name, value, _ := strings.Cut(strings.TrimSpace(pair), "="); strings.EqualFold(name, "for") {
				at = strings.Trim(value, `"`)
			}
		}
		list = append(list, at)
	}
	return list
}

// below is an answer whose redirects within the server are relative to the address that was asked for. So they lead
// below the path of the website for those who come through a proxy, and not for those who ask this server itself.
type below struct {
	http.ResponseWriter
	asked string // path of the address
}

// WriteHeader implements http.ResponseWriter.
func (b *below) WriteHeader(code int) {
	if at := b.Header().Get("Location"); strings.HasPrefix(at, "/") && !strings.HasPrefix(at, "//") {
		b.Header().Set("Location", relative(b.asked, at))
	}
	b.ResponseWriter.WriteHeader(code)
}

// relative is an address of the same server as one reaches it from the address of a path.
func relative(from, to string) string {
	here, there := strings.Split(from, "/"), strings.Split(to, "/")
	same := 0 // folders
	for same < min(len(here), len(there))-1 && here[same] == there[same] && !strings.ContainsAny(there[same], "?#") {
		same++
	}
	up := strings.Repeat("../", len(here)-1-same)
	if up == "" {
		up = "./"
	}
	return up + strings.Join(there[same:], "/")
}

// Flush implements http.Flusher.
func (b *below) Flush() {
	if f, is := b.ResponseWriter.(http.Flusher); is {
		f.Flush()
	}
}

// Unwrap lets an http.ResponseController reach the answer.
func (b *below) Unwrap() http.ResponseWriter { return b.ResponseWriter }
