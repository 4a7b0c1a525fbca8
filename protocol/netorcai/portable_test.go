package netorcai

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"blastyard/internal/jsonscan"
)

func marksOf(t testing.TB, text string) jsonscan.Marks {
	t.Helper()
	s := jsonscan.New([]byte(text))
	if _, err := s.Value(); err != nil {
		t.Fatalf("%.60s: %v", text, err)
	}
	return s.Marks()
}

func TestPortableActions(t *testing.T) {
	for _, c := range [][2]string{
		{`[{"id":1.0,"bomb_range":2e0,"bomb_delay":20e-1}]`, `[{"bomb_delay":2,"bomb_range":2,"id":1}]`},
		{`[1.5,-0.0,1e3,-0]`, `[1.5,-0,1000,-0]`},
		{`[{"id" : 7, "a":1}]`, `[{"a":1,"id":7}]`},
		{`["1.0","e","é"]`, `["1.0","e","é"]`},
		{`[9223372036854775807,-9223372036854775808]`, `[9223372036854776000,-9223372036854776000]`},
		{`[9007199254740993,-9007199254740993,9007199254740991]`, `[9007199254740992,-9007199254740992,9007199254740991]`},
		{`[999999999999999,-999999999999999,1000000000000001]`, `[999999999999999,-999999999999999,1000000000000001]`},
		{`[9223372036854775808,1000000000000000000000,1e21,123e18]`, `[9223372036854776000,1e+21,1e+21,123000000000000000000]`},
		{`[0.000001,1e-7,1.25E-9,5e-324]`, `[0.000001,1e-7,1.25e-9,5e-324]`},
		{`["\ud83d","\ude00","\ud83d\ude00","\u0000\u001f\/"]`, "[\"\uFFFD\",\"\uFFFD\",\"😀\",\"\\u0000\\u001f/\"]"},
		{"[\"a\xff\xfeb\",\"\\u00e9\\b\\f\\n\\r\\t\\\"\\\\\"]", "[\"a\uFFFD\uFFFDb\",\"é\\b\\f\\n\\r\\t\\\"\\\\\"]"},
	} {
		got, err := portable([]byte(c[0]), marksOf(t, c[0]), nil)
		if err != nil || string(got) != c[1] {
			t.Errorf("portable(%s) = %s, %v; want %s", c[0], got, err, c[1])
		}
	}
	for _, text := range []string{`[1e999]`, `[` + strings.Repeat("9", 400) + `]`} {
		if got, err := portable([]byte(text), marksOf(t, text), nil); !errors.Is(err, ErrNonJSON) {
			t.Errorf("portable(%.20s) = %s, %v; want an error", text, got, err)
		}
	}
}

// TestPortableStates: states are passed on in compact form with sorted keys.
func TestPortableStates(t *testing.T) {
	for _, c := range [][2]string{
		{`{"a":{"b":[1,{"c":2}]},"d":null}`, `{"a":{"b":[1,{"c":2}]},"d":null}`},
		{"{ \"a\" :\n[ 1 ,\ttrue ] }", `{"a":[1,true]}`},
		{`{"b":{"z":{"y":1,"x":2},"a":{"d":1,"c":2}},"a":{"n":1,"m":[{"q":1,"p":{"v":2,"u":1}}]}}`,
			`{"a":{"m":[{"p":{"u":1,"v":2},"q":1}],"n":1},"b":{"a":{"c":2,"d":1},"z":{"x":2,"y":1}}}`},
		{`{"a":1,"b":{"y":1,"x":2},"a":{"d":3,"c":4},"a":{"f":1,"e":2}}`, `{"a":{"e":2,"f":1},"b":{"x":2,"y":1}}`},
		{`{"a":1,"a":2}`, `{"a":2}`},
		{`{"é":1,"z":2,"\u0061":3,"":4,"\n":5,"Z":6}`, `{"":4,"\n":5,"Z":6,"a":3,"z":2,"é":1}`},
		{`{"\u0061":1,"a":2,"\"":3,"\\":4,"]":5}`, `{"\"":3,"\\":4,"]":5,"a":2}`},
		{`{}`, `{}`}, {`{ }`, `{}`}, {`{"a":[ ]}`, `{"a":[]}`}, {`{"a":[{ },{}]}`, `{"a":[{},{}]}`},
	} {
		ack, err := DecodeDoInitAck([]byte(`{"initial_game_state":{"all_clients":` + c[0] + `},"message_type":"DO_INIT_ACK"}`))
		if err != nil || string(ack.InitialGameState) != c[1] {
			t.Errorf("%s is passed on as %s, %v; want %s", c[0], ack.InitialGameState, err, c[1])
		}
	}
}

