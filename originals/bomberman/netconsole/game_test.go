package netconsole

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// script contains the commands of each player in each round.
type script [][]byte // by player, by round: letters

func randomScript(players, rounds int, seed uint64) script {
	rng := rand.New(rand.NewPCG(seed, 0))
	s := make(script, players)
	for k := range s {
		for range rounds {
			s[k] = append(s[k], "wasdwasdwasdwasdwasdzxn"[rng.IntN(23)])
		}
	}
	return s
}

func (s script) letter(k, round int) rune { return rune(s[k][round%len(s[k])]) }

// playDirectly plays a script with the rules alone and returns what each player must receive.
func playDirectly(t *testing.T, names []string, seed int32, s script) (messages [][]Message, final *bomberman.State) {
	t.Helper()
	m, err := bomberman.Generate(bomberman.DefaultSettings(), len(names), seed)
	if err != nil {
		t.Fatal(err)
	}
	state, text := bomberman.NewState(m), wire.Text{Names: names}
	messages = make([][]Message, len(names))
	for k := range names {
		messages[k] = []Message{{PlayerRegistered, string(bomberman.Key(k))}}
	}
	commands, failed := make([]bomberman.Command, len(names)), make([]bool, len(names))
	codes := map[rune]bomberman.Command{'w': bomberman.Up, 'a': bomberman.Left, 's': bomberman.Down, 'd': bomberman.Right, 'z': bomberman.PlaceBomb, 'x': bomberman.TriggerBomb}
	for !state.Over() {
		before := state.Clone()
		for k := range commands {
			commands[k] = codes[s.letter(k, state.Round())]
		}
		state.Step(commands, failed)
		for k := range commands {
			messages[k] = append(messages[k], Message{GameMap, string(text.AppendConsole(nil, before))})
			a, b := before.Player(k), state.Player(k)
			taken := commands[k] >= bomberman.Up && commands[k] <= bomberman.Down && b.Alive && a.At == b.At
			if a.Alive && (failed[k] || taken) {
				messages[k] = append(messages[k], Message{CommandFailed, wire.Refusal(commands[k], failed[k], a, b)})
			}
			if a.Alive && !b.Alive {
				messages[k] = append(messages[k], Message{Killed, fmt.Sprintf("%s was killed in round %d", names[k], before.Round())})
			}
		}
	}
	for k := range names {
		messages[k] = append(messages[k], Message{GameComplete, string(text.AppendConsole(nil, state))})
	}
	return messages, state
}

// playScript plays one player's part and returns what it received.
func playScript(c *Client, s script, k int) (got []Message, err error) {
	dead := false
	for round := 0; ; {
		m, err := c.Next()
		if err != nil {
			return got, err
		}
		got = append(got, m)
		switch m.Type {
		case GameMap:
			if !dead {
				if err := c.Send(s.letter(k, round)); err != nil {
					return got, err
				}
			}
			round++
		case Killed:
			dead = true
		case GameComplete:
			return got, nil
		default:
		}
	}
}

// TestWholeGames: players receive what the rules alone give for the same commands.
func TestWholeGames(t *testing.T) {
	for _, c := range []struct {
		players int
		seed    int32
	}{{2, 1}, {2, 0}, {2, -7}, {5, 3}, {12, 12}} {
		t.Run(fmt.Sprintf("%d players, seed %d", c.players, c.seed), func(t *testing.T) {
			st := newStage(t, Config{Seed: c.seed})
			s := randomScript(c.players, 2000, uint64(c.players)+uint64(uint32(c.seed)))
			var names []string
			clients := make([]*Client, c.players)
			for k := range clients {
				names = append(names, fmt.Sprintf("Player|%d", k+1))
				var err error
				if clients[k], err = Join(t.Context(), st.Addr().String(), names[k]); err != nil {
					t.Fatal(err)
				}
				defer clients[k].Close()
				st.logged(names[k] + ", has come")
			}
			st.start()
			got, errs := make([][]Message, c.players), make(chan error)
			for k := range clients {
				go func() {
					var err error
					got[k], err = playScript(clients[k], s, k)
					clients[k].Close()
					errs <- err
				}()
			}
			for range clients {
				if err := <-errs; err != nil {
					t.Error(err)
				}
			}
			result := st.finished()
			want, final := playDirectly(t, names, c.seed, s)
			if !slices.Equal(result.LeaderBoard, final.LeaderBoard()) || !slices.Equal(result.Names, names) {
				t.Errorf("leader board %v of %q, want %v", result.LeaderBoard, result.Names, final.LeaderBoard())
			}
			for k := range want {
				checkMessages(t, k, got[k], want[k])
			}
		})
	}
}

