package wire

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"blastyard/internal/jsonappend"
	"blastyard/rules/bomberman"
)

func newState(tb testing.TB, players int, seed int32) *bomberman.State {
	tb.Helper()
	m, err := bomberman.Generate(bomberman.DefaultSettings(), players, seed)
	if err != nil {
		tb.Fatal(err)
	}
	return bomberman.NewState(m)
}

// TestNames: names are escaped as the original's JSON library does, which escapes less than Go's.
func TestNames(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"Player 1", `"Player 1"`},
		{"", `""`},
		{`the "best" \o/`, `"the \"best\" \\o/"`},
		{"<b>Tom & Jerry's</b>", `"<b>Tom & Jerry's</b>"`},
		{"Zoë 爆弾 💣", `"Zoë 爆弾 💣"`},
		{"a\tb\nc\rd\be\ff", `"a\tb\nc\rd\be\ff"`},
		{"\x00\x01\x1b\x1f\x7f", `"\u0000\u0001\u001b\u001f` + "\x7f\""},
		{"\u0085\u2028\u2029\u2030", `"\u0085\u2028\u2029` + "\u2030\""},
		{"broken \xff\xc3", "\"broken \uFFFD\uFFFD\""},
	} {
		text := &Text{Names: []string{c.name, "other"}}
		state := string(text.AppendState(nil, newState(t, 2, 1)))
		if want := `{"RegisteredPlayerEntities":[{"Name":` + c.want + `,"Key":"A",`; !strings.HasPrefix(state, want) {
			t.Errorf("name %q: %.120s, want %s…", c.name, state, want)
		}
		var read struct{ RegisteredPlayerEntities []struct{ Name string } }
		if err := json.Unmarshal([]byte(state), &read); err != nil || read.RegisteredPlayerEntities[0].Name != strings.ToValidUTF8(strings.ReplaceAll(c.name, "\xff\xc3", "\uFFFD\uFFFD"), "") {
			t.Errorf("name %q is read back as %+v, %v", c.name, read, err)
		}
	}
}

func FuzzNames(f *testing.F) {
	f.Add("Player 1")
	f.Add("\u2028<\"\\\x00\xff")
	f.Fuzz(func(t *testing.T, name string) {
		var read string
		text := jsonappend.Newtonsoft(nil, name)
		if err := json.Unmarshal(text, &read); err != nil || read != string([]rune(name)) {
			t.Errorf("%q is written as %s and read as %q, %v", name, text, read, err)
		}
	})
}

// TestHiddenPowerUpsStayHidden: a map without power-ups under its walls has the same texts.
func TestHiddenPowerUpsStayHidden(t *testing.T) {
	for players := bomberman.MinPlayers; players <= bomberman.MaxPlayers; players++ {
		m, err := bomberman.Generate(bomberman.DefaultSettings(), players, int32(players))
		if err != nil {
			t.Fatal(err)
		}
		bare, hidden := *m, 0
		bare.Blocks = slices.Clone(m.Blocks)
		for i := range bare.Blocks {
			if b := &bare.Blocks[i]; b.Wall == bomberman.SoftWall && b.PowerUp != bomberman.NoPowerUp {
				b.PowerUp = bomberman.NoPowerUp
				hidden++
			}
		}
		text := &Text{Names: make([]string, players)}
		with, without := bomberman.NewState(m), bomberman.NewState(&bare)
		for what, write := range map[string]func([]byte, *bomberman.State) []byte{"map.txt": text.AppendMap, "state.json": text.AppendState, "console": text.AppendConsole} {
			if string(write(nil, with)) != string(write(nil, without)) {
				t.Errorf("%d players: %s shows what is hidden", players, what)
			}
		}
		if hidden < 6*players/4*4 {
			t.Errorf("%d players: only %d power-ups are hidden", players, hidden)
		}
	}
}

// TestStateIsJSON: in whole games state.json is valid, agrees with the state, and shows no power-up under a wall.
func TestStateIsJSON(t *testing.T) {
	type at struct{ X, Y int }
	rng := rand.New(rand.NewPCG(8, 8))
	for _, players := range []int{2, 4, 12} {
		s := newState(t, players, 5)
		text := &Text{Names: make([]string, players)}
		var written []byte
		shown := 0
		for range 120 {
			written = text.AppendState(written[:0], s)
			var read struct {
				CurrentRound int
				GameBlocks   [][]struct {
					Entity   *struct{ Name *string }
					Bomb     *struct{ BombTimer int }
					PowerUp  *struct{ Location at }
					Location at
				}
			}
			if err := json.Unmarshal(written, &read); err != nil {
				t.Fatalf("round %d: %v\n%s", s.Round(), err, written)
			}
			bombs := 0
			for _, column := range read.GameBlocks {
				for _, b := range column {
					c := s.At(bomberman.Pos(b.Location))
					wall := b.Entity != nil && b.Entity.Name == nil
					if wall != (c.Wall != bomberman.NoWall) || wall && b.PowerUp != nil {
						t.Fatalf("round %d: block %+v is %+v", s.Round(), c, b)
					}
					if b.PowerUp != nil {
						shown++
					}
					if b.Bomb != nil {
						bombs++
					}
				}
			}
			if read.CurrentRound != s.Round() || bombs != s.NumBombs() {
				t.Fatalf("round %d with %d bombs is read as round %d with %d", s.Round(), s.NumBombs(), read.CurrentRound, bombs)
			}
			commands := make([]bomberman.Command, players)
			for k := range commands {
				commands[k] = bomberman.Command(rng.IntN(bomberman.NumCommands))
			}
			s.Step(commands, nil)
		}
		if shown == 0 {
			t.Errorf("%d players: no power-up was ever seen", players)
		}
	}
}