// TestPortableOfBigTexts: each of these once took hours, because every non-ASCII character caused another scan of the
// text.
func TestPortableOfBigTexts(t *testing.T) {
	const n = 2 << 20
	for name, text := range map[string]string{
		"characters of two bytes": `["` + strings.Repeat("é", n) + `"]`,
		"broken characters":       `["` + strings.Repeat("é\xff", n) + `"]`,
		"many strings":            `[` + strings.Repeat(`"é",`, n) + `1.0]`,
		"escapes":                 `["` + strings.Repeat(`\u00e9`, n) + `"]`,
		"a long number":           `[0.` + strings.Repeat("1", n) + `]`,
		"nested objects":          strings.Repeat(`{"b":[1,2],"a":`, 9000) + `"` + strings.Repeat("é", n) + `"` + strings.Repeat(`}`, 9000),
	} {
		got, err := portable([]byte(text), marksOf(t, text), nil)
		if err != nil || !json.Valid(got) || !utf8.Valid(got) {
			t.Errorf("%s: %.40q, %v", name, got, err)
		}
	}
	for _, text := range []string{`[` + strings.Repeat(`1e20,`, n) + `1]`, `["` + strings.Repeat("<", 2*n) + `"]`} {
		if got, err := portable([]byte(text), marksOf(t, text), nil); !errors.Is(err, errRewritten) {
			t.Errorf("a text that grows beyond what can be sent: %.40q, %v", got, err)
		}
	}
}

// TestDecodeTurnAckStepwise: a big message is decoded in steps. An error of a step ends it.
func TestDecodeTurnAckStepwise(t *testing.T) {
	for _, element := range []string{`1`, `1.5`, `{"b":[2],"a":"é"}`} {
		data := []byte(`{"message_type":"TURN_ACK","turn_number":3,"actions":[` + strings.Repeat(element+",", 1<<19) + `1]}`)
		steps := 0
		ack, err := DecodeTurnAckStepwise(data, func() error { steps++; return nil })
		if err != nil || ack.TurnNumber != 3 || steps < len(data)/stepSize-1 {
			t.Errorf("%s: turn %d, %d steps for %d bytes, %v", element, ack.TurnNumber, steps, len(data), err)
		}
		for last := range steps {
			if last > 3 && last < steps-3 {
				continue
			}
			left := last
			_, err := DecodeTurnAckStepwise(data, func() error {
				if left--; left < 0 {
					return io.ErrClosedPipe
				}
				return nil
			})
			if !errors.Is(err, io.ErrClosedPipe) || left != -1 {
				t.Errorf("%s: ended after %d steps with %v, %d steps later", element, last, err, -1-left)
			}
		}
	}
}

// BenchmarkPortable rewrites a state of 415 cells whose keys are not sorted.
func BenchmarkPortable(b *testing.B) {
	text := `{"cells":[` + strings.Repeat(`{"q":-3,"r":3,"color":2},`, 415) + `{}]}`
	marks := marksOf(b, text)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := portable([]byte(text), marks, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func FuzzPortable(f *testing.F) {
	f.Add([]byte(`{"b":{"z":{"y":1,"x":2},"a":{"d":1.0,"c":2}},"a":{"n":1e2,"m":[{"q":"\ud83d","p":{"v":2,"u":1}}]}}`))
	f.Add([]byte(`{"a":1,"b":{"y":1,"x":2},"a":{"d":3,"c":4},"a":{"f":1,"e":2}}`))
	f.Add([]byte("[\"\xff\",{\"\xff\":1,\"\xfe\":2}]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := jsonscan.New(data)
		raw, err := s.Value()
		var want any
		if err != nil || json.Unmarshal(raw, &want) != nil {
			return
		}
		got, err := portable(raw, s.Marks(), nil)
		if err != nil {
			t.Fatalf("%q: %v", raw, err)
		}
		sameValue(t, want, got)
		again := jsonscan.New(got)
		if _, err := again.Value(); err != nil || !utf8.Valid(got) || again.Marks()&jsonscan.Spaced != 0 {
			t.Fatalf("%q is passed on as %q", raw, got)
		}
		if twice, err := portable(got, again.Marks(), nil); err != nil || !bytes.Equal(twice, got) {
			t.Fatalf("%q is passed on as %q, and that as %q, %v", raw, got, twice, err)
		}
	})
}
