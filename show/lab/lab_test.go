package lab_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/replay"
	"blastyard/show/lab"
)

// golden are recorded matches, with the number of their turns.
var golden = map[string]int{
	"bomberman": 442, "hexabomb-classical": 60, "hexabomb-over-the-wire": 37, "hexabomb-sudden-death": 80,
}

func recorded(t *testing.T, name string) []byte {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("..", "..", "replay", "testdata", "golden", name+".blast"))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestVerify(t *testing.T) {
	for name, turns := range golden {
		if v, err := lab.Verify(recorded(t, name)); err != nil || v != (lab.Verdict{Turns: turns, AsRecorded: true}) {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
	}
}

// TestVerifyFindsTheTurn: in a modified replay, Verify finds the first turn that differs, as `replay verify` does.
func TestVerifyFindsTheTurn(t *testing.T) {
	for _, c := range []struct {
		turn   int
		change func(r *replay.Replay)
		what   string
	}{
		{0, func(r *replay.Replay) { r.Header.Hash.Whole++ }, "hash: the replay has "},
		{37, func(r *replay.Replay) { r.Turns[36].Hash.Parts[1]++; r.Turns[36].Hash.Whole++ }, "characters: the replay has the hash "},
		{12, func(r *replay.Replay) {
			r.Turns[11].Refused = append(r.Turns[11].Refused, game.Refusal{Player: 0, Action: "revive", Reason: "no"})
		}, "refused: the replay has "},
		{60, func(r *replay.Replay) { r.Result.Scores[0]++ }, "result scores: the replay has "},
	} {
		r, err := replay.Read(bytes.NewReader(recorded(t, "hexabomb-classical")))
		if err != nil {
			t.Fatal(err)
		}
		c.change(r)
		v, err := lab.Verify(written(t, r))
		if err != nil || v.AsRecorded || v.Turns != 60 || v.Difference == nil || v.Turn != c.turn || !strings.HasPrefix(v.What, c.what) {
			t.Errorf("turn %d: %+v, %v", c.turn, v, err)
			continue
		}
		var said *replay.Difference
		if errors.As(replay.Verify(r, games.All()), &said); !strings.HasSuffix(said.Error(), ": "+v.What) {
			t.Errorf("it says %q, and replay verify %q", v.What, said)
		}
	}
}

// written returns a replay as a file.
func written(t *testing.T, r *replay.Replay) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := replay.NewWriter(&file, &r.Header)
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Turns {
		if err := w.Turn(&r.Turns[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(r.Result); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestVerifyWhatCannotBeRead(t *testing.T) {
	whole := recorded(t, "bomberman")
	v, err := lab.Verify(whole[:len(whole)/2])
	if !errors.Is(err, replay.ErrCut) || !strings.Contains(err.Error(), "turns before that, all as recorded)") || v.Turns == 0 || v.AsRecorded {
		t.Errorf("half of a file: %+v, %v", v, err)
	}
	changed := read(t, recorded(t, "hexabomb-classical"))
	changed.Turns[4].Hash.Parts[0]++
	changed.Turns[4].Hash.Whole++
	file := written(t, changed)
	v, err = lab.Verify(file[:len(file)/2])
	if !errors.Is(err, replay.ErrCut) || !strings.Contains(err.Error(), " (before that, turn 5 is not as recorded: ") || v.AsRecorded {
		t.Errorf("half of a file that was changed: %+v, %v", v, err)
	}
	for _, file := range []string{"", "no replay"} {
		if v, err := lab.Verify([]byte(file)); err == nil || v != (lab.Verdict{}) {
			t.Errorf("%q: %+v, %v", file, v, err)
		}
	}
}

// TestVerdictAsJSON: verdicts have the JSON form that the page reads.
func TestVerdictAsJSON(t *testing.T) {
	for want, v := range map[string]lab.Verdict{
		`{"turns":100,"as_recorded":true}`:                              {Turns: 100, AsRecorded: true},
		`{"turns":100,"as_recorded":false,"turn":37,"what":"cells: …"}`: {Turns: 100, Difference: &lab.Difference{Turn: 37, What: "cells: …"}},
		`{"turns":100,"as_recorded":false,"turn":0,"what":"hash: …"}`:   {Turns: 100, Difference: &lab.Difference{What: "hash: …"}},
	} {
		if got, err := json.Marshal(v); err != nil || string(got) != want {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
	}
}

func TestPlay(t *testing.T) {
	for config, turns := range map[string]int{
		`{"map":"tiny","seed":11,"turns":40,"seats":[{"bot":"builtin:hunter"},{"bot":"me=builtin:random"}]}`: 40,
		`{"rules":"2018","seed":18446744073709551615,"turns":20}`:                                            20,
		`{"game":"bomberman","seed":11,"seats":[{"bot":"builtin:reference"},{"bot":"builtin:random"}]}`:      0,
	} {
		played, err := lab.Play([]byte(config))
		if err != nil {
			t.Fatal(err)
		}
		again, err := lab.Play([]byte(config))
		if err != nil {
			t.Fatal(err)
		}
		r, err := replay.Read(bytes.NewReader(played.Replay))
		if err != nil || r.Result == nil || r.Result.Winner != played.Result.Winner || len(r.Turns) != played.Result.Turns || turns > 0 && len(r.Turns) != turns {
			t.Errorf("%s: %v, result %+v", config, err, played.Result)
		}
		if v, err := lab.Verify(again.Replay); err != nil || v != (lab.Verdict{Turns: len(r.Turns), AsRecorded: true}) {
			t.Errorf("%s: %+v, %v", config, v, err)
		}
		if a, b := timeless(t, r), timeless(t, read(t, again.Replay)); a != b {
			t.Errorf("%s: two replays differ", config)
		}
	}
}

// TestPlayBeforeSecrets: matches without a secret are those of the program before there were secrets (commit d2927d53).
func TestPlayBeforeSecrets(t *testing.T) {
	for config, want := range map[string]string{
		`{"map":"tiny","seats":[{"bot":"builtin:greedy"},{"bot":"builtin:hunter"}],"turns":30,"seed":7}`:         "30f5ced519f193c74d7786bb04aca819e0352505bd244d1c3aa786a5488e7e48",
		`{"game":"bomberman","seats":[{"bot":"builtin:gatherer"},{"bot":"builtin:hunter"}],"turns":30,"seed":7}`: "d40671b290b1b37830d99c49f9cad6417ba586876561eb46a72ad359f0cbd466",
	} {
		played, err := lab.Play([]byte(config))
		if err != nil {
			t.Fatal(err)
		}
		r := read(t, played.Replay)
		got, err := replay.FingerprintOf(r)
		if err != nil || got.String() != want || r.Header.Version != 1 || !r.Header.Secret.IsZero() {
			t.Errorf("%s: %v, version %d, %v, want %s", config, got, r.Header.Version, err, want)
		}
	}
}

// TestPlayWithSecret: the secret decides, and is in the replay.
func TestPlayWithSecret(t *testing.T) {
	hashes := map[string]string{}
	for _, secret := range []string{"8f3a61c2d94e07b5a1f06d2c9be37418", "000102030405060708090a0b0c0d0e0f"} {
		played, err := lab.Play([]byte(`{"map":"tiny","turns":30,"seed":7,"secret":"` + secret + `"}`))
		if err != nil {
			t.Fatal(err)
		}
		r := read(t, played.Replay)
		if r.Header.Secret.String() != secret || r.Header.Version != 2 {
			t.Errorf("the replay has version %d, secret %v, want %s", r.Header.Version, r.Header.Secret, secret)
		}
		if v, err := lab.Verify(played.Replay); err != nil || !v.AsRecorded {
			t.Errorf("%+v, %v", v, err)
		}
		f, err := replay.FingerprintOf(r)
		if err != nil {
			t.Fatal(err)
		}
		hashes[f.String()] = secret
	}
	if len(hashes) != 2 {
		t.Errorf("two secrets give the match %v", hashes)
	}
}

func read(t *testing.T, file []byte) *replay.Replay {
	t.Helper()
	r, err := replay.Read(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// timeless returns a replay as JSON without times.
func timeless(t *testing.T, r *replay.Replay) string {
	t.Helper()
	r.Header.Started = time.Time{}
	for i := range r.Turns {
		for k := range r.Turns[i].Moves {
			r.Turns[i].Moves[k].Micros = 0
		}
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestPlayRefuses: a match that needs more than this process is refused. The error names the field.
func TestPlayRefuses(t *testing.T) {
	for config, want := range map[string]string{
		``:                   "order: it is no JSON: there is '}' where a value is expected",
		`{"seed":-1}`:        "order: config.seed is -1, expected a whole number of 0 or more",
		`{"sed":1}`:          `order: there is no key "sed"; did you mean seed?`,
		`{"seed":1}}{`:       "order: there is more than one JSON value",
		`{"map":"my.json"}`:  `map is "my.json", expected a built-in map: arena3, arena4, duel, maze4, tiny, yard`,
		`{"log_dir":"logs"}`: `log_dir is "logs", expected none: the page has no folders`,
		`{"turns":65536}`:    "turns is 65536, expected 1 to 65535",
		`{"game":"chess"}`:   `game: unknown game "chess", expected hexabomb or bomberman`,
		`{"seats":[{"bot":"builtin:hunter"},{"bot":"python3 bot.py"}]}`: `seats[1].bot is "python3 bot.py", expected a built-in bot, such as builtin:hunter, page or human`,
		`{"seats":[{}]}`:                      `seats[0].bot is "", expected a built-in bot, such as builtin:hunter, page or human`,
		`{"seats":[{"bot":"page"}]}`:          `seats[0].bot is "page", expected a port for the program`,
		`{"seats":[{"bot":"builtin:nobot"}]}`: "seats[0].bot: bad bot \"builtin:nobot\": there is no such built-in bot, ",
	} {
		played, err := lab.Play([]byte(config))
		if played != nil || err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", config, err, want)
		}
		var field *arena.ConfigError
		if !strings.HasPrefix(want, "order: ") && !errors.As(err, &field) {
			t.Errorf("%s: %T", config, err)
		}
	}
}

// TestRepeat: the command line that plays the match again is that of `play`.
func TestRepeat(t *testing.T) {
	for config, want := range map[string]string{
		`{"map":"tiny","seed":3,"turns":20,"seats":[{"bot":"builtin:hunter"},{"bot":"me=builtin:random"}]}`:         "blastyard play --map tiny --bot builtin:hunter --bot me=builtin:random --turns 20 --seed 3",
		`{"game":"bomberman","seed":2,"failed":"keep","seats":[{"bot":"builtin:hunter"},{"bot":"builtin:random"}]}`: "blastyard play bomberman --bot builtin:hunter --bot builtin:random --seed 2 --failed keep",
		`{"turns":5,"turn_time":"2s","no_timeout":true}`:                                                            "blastyard play --map yard --bot builtin:hunter --bot builtin:greedy --bot builtin:random --bot builtin:idle --turns 5 --seed 0 --turn-time 2s --no-timeout",
		`{"map":"tiny","turns":5,"seed":18446744073709551615,"seats":[{"bot":"builtin:hunter"}]}`:                   "blastyard play --map tiny --bot builtin:hunter --bot builtin:greedy --turns 5 --seed 18446744073709551615",
		`{"turns":5,"ids":[1,0],"seats":[{"bot":"builtin:hunter"},{"bot":"builtin:random"}]}`:                       "",
	} {
		played, err := lab.Play([]byte(config))
		if err != nil {
			t.Fatal(err)
		}
		got := read(t, played.Replay).Header.Repeat
		if got != want {
			t.Errorf("%s: %q, want %q", config, got, want)
		}
	}
}

// TestNoRepeat: a match that nobody else can play again has no such command line.
func TestNoRepeat(t *testing.T) {
	played := play(t, `{"config":`+fmt.Sprintf(paged, "1m")+`}`, lab.Options{Ports: map[int]lab.Port{0: onTurns(answers("[]"))}})
	if h := read(t, played.Replay).Header; h.Repeat != "" || h.Software != "blastyard, laboratory" {
		t.Errorf("it is repeated by %q, and was written by %q", h.Repeat, h.Software)
	}
}

func TestVersion(t *testing.T) {
	want := fmt.Sprintf("rules: hexabomb %d, bomberman %d", games.Hexabomb().Rules, games.Bomberman().Rules)
	if got := lab.Version(); got != want {
		t.Errorf("%q, expected %q", got, want)
	}
}
