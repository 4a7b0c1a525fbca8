package arena_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/game/match"
	"blastyard/replay"
)

// spy is a sink that keeps what was recorded after each turn, and what players see.
type spy struct {
	arena.NopSink
	memory *record.Memory
	secret match.Secret
	found  []int // turns after which the recording or the state has the secret
	turns  int
}

func (s *spy) Turn(t *arena.Turn) {
	s.turns++
	content, err := s.memory.Content()
	var text []byte
	if err == nil {
		r, _ := replay.Read(bytes.NewReader(content))
		text, _ = json.Marshal(r)
	}
	text = t.Match.AppendState(text)
	if bytes.Contains(content, []byte(s.secret.String())) || bytes.Contains(text, []byte(s.secret.String())) {
		s.found = append(s.found, t.Number)
	}
}

// TestSecretIsKept: neither the recording of a match nor its states have the secret before the match is over. Then the
// replay has it, verifies, and the same config plays the same match; another secret plays another one.
func TestSecretIsKept(t *testing.T) {
	for _, name := range []string{"hexabomb", "bomberman"} {
		secret := match.Secret{7, 8, 9}
		play := func(secret match.Secret) (*arena.Result, *replay.Replay, *spy) {
			c := arena.Config{Game: name, Seed: 5, Secret: secret, Turns: 40, Seats: bots("random", "random", "random")}
			s := &spy{memory: record.NewMemory(1 << 20), secret: secret}
			recorder := record.New(record.Options{Memory: s.memory, Repeat: "blastyard play --seed 5"})
			result, err := ownArena().Play(t.Context(), c, recorder, s)
			if err != nil {
				t.Fatal(err)
			}
			content, err := s.memory.Content()
			if err != nil {
				t.Fatal(err)
			}
			r, err := replay.Read(bytes.NewReader(content))
			if err != nil {
				t.Fatal(err)
			}
			return result, r, s
		}
		result, r, s := play(secret)
		if len(s.found) > 0 || s.turns == 0 {
			t.Errorf("%s: the secret is known after turns %v of %d", name, s.found, s.turns)
		}
		if r.Header.Secret != secret || result.Secret != secret {
			t.Errorf("%s: the replay has the secret %v, the result %v", name, r.Header.Secret, result.Secret)
		}
		if err := replay.Verify(r, ownArena().Games); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if again, _, _ := play(secret); again.State != result.State || !slices.Equal(again.Scores, result.Scores) {
			t.Errorf("%s: the same secret played another match", name)
		}
		if other, _, _ := play(match.Secret{1}); other.State == result.State {
			t.Errorf("%s: another secret played the same match", name)
		}
		if _, plain, _ := play(match.Secret{}); plain.Header.Version != replay.Version {
			t.Errorf("%s: without a secret the replay has version %d", name, plain.Header.Version)
		}
	}
}

// TestSecretsOfASeries: each match of a series has a secret of its own, the same as when it is played alone. A single
// match has that of the config.
func TestSecretsOfASeries(t *testing.T) {
	c := arena.Config{Seed: 5, Secret: match.Secret{4}, Turns: 20, Map: "tiny", Seats: bots("random", "random")}
	p, err := ownArena().Prepare(c)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	s := arena.Series{Matches: 3, Jobs: 2}
	results := make([]*arena.Result, s.Matches)
	s.Ended = func(i int, r *arena.Result) { results[i] = r }
	if _, err := p.PlaySeries(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		if want := (match.Draws{Seed: 5, Secret: c.Secret}).Match(i); r.Secret != want.Secret || r.Seed != want.Seed {
			t.Errorf("match %d has the seed %d and the secret %v, want %v", i, r.Seed, r.Secret, want)
		}
		if alone, err := p.PlayGame(t.Context(), s, i); err != nil || alone.State != r.State || alone.Secret != r.Secret {
			t.Errorf("match %d alone: %v, state %v, want %v", i, err, alone.State, r.State)
		}
	}
	if one, err := p.PlayGame(t.Context(), arena.Series{Matches: 1, Single: true}, 0); err != nil || one.Secret != c.Secret {
		t.Errorf("%v, a single match has the secret %v", err, one.Secret)
	}
}
