package wire

import (
	"strings"
	"testing"

	"blastyard/rules/bomberman"
)

func TestParseAnswer(t *testing.T) {
	for _, c := range []struct {
		line string
		want bomberman.Command
		err  string
	}{
		{`{"command":5}`, bomberman.PlaceBomb, ""},
		{` {"why": "it is near", "command": 6.0} ` + "\r", bomberman.TriggerBomb, ""},
		{`{"command":0}`, bomberman.Nothing, ""},
		{`{"command":7}`, bomberman.Nothing, "from 0 to 6"},
		{`{"command":-1}`, bomberman.Nothing, "from 0 to 6"},
		{`{"command":1.5}`, bomberman.Nothing, "from 0 to 6"},
		{`{"command":1e99}`, bomberman.Nothing, "from 0 to 6"},
		{`{"command":"5"}`, bomberman.Nothing, `expected {"command":N}`},
		{`{"command":null}`, bomberman.Nothing, `expected {"command":N}`},
		{`{}`, bomberman.Nothing, `expected {"command":N}`},
		{`5`, bomberman.Nothing, `expected {"command":N}`},
		{`{"command":5} {"command":5}`, bomberman.Nothing, `expected {"command":N}`},
		{`hello`, bomberman.Nothing, `expected {"command":N}`},
	} {
		got, err := ParseAnswer([]byte(c.line))
		if got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %v, %v; expected %v and %q", c.line, got, err, c.want, c.err)
		}
	}
}
