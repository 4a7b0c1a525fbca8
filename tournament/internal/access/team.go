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

// SetTeam tells a browser whose team it is in an event; "": nobody's any more.
func SetTeam(w http.ResponseWriter, r *http.Request, site *website.Site, event, team string) {
	age := 90 * 24 * time.Hour
	if team == "" {
		age = -time.Second
	}
	set := &http.Cookie{Name: ownName(teamCookie, event), Value: url.QueryEscape(team), Path: site.Path(),
		MaxAge: int(age.Seconds()), HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: site.Secure(r)}
	http.SetCookie(w, set)
	if _, err := r.Cookie(teamCookie); err == nil { // which all events had once
		before := *set
		before.Name, before.Value, before.MaxAge = teamCookie, "", -1
		http.SetCookie(w, &before)
	}
}

// Team returns the name that SetTeam has set for an event, or what else a browser sends as such; "": none.
func Team(r *http.Request, event string) string {
	c, err := r.Cookie(ownName(teamCookie, event))
	if err != nil {
		if c, err = r.Cookie(teamCookie); err != nil {
			return ""
		}
	}
	team, err := url.QueryUnescape(c.Value)
	if err != nil {
		return ""
	}
	return team
}
