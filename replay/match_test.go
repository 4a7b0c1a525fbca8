//stage:unraced its tests play and read many matches
//stage:first its tests take long

package replay

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"blastyard/bots/bomberbots"
	"blastyard/bots/hexabots"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/rules/bomberman"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
	"blastyard/rules/maps"
)

// sampleStart is the start time of all samples.
var sampleStart = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// sample describes a match that is played to get a replay.
type sample struct {
	mapName  string
	bots     []string // by player
	specials int
	turns    int
	overWire bool // states instead of hashes
	noise    bool // occasionally a wrong action and an unreadable one
	secret   match.Secret
}

// bigMatch is one of 415 cells, 4 players and 7 characters each.
var bigMatch = sample{mapName: "arena4", bots: []string{"hunter", "hunter", "hunter", "hunter"}, turns: 100}

func hexabombOf(m game.Match) *hexabomb.State   { return m.State().(*hexabomb.State) }
func bombermanOf(m game.Match) *bomberman.State { return m.State().(*bomberman.State) }

// play plays the match.
func (m *sample) play(tb testing.TB) *Replay {
	tb.Helper()
	file, err := maps.File(m.mapName)
	if err != nil {
		tb.Fatal(err)
	}
	var compact bytes.Buffer // the form in the file of a replay
	if err := json.Compact(&compact, file); err != nil {
		tb.Fatal(err)
	}
	h := Header{Version: versionWith(m.secret), Secret: m.secret, Game: Hexabomb, Rules: Rules(hexabomb.V11.Number()), Title: "a sample on " + m.mapName, Seed: 7, Order: "seeded", Turns: m.turns,
		Unseen: 1, Map: Map{Name: m.mapName, File: compact.Bytes()}, Limit: 1000, Started: sampleStart, Repeat: "blastyard play", Software: "test"}
	for i, b := range m.bots {
		h.Players = append(h.Players, Player{Name: b + " " + strconv.Itoa(i), Bot: "builtin:" + b, Special: i < m.specials})
	}
	g, err := NewMatch(&h, games.All())
	if err != nil {
		tb.Fatal(err)
	}
	return m.playFrom(tb, h, g)
}

func (m *sample) playFrom(tb testing.TB, h Header, g game.Match) *Replay {
	b := hexabombOf(g).Board()
	encoder := wire.NewEncoder(b)
	hash := g.Hash()
	if h.Hash = &hash; m.overWire {
		h.Hash, h.State, h.Map = nil, encoder.Append(nil, hexabombOf(g)), Map{}
	}
	var bots []hexabots.Bot
	for i, name := range m.bots {
		bot, err := hexabots.New(name, b, i, uint64(i+1))
		if err != nil {
			tb.Fatal(err)
		}
		bots = append(bots, bot)
	}
	r := &Replay{Header: h}
	random := rand.New(rand.NewPCG(3, 4))
	for n := 1; n <= m.turns; n++ {
		t := Turn{Turn: n}
		for _, p := range random.Perm(len(bots)) {
			if n > 1 {
				actions := wire.AppendActionsJSON(nil, bots[p].Act(nil, hexabombOf(g)))
				if m.noise && n%7 == 0 {
					actions = []byte(`[{"id":0,"movement":"move","direction":"x+"},{"id":0,"movement":"revive"},{"movement":5}]`)
				}
				t.Moves = append(t.Moves, Move{Player: p, Micros: 20 + random.IntN(300), Actions: actions})
			}
		}
		if err := Play(g, &t, true); err != nil {
			tb.Fatal(err)
		}
		hash := g.Hash()
		if t.Refused, t.Hash = g.AppendRefused(nil), &hash; m.overWire {
			winner := g.Winner()
			t.Hash, t.Refused, t.State, t.Winner = nil, nil, encoder.Append(nil, hexabombOf(g)), &winner
		}
		r.Turns = append(r.Turns, t)
	}
	r.Result = resultOf(g, m.turns, len(m.bots))
	return r
}

func resultOf(g game.Match, turns, players int) *Result {
	result := &Result{Turns: turns, Winner: g.Winner(), Scores: scores(g)}
	for range players {
		result.Players = append(result.Players, Fate{Reason: "finished"})
	}
	return result
}

// playBombers plays a match of 2016-Bomberman.
func playBombers(tb testing.TB, seed int32, turns int, names ...string) *Replay {
	tb.Helper()
	return playSecretBombers(tb, seed, match.Secret{}, turns, names...)
}

func versionWith(secret match.Secret) int {
	if secret.IsZero() {
		return Version
	}
	return secretVersion
}

// playSecretBombers plays a match of 2016-Bomberman with a secret.
func playSecretBombers(tb testing.TB, seed int32, secret match.Secret, turns int, names ...string) *Replay {
	tb.Helper()
	h := Header{Version: versionWith(secret), Secret: secret, Game: Bomberman, Rules: bomberman.RulesVersion, Title: "a sample", Seed: uint64(int64(seed)), Started: sampleStart}
	for i, b := range names {
		h.Players = append(h.Players, Player{Name: b + " " + strconv.Itoa(i), Bot: "builtin:" + b})
	}
	g, err := NewMatch(&h, games.All())
	if err != nil {
		tb.Fatal(err)
	}
	hash := g.Hash()
	h.Hash = &hash
	var bots []bomberbots.Bot
	for i, name := range names {
		b, err := bomberbots.New(name, bombermanOf(g).Map(), i, uint64(i+1))
		if err != nil {
			tb.Fatal(err)
		}
		bots = append(bots, b)
	}
	r := &Replay{Header: h}
	for n := 1; n <= turns && !g.Over(); n++ {
		t := Turn{Turn: n}
		for k, b := range bots {
			if bombermanOf(g).Player(k).Alive {
				t.Moves = append(t.Moves, Move{Player: k, Actions: json.RawMessage(strconv.Itoa(int(b.Act(bombermanOf(g)))))})
			}
		}
		if err := Play(g, &t, true); err != nil {
			tb.Fatal(err)
		}
		t.Refused = g.AppendRefused(nil)
		hash := g.Hash()
		t.Hash = &hash
		r.Turns = append(r.Turns, t)
	}
	r.Result = resultOf(g, len(r.Turns), len(names))
	return r
}

// write returns the file of a replay.
func write(tb testing.TB, r *Replay) []byte {
	tb.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, &r.Header)
	if err != nil {
		tb.Fatal(err)
	}
	for i := range r.Turns {
		if err := w.Turn(&r.Turns[i]); err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(r.Result); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}
