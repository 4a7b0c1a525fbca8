package access

import (
	"net/http"
	"net/url"
	"time"

	"blastyard/internal/website"
)

// teamCookie has the name of a browser's team, for pages that everybody sees and that show this team first. It is no
// secret and opens nothing: see submission for the token that does.
const teamCookie = "blastyard_name"

// SetTeam tells a browser whose team it is; "": nobody's any more.
func SetTeam(w http.ResponseWriter, r *http.Request, site *website.Site, team string) {
	age := 90 * 24 * time.Hour
	if team == "" {
		age = -time.Second
	}
	http.SetCookie(w, &http.Cookie{Name: teamCookie, Value: url.QueryEscape(team), Path: site.Path(),
		MaxAge: int(age.Seconds()), HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: site.Secure(r)})
}

// Team returns the name that SetTeam has set, or what else a browser sends as such; "": none.
func Team(r *http.Request) string {
	c, err := r.Cookie(teamCookie)
	if err != nil {
		return ""
	}
	team, err := url.QueryUnescape(c.Value)
	if err != nil {
		return ""
	}
	return team
}
