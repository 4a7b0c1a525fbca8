package web

import "testing"

// TestBase128: src/lab/start.test.ts, which decodes, has the same texts.
func TestBase128(t *testing.T) {
	for data, want := range map[string]string{
		"": "", "\x00": "\u0100\u0100", "\xff": "\x7f@", "\x1a\xf0": "\u010d\u013c\u0100", "blast": "1\x1b\f\x17\x1bP",
	} {
		if got := string(base128([]byte(data))); got != want {
			t.Errorf("%q: %q, want %q", data, got, want)
		}
	}
}
