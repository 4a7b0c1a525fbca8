package train

import (
	"fmt"
	"slices"

	"blastyard/train/internal/anygame"
)

// Request is a rare request, a line of JSON.
//
//   - "reset": starts the next episode of the given matches, or of all. With seeds, one for each of these matches,
//     their episodes begin again at 0, with these seeds; with seed, they have the seeds of a config with that seed.
//     The answer is the byte '.'.
//   - "raw": {"raw":[STATE,...]}, the states of the given matches, or of all, as bots get them.
//   - "choices": {"choices":[[PIECES,...],...]}, by match and seat: what each piece of a player can do, and the actions
//     that a bot sends for it, as lines of the stdio protocol have it.
//   - "legal": {"legal":[...]}, by match, seat and character: the actions that the masks allow, in the order of their
//     numbers, as a bot sends them: in hexabomb arrays of at most one action, in Bomberman commands.
//   - "render": a picture of one match, {"bytes":N,...} in a line and then N bytes. With mode "rgb_array" they are
//     pixels, see render.RGB, and the answer has their width and height; with mode "ansi" they are a text.
//   - "bots": which built-in bots play the given matches from their next episodes on, for each match by player id, as
//     Config.Opponents without "*". They also play for seats, whose actions then do not count.
//   - "set": states of the given matches, one for each, or one for all; see Given. Their draws come from seeds: those
//     of Seeds, or Seed and the following ones (default: 0). An ended match goes on, too.
//   - "branch": the given matches go on from the states of the matches from, one for each. Their draws come from seeds
//     as in "set", and no branch knows more than a bot sees; without seeds the match and its branch draw the same.
//   - "play": turns of the given matches, until they end. The actions follow the line as this many bytes, by turn,
//     match, seat and character; with seed, the actions are legal ones that are drawn. Rewards are sums.
//   - "page": {"url":"..."}, the address of a page that shows the match, one, from now on.
type Request struct {
	Do      string   `json:"do"`
	Matches []int    `json:"matches"` // default: all
	Seeds   []uint64 `json:"seeds"`
	Seed    *uint64  `json:"seed"`
	States  []Given  `json:"states"`
	From    []int    `json:"from"`
	Turns   int      `json:"turns"`

	Bots []map[string]string `json:"bots"`

	Bytes   int `json:"bytes"` // of the actions of "play", which follow the line
	actions []uint8

	Mode    string `json:"mode"`    // of "render"
	Width   int    `json:"width"`   // width of a picture in pixels; 0: render.DefaultWidth
	Colour  bool   `json:"colour"`  // for a text
	Browser bool   `json:"browser"` // opens the page in a browser, if there is one
}

// request answers a line of JSON.
func (s *server) request(l *link) error {
	line, err := l.line()
	if err != nil {
		return err
	}
	r := &Request{}
	if err := decode(line, r); err != nil {
		return l.tellError(fmt.Errorf("request: %w", err))
	}
	if err := r.readActions(l); err != nil {
		return err
	}
	if r.Matches == nil {
		for i := range s.episodes.all {
			r.Matches = append(r.Matches, i)
		}
	}
	if err := s.check(r); err != nil {
		return l.tellError(fmt.Errorf("request: %w", err))
	}
	switch r.Do {
	case "reset":
		return s.reset(l, r)
	case "render":
		return s.render(l, r)
	case "page":
		return s.showPage(l, r)
	case "choices":
		return s.choices(l, r)
	case "legal":
		return s.legal(l, r)
	case "bots":
		return s.sit(l, r)
	case "set":
		return s.set(l, r)
	case "branch":
		return s.branch(l, r)
	case "play":
		return s.play(l, r)
	default:
		return s.raw(l, r)
	}
}

func (s *server) check(r *Request) error {
	dos := []string{"reset", "raw", "legal", "choices", "bots", "set", "branch", "play", "render", "page"}
	if !slices.Contains(dos, r.Do) {
		return fmt.Errorf("do is %q, expected %s", r.Do, oneOf(r.Do, dos))
	}
	for i, m := range r.Matches {
		if m < 0 || m >= len(s.episodes.all) {
			return fmt.Errorf("matches[%d] is %d, expected 0 to %d", i, m, len(s.episodes.all)-1)
		}
	}
	if sorted := slices.Sorted(slices.Values(r.Matches)); len(slices.Compact(sorted)) != len(r.Matches) {
		return fmt.Errorf("matches names a match twice")
	}
	seeded := r.Do == "reset" || r.Do == "set" || r.Do == "branch"
	if r.Seeds != nil && (!seeded || len(r.Seeds) != len(r.Matches)) {
		return fmt.Errorf("seeds has %d seeds, expected one for each of the %d matches of a reset, set or branch",
			len(r.Seeds), len(r.Matches))
	}
	if r.Seed != nil && (r.Do != "play" && !seeded || r.Seeds != nil) {
		return fmt.Errorf("seed is of a reset, set or branch without seeds, or of play")
	}
	if len(s.facts.LegalMasks) == 0 && (r.Do == "legal" || r.Do == "play" && r.Seed != nil) {
		return fmt.Errorf("this game has too many actions for %q, expected at most %d with %d choices: use its mask",
			r.Do, anygame.KeyedActions, anygame.KeyedChoices)
	}
	if err := r.checkBranches(s); err != nil {
		return err
	}
	if r.Do == "render" || r.Do == "page" {
		return r.checkShow()
	}
	return nil
}

// reset starts episodes of some matches.
func (s *server) reset(l *link, r *Request) error {
	e := s.episodes
	chosen := make([]int64, len(e.all)) // by match: the episode to begin; -1: none
	for i := range chosen {
		chosen[i] = -1
	}
	for k, i := range r.Matches {
		switch {
		case r.Seed != nil:
			e.all[i].base, chosen[i] = e.config.draws(*r.Seed, i), 0
		case r.Seeds != nil:
			e.all[i].base, chosen[i] = e.config.draws(r.Seeds[k], 0), 0
		default:
			chosen[i] = e.all[i].number + 1
		}
	}
	err := s.crew.run(func(i int) error {
		if chosen[i] < 0 {
			return nil
		}
		return e.begin(i, chosen[i])
	})
	if err != nil {
		return l.refuse(err)
	}
	s.showWatched()
	return l.ready()
}

// raw answers with states.
func (s *server) raw(l *link, r *Request) error {
	s.text = append(s.text[:0], `{"raw":[`...)
	for k, i := range r.Matches {
		if k > 0 {
			s.text = append(s.text, ',')
		}
		s.text = s.episodes.all[i].appendState(s.text)
	}
	s.text = append(s.text, "]}\n"...)
	_, err := l.out.Write(s.text)
	return err
}
