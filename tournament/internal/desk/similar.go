package desk

import (
	"fmt"
	"net/http"
	"net/url"

	"blastyard/internal/plain"
	"blastyard/tournament/internal/similar"
)

// similarBody is the page of bots that resemble each other.
type similarBody struct {
	Compared int
	Pairs    []pairRow
}

type pairRow struct {
	URL, A, B, Share string
	Tokens, Places   int
}

func (d *Desk) similar(w http.ResponseWriter, r *http.Request, _ visit) {
	found, err := d.o.Event.Similar(r.Context())
	if err != nil {
		d.fail(w, r, err)
		return
	}
	body := similarBody{Compared: len(found.Bots)}
	for i := range found.Pairs {
		p := &found.Pairs[i]
		at := "similar/pair?" + url.Values{"a": {p.A}, "b": {p.B}}.Encode()
		body.Pairs = append(body.Pairs, pairRow{at, plain.Stored(p.A), plain.Stored(p.B), percent(p.Share), p.Tokens,
			len(p.Places)})
	}
	d.frame(w, r, http.StatusOK, "Bots that resemble each other", "similar", body)
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// pairBody is the page of two bots, with what they share.
type pairBody struct {
	A, B, Share string
	Places      []placeRow
}

type placeRow struct {
	Tokens                     int
	A, B, SourceOfA, SourceOfB string
}

func (d *Desk) pair(w http.ResponseWriter, r *http.Request, _ visit) {
	found, err := d.o.Event.Similar(r.Context())
	if err != nil {
		d.fail(w, r, err)
		return
	}
	var p *similar.Pair
	for i := range found.Pairs {
		if found.Pairs[i].A == r.FormValue("a") && found.Pairs[i].B == r.FormValue("b") {
			p = &found.Pairs[i]
		}
	}
	if p == nil {
		d.refuse(w, r, http.StatusNotFound, "These two do not resemble each other, or not any more.")
		return
	}
	body := pairBody{A: plain.Stored(p.A), B: plain.Stored(p.B), Share: percent(p.Share)}
	for _, place := range p.Places {
		body.Places = append(body.Places, placeRow{place.Tokens, plain.Stored(place.A.String()),
			plain.Stored(place.B.String()), clean(found.Bots[p.A].Text(place.A)), clean(found.Bots[p.B].Text(place.B))})
	}
	d.frame(w, r, http.StatusOK, body.A+" and "+body.B, "pair", body)
}
