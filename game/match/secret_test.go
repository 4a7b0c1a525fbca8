package match

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"reflect"
	"testing"
)

// drawn is what follows from a secret. The vectors in testdata/secrets.json are for other programs, too, and never
// change.
type drawn struct {
	Seed     uint64   `json:"seed"`
	Secret   Secret   `json:"secret"`
	IDs      []int    `json:"ids_of_4"`
	Orders   [][]int  `json:"orders_of_4"` // of the first turns: the rank of each player
	Bots     []uint64 `json:"bot_seeds"`   // of players 0 and 1
	Programs []uint32 `json:"program_seeds"`
	Round7   uint32   `json:"program_seed_of_player_1_in_round_7"`
	Match0   Secret   `json:"secret_of_match_0"`
	Match9   Secret   `json:"secret_of_match_9"`
	Game     string   `json:"key_of_bomberman"`
}

func drawnFrom(d Draws) drawn {
	x := drawn{Seed: d.Seed, Secret: d.Secret, IDs: d.DealIDs(4), Round7: d.programSeed(1, 7),
		Match0: d.Match(0).Secret, Match9: d.Match(9).Secret}
	o := d.Orders(Seeded, 4)
	for range 5 {
		x.Orders = append(x.Orders, append([]int(nil), o.Next()...))
	}
	for p := range 2 {
		x.Bots, x.Programs = append(x.Bots, d.PlayerSeed(p)), append(x.Programs, d.programSeed(p, 0))
	}
	key := d.Secret.Key("bomberman")
	x.Game = hex.EncodeToString(key[:])
	return x
}

func TestSecretVectors(t *testing.T) {
	text, err := os.ReadFile("testdata/secrets.json")
	if err != nil {
		t.Fatal(err)
	}
	var want []drawn
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	for _, w := range want {
		if got := drawnFrom(Draws{w.Seed, w.Secret}); !reflect.DeepEqual(got, w) {
			line, _ := json.Marshal(got)
			t.Errorf("secret %v gives\n%s", w.Secret, line)
		}
	}
	if len(want) < 3 {
		t.Errorf("%d vectors", len(want))
	}
}

// TestNoSecret: without a secret everything is as it was before there were secrets.
func TestNoSecret(t *testing.T) {
	d := Draws{Seed: 7}
	if got := d.Match(3); got != (Draws{Seed: SeedOf(7, 3)}) {
		t.Errorf("match 3 has %v", got)
	}
	if got := drawnFrom(d); !reflect.DeepEqual(got.IDs, (Draws{Seed: 7}).DealIDs(4)) || got.Bots[1] != (Draws{Seed: 7}).PlayerSeed(1) ||
		got.Round7 != programSeed(7, 1, 7) || !reflect.DeepEqual(got.Orders[0], (Draws{Seed: 7}).Orders(Seeded, 4).Next()) {
		t.Errorf("got %+v", got)
	}
}

// TestSecretDecides: with a secret the seed decides nothing.
func TestSecretDecides(t *testing.T) {
	s := Secret{1}
	a, b := drawnFrom(Draws{1, s}), drawnFrom(Draws{2, s})
	if b.Seed = 1; !reflect.DeepEqual(a, b) {
		t.Errorf("seed 1 gives %+v, seed 2 %+v", a, b)
	}
	if c := drawnFrom(Draws{1, Secret{2}}); c.Bots[0] == a.Bots[0] || c.Programs[0] == a.Programs[0] ||
		c.Match0 == a.Match0 || reflect.DeepEqual(c.Orders, a.Orders) {
		t.Errorf("two secrets give %+v and %+v", a, c)
	}
}

func TestReadSecret(t *testing.T) {
	var s Secret
	err := s.UnmarshalText([]byte("000102030405060708090a0b0c0d0e0F"))
	if err != nil || s.String() != "000102030405060708090a0b0c0d0e0f" {
		t.Errorf("%v, %v", s, err)
	}
	for _, text := range []string{"", "0", "x00102030405060708090a0b0c0d0e0f", s.String() + "00"} {
		if err := s.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is %v", text, s)
		}
	}
}
