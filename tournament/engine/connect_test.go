package engine

import "testing"

// TestRedacted: a line about brokers names each, without its password, also where the address has no scheme.
func TestRedacted(t *testing.T) {
	for server, want := range map[string]string{
		"127.0.0.1:4222":              "nats://127.0.0.1:4222",
		"nats://ann:secret@host:4222": "nats://ann:xxxxx@host:4222",
		"ann:secret@host:4222":        "nats://ann:xxxxx@host:4222",
		"tls://host":                  "tls://host",
		"nats://host:port:x":          "?",
	} {
		if got := redacted([]string{server}); got != want {
			t.Errorf("%s: %s, expected %s", server, got, want)
		}
	}
}
