package access

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"blastyard/internal/website"
)

// A Cookie is the one by which an event knows the browsers that are signed in. Browsers send a cookie to all ports of a
// host. So each event has a name of its own, and two on one machine do not sign each other's people out.
type Cookie struct {
	base string // what the names of all events begin with; alone, it was the name of all
	name string
	at   string // the last part of the path of the pages that sign in, such as "team/"
}

// maxCookies bounds how many cookies of a request are looked at.
const maxCookies = 16

// NewCookie returns the cookie of the event that keeps what signs in at a place on disk.
func NewCookie(base, at, place string) Cookie {
	if abs, err := filepath.Abs(place); err == nil {
		place = abs
	}
	return Cookie{base: base, name: ownName(base, place), at: at}
}

// ownName is a name of a cookie that nothing else has.
func ownName(base, of string) string {
	sum := sha256.Sum256([]byte(of))
	return base + "_" + hex.EncodeToString(sum[:4])
}

// Find returns the cookies of a request that may be of this event, its own first: others count, too, because an event
// may have been moved, or have signed in browsers before it had a name of its own. own: one of them surely is.
func (c Cookie) Find(r *http.Request) (list []*http.Cookie, own bool) {
	for _, k := range r.Cookies() {
		switch {
		case k.Name == c.name:
			list, own = slices.Insert(list, 0, k), true
		case k.Name == c.base:
			list, own = append(list, k), true
		case strings.HasPrefix(k.Name, c.base+"_"):
			list = append(list, k)
		}
	}
	return list[:min(len(list), maxCookies)], own
}

// Set signs a browser in, from a page that stands directly below the path of the pages that sign in: the cookie has no
// path, so a browser sends it where that page is for it, whatever stands in front of this server.
func (c Cookie) Set(w http.ResponseWriter, r *http.Request, site *website.Site, value string, age time.Duration) {
	http.SetCookie(w, c.cookie(r, site, c.name, value, age))
}

// Clear signs a browser out that has sent a cookie of a name.
func (c Cookie) Clear(w http.ResponseWriter, r *http.Request, site *website.Site, sent string) {
	http.SetCookie(w, c.cookie(r, site, c.name, "", -time.Second))
	if sent == c.name || sent == "" {
		return
	}
	before := c.cookie(r, site, sent, "", -time.Second)
	http.SetCookie(w, before)
	before.Path = site.Path() + c.at // as it was set once
	http.SetCookie(w, before)
}

func (c Cookie) cookie(r *http.Request, site *website.Site, name, value string, age time.Duration) *http.Cookie {
	return &http.Cookie{Name: name, Value: value, MaxAge: int(age.Seconds()), HttpOnly: true,
		SameSite: http.SameSiteStrictMode, Secure: site.Secure(r)}
}
