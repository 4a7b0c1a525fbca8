package bots

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"blastyard/arena/harness"
)

// source are the files of a starter's folder that a new bot gets: no tests, and nothing that building leaves.
func source(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	left := regexp.MustCompile(`^(test|tests|target|bin|obj|dist|node_modules|__pycache__)(/|$)`)
	test := regexp.MustCompile(`(^|/)(test_[^/]*\.py|[^/]*\.test\.js|[^/]*_test\.go)$`)
	built := regexp.MustCompile(`^(bot|bot\.exe|Bot\.exe|Starter\.exe|dependency-reduced-pom\.xml)$`)
	found := map[string][]byte{}
	err := filepath.WalkDir(filepath.FromSlash(folder), func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(filepath.FromSlash(folder), file)
		if name = filepath.ToSlash(name); e.IsDir() && left.MatchString(name) {
			return fs.SkipDir
		}
		if err != nil || e.IsDir() || test.MatchString(name) || built.MatchString(name) {
			return err
		}
		found[name], err = os.ReadFile(file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestEveryFileIsThere: a new bot has each file of its starter's folder.
func TestEveryFileIsThere(t *testing.T) {
	for _, s := range Starters() {
		texts, err := s.texts()
		if err != nil {
			t.Fatal(err)
		}
		want := source(t, s.folder())
		if s.Language == "go" && s.Game == Hexabomb {
			want["go.mod"] = want[goModule]
			delete(want, goModule)
		}
		for _, file := range borrowed[s.folder()] {
			want[path.Base(file)] = source(t, path.Dir(file))[path.Base(file)]
		}
		for _, text := range texts {
			if data := want[text.Name]; len(data) == 0 || !bytes.Equal(text.Data, data) {
				t.Errorf("%s: %s differs from the folder's", s.folder(), text.Name)
			}
			delete(want, text.Name)
		}
		for name := range want {
			t.Errorf("%s: %s is not embedded", s.folder(), name)
		}
	}
}

// TestCreate: the bot has its name, and nothing speaks of the source tree's folders.
func TestCreate(t *testing.T) {
	for _, s := range Starters() {
		dir := filepath.Join(t.TempDir(), "new")
		const name, short = "Grand-Bomber_7", "Grand-Bomb"
		created, err := s.Create(dir, name)
		if err != nil {
			t.Fatalf("%s: %v", s.folder(), err)
		}
		named := 0
		for _, file := range created {
			text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
			if err != nil {
				t.Fatal(err)
			}
			if s.Game == Hexabomb {
				named += bytes.Count(text, []byte(`"`+short+`"`))
			} else {
				named += bytes.Count(text, []byte(`"NickName": "`+name+`"`))
			}
			if bytes.Contains(text, []byte("bots/"+s.folder())) {
				t.Errorf("%s: %s speaks of bots/%s", s.folder(), file, s.folder())
			}
		}
		if named != 1 {
			t.Errorf("%s: it is named in %d places, expected 1", s.folder(), named)
		}
		if !slices.Contains(created, "README.md") || !slices.IsSorted(created) {
			t.Errorf("%s: the files are %q", s.folder(), created)
		}
	}
}

// TestCreateWithAnyName: the name stands in the bot's text so that its language reads it back.
func TestCreateWithAnyName(t *testing.T) {
	for name, want := range map[string][2]string{
		"9lives": {"9lives", "9lives"}, "The Bombers": {"TheBombers", "The Bombers"}, "チーム": {"チーム", "チーム"}, "हिन्दी में नाम": {"हिन्दीमें", "हिन्दी में नाम"},
		`say "hi"`: {`say\"hi\"`, `say \"hi\"`}, "O'Brien": {"O'Brien", "O'Brien"}, "👩\u200d🚀👩\u200d🚀👩\u200d🚀👩\u200d🚀": {"👩\u200d🚀👩\u200d🚀👩\u200d🚀", "👩\u200d🚀👩\u200d🚀👩\u200d🚀👩\u200d🚀"},
	} {
		for _, s := range Starters() {
			files, err := s.Files(name)
			if err != nil {
				t.Fatal(err)
			}
			text := `"` + want[0] + `"`
			if s.Game == Bomberman {
				text = `"NickName": "` + want[1] + `"`
			}
			if !slices.ContainsFunc(files, func(f File) bool { return bytes.Contains(f.Data, []byte(text)) }) {
				t.Errorf("%s: no file has the name %s", s.folder(), text)
			}
		}
	}
}

// TestReadmesAgree: what a README says of building and playing is what new bots are told.
func TestReadmesAgree(t *testing.T) {
	for _, s := range Starters() {
		readme, err := os.ReadFile(filepath.FromSlash(path.Join(s.folder(), "README.md")))
		if err != nil {
			t.Fatal(err)
		}
		text := string(readme)
		for step := range strings.SplitSeq(s.Build, ", ") {
			if !strings.Contains(text, step) {
				t.Errorf("%s: the README does not say %q", s.folder(), step)
			}
		}
		if run := strings.ReplaceAll(text, `"`, ""); s.Game == Hexabomb && !strings.Contains(run, "--bot "+s.Run+" ") {
			t.Errorf("%s: the README does not say --bot %q", s.folder(), s.Run)
		}
	}
}

func TestCreateRefuses(t *testing.T) {
	s, err := Find(Hexabomb, "python")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"", "-x", "a/b", `a\b`, "a\nb", "a\u202eb", " ", strings.Repeat("x", 41)} {
		if _, err := s.Create(filepath.Join(dir, "new"), name); err == nil {
			t.Errorf("the name %q was taken", name)
		}
	}
	if _, err := s.Create(dir, "bot"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a folder that is there: %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("something was made: %v, %v", left, err)
	}
}

func TestFind(t *testing.T) {
	for _, c := range []struct{ game, language, want string }{
		{Hexabomb, "cobol", `in "cobol"; there are python, javascript, typescript, java, cpp, csharp, rust, go`},
		{Bomberman, "cobol", "there are python, javascript, typescript, java, cpp, go, csharp, rust"},
		{"chess", "go", `"chess", expected hexabomb or bomberman`},
	} {
		if _, err := Find(c.game, c.language); !errors.Is(err, ErrNoStarter) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %s: %v, expected %s", c.game, c.language, err, c.want)
		}
	}
}

// TestNoShellBuildsAStarter: a bot.toml has the command lines of its starter's table, with which no shell is needed,
// on Windows neither. What has none is built as its files ask, by programs that Windows has under the same name.
func TestNoShellBuildsAStarter(t *testing.T) {
	for _, s := range append(Starters(), StdioStarters()...) {
		toml, err := files.ReadFile(path.Join(s.folder(), "bot.toml"))
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for step := range strings.SplitSeq(s.Build, ", ") {
			words, err := harness.Split(step)
			if err != nil || slices.ContainsFunc(words, func(w string) bool {
				return strings.ContainsAny(w, "&|;<>$*") || slices.Contains([]string{"sh", "make", "mkdir", "cp"}, w)
			}) {
				t.Errorf("%s: %q needs a shell, or a program that Windows has not: %v", s.folder(), step, err)
			}
			lines = append(lines, strconv.Quote(step))
		}
		want := "\nbuild = " + lines[0] + "\n"
		if len(lines) > 1 {
			want = "\nbuild = [" + strings.Join(lines, ", ") + "]\n"
		}
		byFiles := s.Game == Bomberman && !strings.Contains(string(toml), "\nbuild = ") &&
			slices.Contains([]string{"typescript", "java", "csharp"}, s.Language)
		if s.Build != "" && !byFiles && !strings.Contains(string(toml), want) {
			t.Errorf("%s/bot.toml does not say%s", s.folder(), want)
		}
	}
}

// TestOnSystem: what a starter's files say on each system.
func TestOnSystem(t *testing.T) {
	const cpp = `build = "g++ -std=c++17 -O2 -Wall -Wextra -o bot src/bot.cpp"`
	for _, c := range []struct{ text, linux, windows string }{
		{`command = "python3 bot.py"`, `command = "python3 bot.py"`, `command = "python bot.py"`},
		{`command = "./bot"`, `command = "./bot"`, `command = "./bot"`},
		{`build = "go build"`, `build = "go build"`, `build = "go build"`},
		{cpp, cpp, `build = "g++ -std=c++17 -O2 -Wall -Wextra -o bot src/bot.cpp -lws2_32"`},
	} {
		if got := onSystem(c.text, false); got != c.linux {
			t.Errorf("on Linux %q, expected %q", got, c.linux)
		}
		if got := onSystem(c.text, true); got != c.windows {
			t.Errorf("on Windows %q, expected %q", got, c.windows)
		}
	}
}

// TestAsPath: a folder's name is written as a path of its system.
func TestAsPath(t *testing.T) {
	for _, c := range []struct {
		dir       string
		separator rune
		want      string
	}{
		{"mybot", '/', "./mybot"},
		{"mybot", '\\', `.\mybot`},
		{`bots\mybot`, '\\', `bots\mybot`},
		{"bots/mybot", '\\', "bots/mybot"},
		{"/tmp/x", '/', "/tmp/x"},
	} {
		if got := asPath(c.dir, c.separator); got != c.want {
			t.Errorf("asPath(%q, %q) = %q, expected %q", c.dir, c.separator, got, c.want)
		}
	}
}
