package serve

import (
	"errors"
	"net/http"
	"strings"

	"blastyard/game/viewer"
	"blastyard/internal/errortext"
)

// A Brancher continues matches of the page from one of their turns. Its methods are called concurrently.
type Brancher interface {
	// Offer says whether and how a match can be continued.
	Offer(id string) viewer.BranchOffer
	// Begin continues a match. The error is ErrNotFound or ErrBusy, or describes what is wrong with the request.
	Begin(id string, ask BranchAsk) (BranchMade, error)
}

// ErrBusy is the error of a Brancher that already plays as many matches as it may.
var ErrBusy = errors.New("as many matches are played on as may be at a time: wait until one of them is over")

// A BranchAsk is a request to continue a match.
type BranchAsk struct {
	Turn  int      `json:"turn"`  // number of turns that are repeated
	Seats []string `json:"seats"` // by player: StandIn, "human" or "builtin:NAME"
}

// StandIn is the seat of a BranchAsk for the bot that the offer names.
const StandIn = "stand-in"

// BranchMade is the match that continues another.
type BranchMade struct {
	Match string `json:"match"`          // its id; empty if it waits for a person before it begins
	Seat  string `json:"seat,omitempty"` // the token of the first seat for a person
}

// noBranches is the reason of a server without a Brancher.
const noBranches = "this page only shows matches: open the replay with 'blastyard watch' to play on from here"

// notFromHere is the reason for readers on other machines.
const notFromHere = "matches are played on only for the machine that serves this page: save the .blast and open it " +
	"with 'blastyard watch'"

func (s *Server) branchRoutes(route func(path string, h http.HandlerFunc)) {
	route("/api/matches/{id}/branch", s.withMatch(s.serveBranch))
}

// isBranch reports whether an address is for continuing matches.
func isBranch(path string) bool {
	rest, ok := strings.CutPrefix(path, "/api/matches/")
	id, is := strings.CutSuffix(rest, "/branch")
	return ok && is && ValidID(id)
}

func (s *Server) serveBranch(w http.ResponseWriter, r *http.Request, _ *Match) {
	why := ""
	switch {
	case s.config.Branches == nil:
		why = noBranches
	case !s.fromHere(r):
		why = notFromHere
	}
	switch {
	case r.Method == http.MethodPost && why != "":
		fail(w, http.StatusForbidden, why)
	case r.Method == http.MethodPost:
		if s.mayChange(w, r, "play matches on", jsonType) {
			s.postBranch(w, r)
		}
	default:
		offer := viewer.NoBranch(why)
		if why == "" {
			offer = s.config.Branches.Offer(r.PathValue("id"))
		}
		s.answerValue(w, r, offer)
	}
}

func (s *Server) postBranch(w http.ResponseWriter, r *http.Request) {
	var ask BranchAsk
	if !readBody(w, r, &ask) {
		return
	}
	made, err := s.config.Branches.Begin(r.PathValue("id"), ask)
	switch {
	case errors.Is(err, ErrNotFound):
		fail(w, http.StatusNotFound, "there is no such match")
	case errors.Is(err, ErrBusy):
		fail(w, http.StatusTooManyRequests, errortext.Text(err))
	case err != nil:
		fail(w, http.StatusUnprocessableEntity, errortext.Text(err))
	default:
		s.answerValue(w, r, made)
	}
}

// fromHere tells whether a request comes from this machine itself, and not through a server that passes on requests of
// others. Such a server need not say that it does: where there is a website, no request counts.
func (s *Server) fromHere(r *http.Request) bool {
	if s.config.Website.Known() {
		return false
	}
	for _, header := range []string{"Forwarded", "X-Forwarded-For", "X-Real-Ip", "Via"} {
		if r.Header.Get(header) != "" {
			return false
		}
	}
	return IsLoopback(r.RemoteAddr)
}
