package program

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
)

// typesUntilEnd types keys again and again until the program ends.
func (s *ptyScreen) typesUntilEnd(keys string) {
	s.t.Helper()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = s.cmd.Wait()
	}()
	for deadline := time.Now().Add(soon); ; {
		select {
		case <-ended:
			return
		case <-time.After(20 * time.Millisecond):
			s.Type(keys)
		}
		if time.Now().After(deadline) {
			s.t.Fatal("the match does not end")
		}
	}
}

// TestHandInTerminal: a person plays in the terminal, gives up, and plays beside another one who has an address.
func TestHandInTerminal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		game, prompt, wrong, refusal, keys string
	}{
		{"hexabomb --map tiny --turns 4", "0: what to do?", "r", "revive: the character is alive", "\r"},
		{"bomberman --turns 4", ": what to do?", "x", "no bomb waits to be triggered", " "},
	} {
		args := strings.Fields("play " + c.game + " --bot human:ann --bot builtin:idle --seed 1 --replay none --no-browser")
		s := startInTerminal(t, args...)
		s.Saw(c.prompt)
		s.Saw("q give up")
		s.Type(c.wrong)
		s.Saw(c.refusal)
		s.typesUntilEnd(c.keys)
		s.exits(0)
		s.Saw("winner:")
		if strings.Contains(s.Shown(), "#seat=") {
			t.Error("an address for the one at the terminal")
		}
		s = startInTerminal(t, args...)
		s.Saw(c.prompt)
		s.Type("q")
		s.Saw("q again gives up")
		s.Type("q")
		s.exits(0)
		s.Saw("ann: failed in turn ")
		s.Saw(": disconnected; gave up")
	}
	s := startInTerminal(t, strings.Fields("play --map tiny --bot human:ann --bot human:bob --seed 1 --replay none --no-browser")...)
	s.Saw("waiting for bob to open the address below")
	address := regexp.MustCompile(`play bob at (http://[^/]*/)#seat=(\w+)`).FindStringSubmatch(s.Shown())
	if address == nil {
		t.Fatal("no address for bob")
	}
	answer, err := http.Get(address[1] + "api/seat/" + address[2])
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	s.Saw("0: what to do?")
	s.Saw("play bob at http://127.0.0.1:")
	s.Type("\x03")
	s.Saw("interrupted")
	s.exits(1)
}
