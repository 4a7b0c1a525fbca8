package program

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"blastyard/cmd/internal/command"
	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/internal/freeport"
	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
	"blastyard/replay"
	"blastyard/show/follow"
	"blastyard/show/live"
	"blastyard/show/playback"
)

// counting is a game logic of someone else's: the state counts turns, in JSON that nobody would tidy up.
type counting struct{ n int }

func (c *counting) state() []byte {
	return fmt.Appendf(nil, "{ \"n\": %d.0,\n \"text\":\"<b>\\u0000\" }", c.n)
}

func (c *counting) Init(int, int, int) ([]byte, error) { return c.state(), nil }

func (c *counting) Turn([]netorcai.PlayerActions) (int, []byte, error) {
	c.n++
	return 1, c.state(), nil
}

// playOverWire plays 25 turns of a game logic with the server writing a replay, two players that do nothing, and the visualization
// of watch.
// At the prompt the commands are given before anybody connects.
func playOverWire(t *testing.T, logic func(ctx context.Context, host, port string) error, prompt ...string) (file string, seen *live.Page) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	port, file := freeport.Text(t), filepath.Join(t.TempDir(), "wire.blast")
	log := &lockedBuffer{lines: make(chan string, 10_000)}
	done := make(chan error, 5)
	typed, keys := io.Pipe()
	defer keys.Close()
	go func() {
		args := []string{"netorcai", "--port", port, "--nb-players-max", "2", "--nb-turns-max", "25", "--autostart", "--replay", file}
		if len(prompt) == 0 {
			args = append(args, "--fast")
		}
		code := Run(ctx, args, typed, log, io.Discard)
		if code != 0 {
			done <- fmt.Errorf("netorcai ended with %d", code)
			return
		}
		done <- nil
	}()
	log.waitFor(t, "Listening incoming connections")
	for _, command := range prompt {
		fmt.Fprintln(keys, command)
	}
	if len(prompt) > 0 {
		fmt.Fprintln(keys, "print all")
		log.waitFor(t, "delay-turns")
	}
	seen, err := live.Open(live.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(seen.Close)
	go func() { done <- follow.Game{Address: "127.0.0.1:" + port, Page: seen, Games: games.All()}.Run(ctx) }()
	go func() { done <- logic(ctx, "127.0.0.1", port) }()
	for range 2 {
		go func() {
			c, err := netorcai.Dial(ctx, "127.0.0.1:"+port)
			if err == nil {
				defer c.Close()
				if err = c.Login(ctx, "idle", netorcai.RolePlayer); err == nil {
					_, err = netorcai.Play(ctx, c, idleBot{})
				}
			}
			done <- err
		}()
	}
	for range cap(done) {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	return file, seen
}

func TestWireReplayOfHexabomb(t *testing.T) {
	file, seen := playOverWire(t, func(ctx context.Context, host, port string) error {
		var out bytes.Buffer
		if code := Run(ctx, []string{"hexabomb", "tiny", "-h", host, "-p", port}, strings.NewReader(""), &out, io.Discard); code != 0 {
			return fmt.Errorf("hexabomb ended with %d: %s", code, out.Bytes())
		}
		return nil
	})
	r, err := replay.Open(file)
	if err == nil {
		err = replay.Verify(r, games.All())
	}
	if err != nil {
		t.Fatal(err)
	}
	if r.Header.Game != replay.Hexabomb || len(r.Turns) != 25 || r.Result.Winner != -1 || len(r.Turns[3].Moves) != 2 || r.Turns[3].Moves[0].Micros == 0 {
		t.Errorf("%+v\n%+v", r.Header, r.Turns[3])
	}
	list := seen.Matches().List()
	if len(list) != 1 || list[0].Game != replay.Hexabomb || list[0].Turn != 25 || list[0].Live || list[0].Players[0] != "idle" {
		t.Errorf("watched: %+v", list)
	}
}

// The header tells the settings with which the game began, not those of the command line.
func TestWireReplayOfSettingsOfThePrompt(t *testing.T) {
	file, _ := playOverWire(t, func(ctx context.Context, host, port string) error {
		var out bytes.Buffer
		if code := Run(ctx, []string{"hexabomb", "tiny", "-h", host, "-p", port}, strings.NewReader(""), &out, io.Discard); code != 0 {
			return fmt.Errorf("hexabomb ended with %d: %s", code, out.Bytes())
		}
		return nil
	}, "set nb-turns-max=3", "set delay-turns=70", "set delay-first-turn=50")
	r, err := replay.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	if r.Header.Turns != 3 || r.Header.Limit != 70 || len(r.Turns) != 3 {
		t.Errorf("turns %d, limit %d ms, %d turns played; want 3, 70, 3", r.Header.Turns, r.Header.Limit, len(r.Turns))
	}
}

func TestWireReplayOfAnotherGame(t *testing.T) {
	file, seen := playOverWire(t, func(ctx context.Context, host, port string) error {
		c, err := netorcai.Dial(ctx, net.JoinHostPort(host, port))
		if err != nil {
			return err
		}
		defer c.Close()
		if err := c.Login(ctx, "counting", netorcai.RoleGameLogic); err != nil {
			return err
		}
		return netorcai.RunLogic(ctx, c, &counting{})
	})
	r, err := replay.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := replay.Verify(r, games.All()); !errors.Is(err, replay.ErrNoRules) {
		t.Errorf("verified: %v", err)
	}
	if r.Header.Game != "netorcai" || r.Result.Winner != 1 || len(r.Turns) != 25 {
		t.Errorf("%+v %+v", r.Header, r.Result)
	}
	p, err := playback.New(r, games.All())
	if err != nil {
		t.Fatal(err)
	}
	for turn := range 26 {
		f, err := p.Frame(turn)
		if err != nil {
			t.Fatal(err)
		}
		var state struct {
			N    float64
			Text string
		}
		if err := json.Unmarshal(f.Tree, &state); err != nil || state.N != float64(turn) || state.Text != "<b>\x00" || f.Shape != viewer.Tree {
			t.Errorf("turn %d: %s, %v", turn, f.Tree, err)
		}
	}
	if list := seen.Matches().List(); len(list) != 1 || list[0].Game != "netorcai" || list[0].Turn != 25 || list[0].Winner != 1 {
		t.Errorf("watched: %+v", list)
	}
}

// A player that sends more actions than a replay can hold does not cut it: its actions are left out with a note.
func TestWireReplayOfTooManyActions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "big.blast")
	o := netorcaiOptions{replay: file}
	cfg := server.Config{Settings: server.DefaultSettings(), Log: slog.New(slog.DiscardHandler)}
	finish, err := o.prepareReplay(&cfg)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Observer.Starting(cfg.Settings)
	cfg.Observer.Started([]server.Seat{{PlayerID: 0, Nickname: "a"}, {PlayerID: 1, Nickname: "b"}}, []byte(`{}`))
	big := []byte(`["` + strings.Repeat("x", 3<<20) + `"]`)
	for turn := range 2 {
		cfg.Order(turn, []netorcai.PlayerActions{{PlayerID: 0, Actions: big}, {PlayerID: 1, Actions: []byte(`[7]`)}})
		cfg.Observer.TurnSent(turn, []byte(`{}`))
	}
	cfg.Observer.Ended(-1, []byte(`{}`))
	if err := finish(); err != nil {
		t.Fatal(err)
	}
	r, err := replay.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range r.Turns[:2] {
		if len(x.Moves) != 2 || len(x.Moves[0].Actions) != 0 || string(x.Moves[1].Actions) != `[7]` || len(x.Notes) != 1 || !strings.Contains(x.Notes[0], "of player 0") {
			t.Errorf("%+v", x)
		}
	}
}

// A replay that was asked for and cannot be written makes the server end with a failure.
func TestWireReplayThatCannotBeWritten(t *testing.T) {
	o := netorcaiOptions{replay: filepath.Join(t.TempDir(), "file", "replay.blast")}
	if err := os.WriteFile(filepath.Dir(o.replay), nil, 0o666); err != nil { // a file where a folder is needed
		t.Fatal(err)
	}
	cfg := server.Config{Settings: server.DefaultSettings(), Log: slog.New(slog.DiscardHandler)}
	finish, err := o.prepareReplay(&cfg)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Observer.Started([]server.Seat{{PlayerID: 0, Nickname: "a"}}, []byte(`{}`))
	cfg.Observer.Ended(-1, []byte(`{}`))
	var exit command.Exit
	if err := finish(); !errors.As(err, &exit) || exit.Code != command.Failure {
		t.Errorf("%v, want exit code 1", err)
	}
}
