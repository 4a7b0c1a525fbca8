package program

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"blastyard/rules/bomberman"
	"blastyard/rules/hexabomb"
)

// madeByOtherRules changes the version of the rules in the header of a replay.
func madeByOtherRules(t *testing.T, file string, from, to int) string {
	t.Helper()
	packed, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	text, err := d.DecodeAll(packed, nil)
	if err != nil {
		t.Fatal(err)
	}
	old := fmt.Appendf(nil, `"rules":%d`, from)
	if !bytes.Contains(text, old) {
		t.Fatalf("no %s in %.200s", old, text)
	}
	e, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "other.blast")
	if err := os.WriteFile(other, e.EncodeAll(bytes.Replace(text, old, fmt.Appendf(nil, `"rules":%d`, to), 1), nil), 0o666); err != nil {
		t.Fatal(err)
	}
	return other
}

// Every command that reads a replay says so where it was made by other rules, and nothing where it was not.
func TestCommandsTellOfOtherRules(t *testing.T) {
	for game, rules := range map[string]int{"hexabomb": hexabomb.V11.Number(), "bomberman": bomberman.RulesVersion} {
		file, _ := played(t, game, "--bot", "builtin:random", "--bot", "builtin:random", "--turns", "6", "--seed", "3")
		other := madeByOtherRules(t, file, rules, 99)
		want := fmt.Sprintf("made by rules 99, this program has %d", rules)
		for _, args := range [][]string{
			{"verify"}, {"show"}, {"show", "--turn", "0"}, {"explain"}, {"explain", "--json"}, {"export", "-o", "-", "--format", "svg"},
			{"rerun", "--player", "0", "--bot", "builtin:random"},
		} {
			args = append([]string{"replay"}, args...)
			code, stdout, stderr := run(t, "", append(args, other)...)
			if code != 0 || !strings.HasPrefix(stderr, other+": "+want+"\n") {
				t.Errorf("%s, %s: exit %d, stderr %q, expected %q first\n%.200s", game, args, code, stderr, want, stdout)
			}
			if code, stdout, stderr := run(t, "", append(args, file)...); code != 0 || strings.Contains(stdout+stderr, "made by") {
				t.Errorf("%s, %s: exit %d of a replay by the same rules\n%s%s", game, args, code, stdout, stderr)
			}
		}
	}
}
