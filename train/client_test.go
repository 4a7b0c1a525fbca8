package train

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"
)

// client is a program that learns, in the same process.
type client struct {
	t      testing.TB
	server *server
	mem    []byte
	*arrays
}

// serving starts the matches of a config in JSON.
func serving(t testing.TB, config string) *client {
	t.Helper()
	c, err := ReadConfig([]byte(config))
	if err != nil {
		t.Fatal(err)
	}
	return servingConfig(t, c)
}

func servingConfig(t testing.TB, c *Config) *client {
	t.Helper()
	s, err := newServer(c, "test")
	if err != nil {
		t.Fatal(err)
	}
	mem := make([]byte, s.layout.Size)
	if err := s.open(&arrays{&s.layout, mem}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	return &client{t: t, server: s, mem: mem, arrays: &arrays{&s.layout, mem}}
}

// ask sends requests and returns the answers.
func (c *client) ask(requests string) string {
	c.t.Helper()
	var out bytes.Buffer
	l := newLink(bytes.NewReader([]byte(requests)), &out)
	if err := c.server.serve(l); err == nil {
		c.t.Fatal("serve ended without an error")
	}
	answer, began := bytes.CutPrefix(out.Bytes(), dot) // serve answers the start first
	if !began {
		c.t.Fatalf("answers %q", out.Bytes())
	}
	return string(answer)
}

// step plays a turn.
func (c *client) step() {
	c.t.Helper()
	if answer := c.ask("s"); answer != "." {
		c.t.Fatalf("a step was answered %q", answer)
	}
}

// choose gives every character a random action that its mask allows.
func (c *client) choose(rng *rand.PCG) {
	actions, legal := c.bytes("actions"), c.bytes("legal")
	for i, key := range legal {
		actions[i] = randomOf(c.server.facts.LegalMasks[key], rng)
	}
}

// randomOf returns a random bit that is set in a mask.
func randomOf(mask uint32, rng *rand.PCG) uint8 {
	var options [32]uint8
	n := 0
	for a := uint8(0); mask != 0; mask, a = mask>>1, a+1 {
		if options[n] = a; mask&1 != 0 {
			n++
		}
	}
	return options[rng.Uint64()>>32*uint64(n)>>32]
}

func decodeError(t testing.TB, answer string) string {
	t.Helper()
	var e struct{ Error string }
	if err := json.Unmarshal([]byte(answer), &e); err != nil || e.Error == "" {
		t.Fatalf("answer %q, expected an error", answer)
	}
	return e.Error
}
