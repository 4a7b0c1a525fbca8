package desk

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"blastyard/internal/errortext"
	"blastyard/internal/plain"
	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/event"
	"blastyard/tournament/submission"
)

// confirmed are the actions that are asked about once more, with what they mean.
var confirmed = map[tournament.Action]string{
	tournament.Withdraw: "It plays no more. Its results stay; only in a round robin of which it has played less than " +
		"half they are taken out. In a knockout its opponent goes on.",
	tournament.Disqualify: "It plays no more, and is behind all others in the standings, with the reason.",
	tournament.BringBack: "It plays again, from now on. Stages that are over stay as they are. In a knockout its " +
		"pairing is played, and those after it again.",
	tournament.RollBack:  "It plays with this version until its team submits another one. Results stay.",
	tournament.VoidMatch: "The result does not count, and the match is played again.",
	tournament.Reveal:    "They see all matches since then. This cannot be undone.",
}

// needsWhy are the actions that need a reason.
var needsWhy = []tournament.Action{tournament.Withdraw, tournament.Disqualify, tournament.RollBack,
	tournament.VoidMatch, tournament.Pause}

// askBody is the page that asks once more.
type askBody struct {
	Order tournament.Order
	Match string
	Does  string // what will be done
	Means string
	Needs bool // it needs a reason
}

// clean makes a text of several lines safe to show.
func clean(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\r\n"), "\n")
	for i, line := range lines {
		lines[i] = plain.Stored(strings.TrimRight(line, "\r"))
	}
	return strings.Join(lines, "\n")
}

// orderOf returns the order of a form.
func orderOf(r *http.Request, v visit) (o tournament.Order, why string) {
	o = tournament.Order{ID: r.PostFormValue("id"), What: tournament.Action(r.PostFormValue("what")), By: v.name,
		Name: r.PostFormValue("name"), Why: strings.TrimSpace(plain.Stored(r.PostFormValue("why")))}
	if text := r.PostFormValue("match"); text != "" {
		id, err := tournament.ParseID(text)
		try, err2 := strconv.Atoi(r.PostFormValue("try"))
		if err != nil || err2 != nil {
			return o, "This is no id of a match: expected one such as 12.3 or f0.1."
		}
		o.Match, o.Try = &id, try
	}
	if text := r.PostFormValue("until"); text != "" {
		at, err := event.ParseTime(strings.TrimSpace(text))
		if err != nil {
			return o, "This is no time: " + err.Error() + "."
		}
		o.Until = at.UnixMilli()
	}
	if text := r.PostFormValue("number"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			return o, "This is no number of a version."
		}
		o.Number = n
	}
	return o, ""
}

// order gives the order of a form. What cannot be undone is asked about once more. The order has its ID from the page
// with the form, so that it counts once however often the form is sent.
func (d *Desk) order(w http.ResponseWriter, r *http.Request, v visit) {
	o, why := orderOf(r, v)
	if why != "" {
		d.refuse(w, r, http.StatusBadRequest, why)
		return
	}
	ask := askBody{Order: o, Does: o.Asks(), Means: confirmed[o.What]}
	for _, what := range needsWhy {
		ask.Needs = ask.Needs || what == o.What
	}
	if o.Match != nil {
		ask.Match = o.Match.String()
	}
	if ask.Means != "" && r.PostFormValue("sure") == "" || ask.Needs && o.Why == "" {
		d.frame(w, r, http.StatusOK, "Are you sure?", "ask", ask)
		return
	}
	err := d.o.Event.Order(r.Context(), &o)
	var refusal *tournament.OrderError
	switch {
	case errors.As(err, &refusal), errors.Is(err, tournament.ErrFixture):
		d.refuse(w, r, http.StatusConflict, "It was not done: "+plain.Stored(errortext.Text(err))+".")
	case err != nil:
		d.fail(w, r, err)
	default:
		d.o.Log.Info("desk", "by", v.name, "what", string(o.What), "name", o.Name)
		http.Redirect(w, r, "./", http.StatusSeeOther)
	}
}

type secretBody struct{ Team, Link string }

// team invites a team, or ends its invitations and tokens. A team that is revoked plays no more.
func (d *Desk) team(w http.ResponseWriter, r *http.Request, v visit) {
	name, teams := r.PostFormValue("name"), d.o.Teams.Teams()
	if r.PostFormValue("what") == "invite" {
		invitation, err := teams.Invite(name)
		if err != nil {
			d.refuse(w, r, http.StatusBadRequest, "The team was not invited: "+plain.Stored(errortext.Text(err))+".")
			return
		}
		d.o.Log.Info("desk", "by", v.name, "what", "invite", "name", name)
		d.frame(w, r, http.StatusOK, "An invitation", "secret",
			secretBody{plain.Stored(name), d.address(r) + submission.JoinPath + invitation})
		return
	}
	if err := teams.Revoke(name); err != nil {
		d.refuse(w, r, http.StatusBadRequest, "The team was not revoked: "+plain.Stored(errortext.Text(err))+".")
		return
	}
	o := tournament.Order{ID: r.PostFormValue("id"), What: tournament.Withdraw, By: v.name, Name: name,
		Why: engine.WhyRevoked}
	err := d.o.Event.Order(r.Context(), &o)
	if refusal := new(tournament.OrderError); err != nil && !errors.As(err, &refusal) { // it does not take part
		d.fail(w, r, err)
		return
	}
	d.o.Log.Info("desk", "by", v.name, "what", "revoke", "name", name)
	http.Redirect(w, r, "./", http.StatusSeeOther)
}

// address is where teams reach the pages, without the slash at its end.
func (d *Desk) address(r *http.Request) string {
	own := "http://" + r.Host + "/"
	if r.TLS != nil {
		own = "https://" + r.Host + "/"
	}
	return strings.TrimSuffix(d.o.Website.URL(own), "/")
}
