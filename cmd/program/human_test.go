package program

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"blastyard/game/viewer"
	"blastyard/replay"
)

// handMatch is a match that people play over HTTP.
type handMatch struct {
	*testing.T
	ctx    context.Context
	errOut *lockedBuffer
	stop   context.CancelFunc
	out    *lockedBuffer
	ended  chan int
	players
}

type players []*handPlayer

// handPlayer is a person who does something allowed at random.
type handPlayer struct {
	name, site, token string
	random            *rand.Rand
	wishes            map[int]int // by turn: how many were sent
}

// startHands starts a match and reads the addresses of so many people.
func startHands(t *testing.T, persons int, args ...string) *handMatch {
	t.Helper()
	m := &handMatch{T: t, errOut: &lockedBuffer{lines: make(chan string, 10000)}, out: &lockedBuffer{lines: make(chan string, 100)}, ended: make(chan int, 1)}
	m.ctx, m.stop = context.WithTimeout(t.Context(), time.Minute)
	go func() {
		m.ended <- Run(m.ctx, append([]string{"play"}, args...), strings.NewReader(""), m.out, m.errOut)
	}()
	for i := range persons {
		line := m.errOut.waitFor(t, "#seat=")
		words := strings.Fields(line)
		site, token, _ := strings.Cut(words[len(words)-1], "/#seat=")
		m.players = append(m.players, &handPlayer{name: words[1], site: site, token: token, random: rand.New(rand.NewPCG(1, uint64(i))), wishes: map[int]int{}})
	}
	t.Cleanup(m.stop)
	return m
}

// finish waits for the match's result, ends the page, and returns what was printed.
func (m *handMatch) finish() {
	m.Helper()
	m.out.waitFor(m.T, "repeat:")
	m.stop()
	if code := <-m.ended; code != 0 {
		m.Errorf("exit %d", code)
	}
}

func (p *handPlayer) look() (v viewer.PersonView, err error) {
	res, err := http.Get(p.site + "/api/seat/" + p.token)
	if err != nil {
		return v, err
	}
	defer res.Body.Close()
	return v, json.NewDecoder(res.Body).Decode(&v)
}

func (p *handPlayer) post(path, body string) (code int, answer string, err error) {
	res, err := http.Post(p.site+"/api/seat/"+p.token+path, "application/json", strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	return res.StatusCode, string(text), err
}

// choose is something that the hand allows, mostly.
func (p *handPlayer) choose(h *viewer.Choices) []viewer.Wish {
	wishes := []viewer.Wish{}
	for _, piece := range h.Pieces {
		allowed := slices.DeleteFunc(slices.Clone(piece.Choices), func(c viewer.Choice) bool {
			ownGrave := c.Do == viewer.DoBomb && c.Max == 0 && h.Turn < 20 // of 2016-Bomberman
			return c.Refused != "" || c.Note != "" || ownGrave
		})
		if len(allowed) == 0 || p.random.IntN(10) == 0 {
			continue
		}
		c := allowed[p.random.IntN(len(allowed))]
		w := viewer.Wish{Token: piece.Token, Do: c.Do}
		if c.Max > 0 {
			w.Range, w.Delay = c.Min+p.random.IntN(c.Max-c.Min+1), c.Min+p.random.IntN(c.Max-c.Min+1)
		}
		wishes = append(wishes, w)
	}
	return wishes
}

// play answers every turn until the match is over.
func (p *handPlayer) play(ctx context.Context) error {
	for ctx.Err() == nil {
		v, err := p.look()
		switch {
		case err != nil:
			return err
		case v.Match != "" && matchEnded(p.site, v.Match):
			return nil
		case v.Choices == nil:
			time.Sleep(time.Millisecond)
			continue
		}
		wishes := p.choose(v.Choices)
		body, err := json.Marshal(wishes)
		if err != nil {
			return err
		}
		code, answer, err := p.post(fmt.Sprintf("/turn/%d", v.Choices.Turn), string(body))
		if err != nil || code != http.StatusOK {
			return fmt.Errorf("turn %d: %s: %d %s: %w", v.Choices.Turn, body, code, answer, err)
		}
		p.wishes[v.Choices.Turn] = len(wishes)
	}
	return ctx.Err()
}

func matchEnded(site, id string) bool {
	res, err := http.Get(site + "/api/matches/" + id)
	if err != nil {
		return true
	}
	defer res.Body.Close()
	var a struct{ Live bool }
	return json.NewDecoder(res.Body).Decode(&a) == nil && !a.Live
}

// TestMatchByHand: two people and a bot play a whole match of either game over HTTP, and its replay verifies.
func TestMatchByHand(t *testing.T) {
	for _, c := range []struct{ game, args string }{{"hexabomb", "--map yard --turns 40"}, {"bomberman", "bomberman --turns 60"}} {
		t.Run(c.game, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "hand.blast")
			args := strings.Fields(c.args + " --seed 5 --bot human:ann --bot human:bob --bot builtin:random --quiet --replay " + file)
			m := startHands(t, 2, args...)
			done := make(chan error, 2)
			for _, p := range m.players {
				go func() { done <- p.play(m.ctx) }()
			}
			for range m.players {
				if err := <-done; err != nil {
					t.Error(err)
				}
			}
			m.finish()
			checkHandReplay(t, file, m.players)
			code, _, stderr := run(t, "", "replay", "rerun", file, "--player", "0", "--bot", "builtin:idle", "--fork", "--from", "3")
			if code != 0 || !strings.Contains(stderr, "does nothing from turn 3 on: a person played it") {
				t.Errorf("rerun: exit %d, %s", code, stderr)
			}
		})
	}
}

// checkHandReplay verifies a replay and compares it with what people sent.
func checkHandReplay(t *testing.T, file string, by players) {
	t.Helper()
	turns := recorded(t, file)
	r, err := replay.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range by {
		id := slices.IndexFunc(r.Header.Players, func(x replay.Player) bool { return x.Name == p.name && x.Bot == "human:"+p.name })
		if id < 0 || len(p.wishes) < 5 {
			t.Fatalf("%s is player %d and sent %d turns", p.name, id, len(p.wishes))
		}
		for turn, want := range p.wishes {
			moves := turns[turn].Moves
			i := slices.IndexFunc(moves, func(x replay.Move) bool { return x.Player == id })
			if i < 0 || wishesIn(string(moves[i].Actions)) != want {
				t.Errorf("turn %d: %s sent %d wishes, the replay has %v", turn, p.name, want, moves)
			}
		}
		if r.Result == nil || r.Result.Players[id].Reason != "finished" {
			t.Errorf("%s: %+v", p.name, r.Result)
		}
	}
}

// wishesIn counts the actions of a recorded move: an array of objects, or the number of a command.
func wishesIn(actions string) int {
	switch {
	case strings.HasPrefix(actions, "["):
		return strings.Count(actions, "{")
	case actions == "0":
		return 0
	}
	return 1
}
