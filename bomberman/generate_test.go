package bomberman

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

type mapVector struct {
	Players int      `json:"n"`
	Seed    int32    `json:"seed"`
	Bounty  int      `json:"bounty"`
	Rows    []string `json:"rows"`
}

func readLines(tb testing.TB, file string, each func(line []byte)) {
	tb.Helper()
	f, err := os.Open(file)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		tb.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		each(lines.Bytes())
	}
	if lines.Err() != nil {
		tb.Fatal(lines.Err())
	}
}

// rows are a map's rows with the power-ups under walls shown as 1, 2 and 3.
func rows(m *Map) []string {
	var out []string
	for y := 1; y <= m.Height; y++ {
		var row strings.Builder
		for x := 1; x <= m.Width; x++ {
			b, c := m.At(Pos{x, y}), byte(' ')
			switch {
			case b.Wall == HardWall:
				c = '#'
			case b.Wall == SoftWall && b.PowerUp != NoPowerUp:
				c = '0' + byte(b.PowerUp)
			case b.Wall == SoftWall:
				c = '+'
			case b.PowerUp != NoPowerUp:
				c = " &!$"[b.PowerUp]
			}
			for k, s := range m.Starts {
				if s == (Pos{x, y}) {
					c = Key(k)
				}
			}
			row.WriteByte(c)
		}
		out = append(out, row.String())
	}
	return out
}

func TestMapVectors(t *testing.T) {
	n := 0
	readLines(t, "testdata/bomberman-maps.jsonl.gz", func(line []byte) {
		var v mapVector
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		m, err := Generate(DefaultSettings(), v.Players, v.Seed)
		if err != nil {
			t.Errorf("%d players, seed %d: %v", v.Players, v.Seed, err)
			return
		}
		if got, want := strings.Join(rows(m), "\n"), strings.Join(v.Rows, "\n"); got != want || m.Bounty != v.Bounty {
			t.Errorf("%d players, seed %d: bounty %d, want %d\n%s\nwant\n%s", v.Players, v.Seed, m.Bounty, v.Bounty, got, want)
		}
		n++
	})
	if n != 80 {
		t.Errorf("%d maps compared; the file holds 80", n)
	}
}
