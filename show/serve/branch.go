package serve

import (
	"errors"
	"net/http"
	"strings"

	"blastyard/game/viewer"
)

// A Brancher plays matches of the page on from one of their turns. Its methods are called by many goroutines at once.
type Brancher interface {
	// Offer says whether and how a match can be played on.
	Offer(id string) viewer.BranchOffer
	// Begin plays a match on. The error is ErrNotFound, ErrBusy, or else what is wrong with what was asked for.
	Begin(id string, ask BranchAsk) (BranchMade, error)
}

// ErrBusy is what a Brancher says where it plays as many matches as it may.
var ErrBusy = errors.New("as many matches are played on as may be at a time: wait until one of them is over")

// A BranchAsk asks for a match to be played on.
type BranchAsk struct {
	Turn  int      `json:"turn"`  // the turns that go as they went
	Seats []string `json:"seats"` // by player: StandIn, "human" or "builtin:NAME"
}

// StandIn is the seat of a BranchAsk that goes to the bot that the offer names.
const StandIn = "stand-in"

// BranchMade is a match that is played on.
type BranchMade struct {
	Match string `json:"match"`          // its id; empty where it waits for somebody before it begins
	Seat  string `json:"seat,omitempty"` // the secret of the first seat that is played by hand
}

// noBranches is why a match of a server that plays none cannot be played on.
const noBranches = "this page only shows matches: open the replay with 'blastyard watch' to play on from here"

// notFromHere is why a match is not played on for somebody.
const notFromHere = "matches are played on only for the machine that serves this page: save the .blast and open it " +
	"with 'blastyard watch'"

func (s *Server) branchRoutes(route func(path string, h http.HandlerFunc)) {
	route("/api/matches/{id}/branch", s.withMatch(s.serveBranch))
}

// isBranch tells whether an address is one by which matches are played on.
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
	case !fromHere(r):
		why = notFromHere
	}
	switch {
	case r.Method == http.MethodPost && why != "":
		fail(w, http.StatusForbidden, why)
	case r.Method == http.MethodPost:
		if mayChange(w, r, "play matches on", jsonType) {
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
		fail(w, http.StatusTooManyRequests, err.Error())
	case err != nil:
		fail(w, http.StatusUnprocessableEntity, err.Error())
	default:
		s.answerValue(w, r, made)
	}
}

// fromHere tells whether a request comes from this machine itself, and not through a server that passes on requests of
// others.
func fromHere(r *http.Request) bool {
	for _, header := range []string{"Forwarded", "X-Forwarded-For", "X-Real-Ip", "Via"} {
		if r.Header.Get(header) != "" {
			return false
		}
	}
	return IsLoopback(r.RemoteAddr)
}