// checkMessages compares the messages of a player. Of the last one it compares only the picture at the end.
func checkMessages(t *testing.T, k int, got, want []Message) {
	t.Helper()
	for i, w := range want {
		if i == len(got) {
			t.Fatalf("player %d got %d messages, want %d", k, len(got), len(want))
		}
		if got[i] != w && (w.Type != GameComplete || got[i].Type != GameComplete || !strings.HasSuffix(got[i].Text, w.Text)) {
			t.Fatalf("player %d, message %d:\n%v\nwant\n%v", k, i, got[i], w)
		}
	}
	if len(got) != len(want) {
		t.Errorf("player %d got %d messages more, first %v", k, len(got)-len(want), got[len(want)])
	}
}

// TestEnding: the leader board in the last message.
func TestEnding(t *testing.T) {
	st := newStage(t, Config{Seed: 5, AutoStart: 2})
	a, b := st.join("Ann"), st.join("Bob")
	for range 5 { // Bob stays beside his bomb
		a.send(Message{Command, "n"})
		b.send(Message{Command, "z"})
	}
	end := a.until(GameComplete, "")
	want := "The game is over after 5 rounds\n1. A Ann: 0 points\n2. B Bob: -"
	if !strings.HasPrefix(end, want) || !strings.Contains(end, " points, killed in round 4\nMap Width: 21,") {
		t.Errorf("got  %q\nwant %q…", end, want)
	}
	if text := b.until(Killed, ""); text != "Bob was killed in round 4" {
		t.Errorf("Bob is told %q", text)
	}
	b.until(GameComplete, "")
}

func TestRefusals(t *testing.T) {
	alive := bomberman.Player{Alive: true, Bag: 1}
	full := bomberman.Player{Alive: true, Bag: 2, OnMap: 2}
	moved := bomberman.Player{Alive: true, At: bomberman.Pos{X: 1, Y: 1}}
	for _, c := range []struct {
		letter        string
		failed        bool
		before, after bomberman.Player
		want          string
	}{
		{"w", true, alive, alive, "cannot move up: a wall or a bomb is there"},
		{"a", true, alive, bomberman.Player{}, "cannot move left: a wall or a bomb is there"},
		{"s", false, alive, alive, "cannot move down: another player is there or was quicker"},
		{"d", false, alive, moved, ""},
		{"d", false, alive, bomberman.Player{}, ""},
		{"z", true, full, full, "cannot place a bomb: the bag is empty, all 2 are on the map"},
		{"z", true, alive, alive, "cannot place a bomb: one is there"},
		{"z", false, alive, full, ""},
		{"x", true, alive, alive, "cannot trigger: none of your bombs is on the map"},
		{"x", false, full, full, ""},
		{"W", false, alive, alive, ""},
		{"", false, alive, alive, ""},
		{" w\r\n", true, alive, alive, "cannot move up: a wall or a bomb is there"},
		{"ww", false, alive, alive, ""},
	} {
		if got := wire.Refusal(commandOf(c.letter), c.failed, c.before, c.after); got != c.want {
			t.Errorf("%q, failed %v: %q, want %q", c.letter, c.failed, got, c.want)
		}
	}
}
