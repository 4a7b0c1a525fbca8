package similar

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// program makes a program of many functions by a seed: other seeds give other functions. It is in Python or like C.
func program(seed uint64, functions int, c bool) string {
	r := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for f := range functions {
		if c {
			fmt.Fprintf(&b, "int work%d(int a, int b) { // does something\n", f)
		} else {
			fmt.Fprintf(&b, "def work%d(a, b):  # does something\n", f)
		}
		for range 4 + r.IntN(5) {
			line := statement(r)
			if c {
				line = regexp.MustCompile(`(?m)^(if|while) (.*):$`).ReplaceAllString(line, "$1 ($2)") + ";"
			}
			b.WriteString("    " + line + "\n")
		}
		if c {
			b.WriteString("}\n")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func statement(r *rand.Rand) string {
	operands := []string{"alpha", "beta", "12", "f(gamma)", "x[i]", `"text"`, "(p + q)", "g(a, b, 3)", "-z", "h.k"}
	expression := operands[r.IntN(len(operands))]
	for range 1 + r.IntN(5) {
		expression += " " + []string{"+", "-", "*", "/", "<", "==", "&", "|", ">>", "%"}[r.IntN(10)] + " " + operands[r.IntN(len(operands))]
	}
	switch r.IntN(5) {
	case 0:
		return "return " + expression
	case 1:
		return "y[" + expression + "] = " + operands[r.IntN(len(operands))]
	case 2:
		return "call(" + expression + ", " + operands[r.IntN(len(operands))] + ")"
	default:
		return "v = " + expression
	}
}

// disguised renames all, reorders the functions, and changes comments, texts, numbers and layout.
func disguised(source string) string {
	functions := strings.SplitAfter(strings.TrimSpace(source)+"\n\n", "\n\n")
	slices.Reverse(functions)
	source = strings.Join(functions, "")
	source = regexp.MustCompile(`\b(work\d+|alpha|beta|gamma|call|[a-z])\b`).ReplaceAllStringFunc(source, func(s string) string {
		if s == "def" {
			return s
		}
		return "renamed_" + s
	})
	source = strings.ReplaceAll(source, "does something", "what else")
	source = strings.ReplaceAll(source, "    ", "\t\t")
	source = strings.ReplaceAll(source, " + ", "+")
	source = strings.ReplaceAll(source, `"text"`, `'another "text"'`)
	return "# mine\n\n" + strings.ReplaceAll(source, "12", "4711")
}

func one(name, file, source string) Bot { return Bot{name, []File{{file, []byte(source)}}} }

// TestDisguised: a copy is found whatever was renamed, moved and laid out in another way, and its places are named.
func TestDisguised(t *testing.T) {
	source := program(1, 20, false)
	bots := []Bot{one("ann", "bot.py", source), one("bob", "src/main.py", disguised(source))}
	for i := range uint64(8) {
		bots = append(bots, one(fmt.Sprint("other", i), "bot.py", program(100+i, 20, false)))
	}
	pairs := Compare(bots, nil)
	if len(pairs) != 1 || pairs[0].A != "ann" || pairs[0].B != "bob" || pairs[0].Share < 0.8 {
		t.Fatalf("%+v", pairs)
	}
	p := pairs[0].Places[0]
	if p.A.File != "bot.py" || p.B.File != "src/main.py" || p.A.From < 1 || p.A.To <= p.A.From || p.B.To <= p.B.From {
		t.Errorf("%+v", p)
	}
	// A part is found, too, and its share is smaller.
	half := program(1, 10, false) + program(55, 10, false)
	bots[1] = one("bob", "bot.py", disguised(half))
	if pairs := Compare(bots, nil); len(pairs) != 1 || pairs[0].Share < 0.3 || pairs[0].Share > 0.7 {
		t.Errorf("half of it: %+v", pairs)
	}
}

// TestPlaces: the lines of a place are those of the shared function.
func TestPlaces(t *testing.T) {
	shared := program(7, 6, true)
	before := program(8, 5, true)
	a, b := one("a", "a.cpp", shared), one("b", "b.cpp", before+shared)
	shift := strings.Count(before, "\n")
	pairs := Compare([]Bot{a, b}, nil)
	if len(pairs) != 1 {
		t.Fatalf("%+v", pairs)
	}
	for _, p := range pairs[0].Places {
		if p.B.From-p.A.From != shift || p.B.To-p.A.To != shift {
			t.Errorf("%+v, shifted by %d", p, shift)
		}
	}
	if last := strings.Count(strings.TrimSpace(shared), "\n") + 1; pairs[0].Places[0].A != (Lines{"a.cpp", 1, last}) {
		t.Errorf("%+v, expected lines 1 to %d", pairs[0].Places[0], last)
	}
}

// TestStarters: students who begin with the same starter, and what all share, are no pairs; a copy among them is one.
func TestStarters(t *testing.T) {
	for _, starter := range []string{"python", "javascript", "go", "rust", "cpp/src", "csharp", "java/src/main/java"} {
		var known []File
		files, err := filepath.Glob(filepath.Join("../../../bots", starter, "*.*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			content, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			if IsSource(filepath.Base(f)) {
				known = append(known, File{filepath.Base(f), content})
			}
		}
		if len(known) == 0 {
			t.Fatalf("the starter %s has no source", starter)
		}
		name := "own" + filepath.Ext(known[0].Name)
		student := func(seed uint64) Bot {
			own := program(seed, 8, filepath.Ext(name) != ".py")
			return Bot{fmt.Sprint("student", seed), append(slices.Clone(known), File{name, []byte(own)})}
		}
		var bots []Bot
		for seed := range uint64(12) {
			bots = append(bots, student(seed))
		}
		if pairs := Compare(bots, known); len(pairs) > 0 {
			t.Errorf("%s: %+v", starter, pairs[0])
		}
		if pairs := Compare(bots, nil); len(pairs) > 0 {
			t.Errorf("%s: what all share counts: %+v", starter, pairs[0])
		}
		if pairs := Compare(bots[:2], known); len(pairs) > 0 {
			t.Errorf("%s: two students: %+v", starter, pairs[0])
		}
		copied := student(3)
		copied.Name = "copy"
		pairs := Compare(append(bots, copied), known)
		if len(pairs) != 1 || pairs[0].Share < 0.99 {
			t.Errorf("%s: a copy: %+v", starter, pairs)
		}
	}
}

// TestSplit: what is no program, and what anybody can change without changing it, is left out.
func TestSplit(t *testing.T) {
	for _, c := range []struct {
		file, text, same string
		equal            bool
	}{
		{"a.py", "x = 1 # comment\n", "other=22", true},
		{"a.py", "def f():\n  '''says\n  much'''\n  return 1", "def g(): 'x'\nreturn 2.5e3", true},
		{"a.c", "/* a\nb */ int x = 'a'; // c\n", "int yy='b'", true},
		{"a.js", "f(`a\n${b}`)", "g('x');", true},
		{"a.rs", "fn f<'a>(x: &'a str) {}", "fn gg<'bb>(y: &'bb str) {}", true},
		{"a.lua", "local x = 1 -- no\n", "local y = 2", true},
		{"a.py", "return x + y", "return x - y", false},
		{"a.py", "if x: y", "while x: y", false},
		{"a.c", "\"unfinished\nx", "\"\ny", false},
	} {
		codes := func(text string) (list []uint32) {
			for _, token := range split(c.file, []byte(text)) {
				list = append(list, token.code)
			}
			return list
		}
		if got := slices.Equal(codes(c.text), codes(c.same)); got != c.equal {
			t.Errorf("%s: %q and %q: equal %v, expected %v: %v, %v", c.file, c.text, c.same, got, c.equal, codes(c.text), codes(c.same))
		}
	}
	for file, is := range map[string]bool{"bot.py": true, "src/Bot.JAVA": true, "node_modules/x/a.js": false, "a/vendor/b.go": false,
		"data.json": false, "README.md": false} {
		if IsSource(file) != is {
			t.Errorf("%s is a source: %v", file, !is)
		}
	}
}

// TestWinnowing: of each window a fingerprint is kept, so that a match of window+gram-1 tokens is always found.
func TestWinnowing(t *testing.T) {
	hashes := grams(split("a.py", []byte(program(3, 30, false))))
	kept := map[int32]bool{}
	for _, p := range winnow(hashes) {
		kept[p.at] = true
		if hashes[p.at] != p.hash {
			t.Fatalf("%+v is not at its place", p)
		}
	}
	for i := range len(hashes) - window {
		if !slices.ContainsFunc(make([]int, window), func(int) bool { i++; return kept[int32(i-1)] }) {
			t.Fatalf("nothing is kept in the window that ends at %d", i)
		}
	}
	if len(kept) > len(hashes)/3 {
		t.Errorf("%d of %d are kept", len(kept), len(hashes))
	}
}

// FuzzSplit: whatever a team sends is split, with lines that exist.
func FuzzSplit(f *testing.F) {
	f.Add("a.py", "x = '''")
	f.Add("a.js", "`${\\`")
	f.Fuzz(func(t *testing.T, file, text string) {
		lines := int32(strings.Count(text, "\n")) + 1
		for _, token := range split(file, []byte(text)) {
			if token.line < 1 || token.line > lines {
				t.Fatalf("line %d of %d", token.line, lines)
			}
		}
		Compare([]Bot{one("a", file, text), one("b", file, text)}, nil)
	})
}

// BenchmarkCompare compares 200 submissions of about 700 lines each.
func BenchmarkCompare(b *testing.B) {
	var bots []Bot
	for i := range uint64(200) {
		bots = append(bots, one(fmt.Sprint(i), "bot.py", program(i/2*2, 80, false)+program(1000+i, 20, false)))
	}
	b.ResetTimer()
	for b.Loop() {
		if pairs := Compare(bots, nil); len(pairs) != 100 {
			b.Fatalf("%d pairs", len(pairs))
		}
	}
}
