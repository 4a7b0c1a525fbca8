package harness

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSplit(t *testing.T) {
	const unix, windows = 1, 2
	for _, c := range []struct {
		systems int
		line    string
		want    []string
	}{
		{unix | windows, ``, nil},
		{unix | windows, " \t\n", nil},
		{unix | windows, `./bot`, []string{"./bot"}},
		{unix | windows, "  python3\tbot.py  -x\n", []string{"python3", "bot.py", "-x"}},
		{unix | windows, `"my bot" 'other bot'`, []string{"my bot", "other bot"}},
		{unix | windows, `"" ''`, []string{"", ""}},
		{unix | windows, `a"b c"d`, []string{"ab cd"}},
		{unix | windows, `--x="b c"`, []string{"--x=b c"}},
		{unix | windows, `"it's"`, []string{"it's"}},
		{unix | windows, `'say "hi"'`, []string{`say "hi"`}},
		{unix | windows, `$HOME *.py ~ | ; > #x`, []string{"$HOME", "*.py", "~", "|", ";", ">", "#x"}},
		{unix | windows, `'a\b'`, []string{`a\b`}},
		{unix | windows, `é "ü ö"`, []string{"é", "ü ö"}},
		{unix, `a'b c'd`, []string{"ab cd"}},
		{unix, `a\ b \"c`, []string{"a b", `"c`}},
		{unix, `"a\"b\\c\d\$e"`, []string{`a"b\c\d$e`}},
		{unix, "a\\\nb \"c\\\nd\"", []string{"ab", "cd"}},
		{unix, "\\\n", nil},
		{unix, `C:\bots\me.exe`, []string{"C:botsme.exe"}},
		{windows, `C:\bots\me.exe -x`, []string{`C:\bots\me.exe`, "-x"}},
		{windows, `"C:\My Bots\" next`, []string{`C:\My Bots\`, "next"}},
		{windows, `'C:\My Bots\me.exe' \\host\share`, []string{`C:\My Bots\me.exe`, `\\host\share`}},
		{windows, `C:\Users\O'Neil\bot.exe don't`, []string{`C:\Users\O'Neil\bot.exe`, "don't"}},
		{windows, `a\`, []string{`a\`}},
	} {
		for _, system := range []int{unix, windows} {
			if c.systems&system == 0 {
				continue
			}
			got, err := split(c.line, system == windows)
			if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
				t.Errorf("split(%q, windows %v): %v\n%s", c.line, system == windows, err, diff)
			}
		}
	}
}

func TestSplitErrors(t *testing.T) {
	for line, want := range map[string]string{
		`python3 "bot.py`: `unclosed quote: the " at character 9 has no partner`,
		`it's`:            `unclosed quote: the ' at character 3 has no partner`,
		`"a\"`:            `unclosed quote: the " at character 1 has no partner`,
		`a \`:             `unclosed quote: nothing follows the backslash at the end`,
	} {
		_, err := split(line, false)
		if !errors.Is(err, ErrUnclosedQuote) || err.Error() != want {
			t.Errorf("split(%q): got %v, want %s", line, err, want)
		}
	}
}

func FuzzSplit(f *testing.F) {
	f.Add(`a "b c" 'd' \e`, false)
	f.Add(`"C:\x\" y`, true)
	f.Fuzz(func(t *testing.T, line string, windows bool) {
		words, err := split(line, windows)
		if err != nil && (words != nil || !errors.Is(err, ErrUnclosedQuote)) {
			t.Errorf("split(%q) = %q, %v", line, words, err)
		}
		size := 0
		for _, w := range words {
			size += len(w)
		}
		if size > len(line) {
			t.Errorf("split(%q) = %q: more than there was", line, words)
		}
	})
}
