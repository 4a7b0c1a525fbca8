package versions

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"blastyard/arena"
	"blastyard/arena/entrant"
	"blastyard/arena/harness"
)

func TestMain(m *testing.M) {
	harness.BecomeBot()
	os.Exit(m.Run())
}

// repository is a repository of git in a test, with a bot in a subfolder; t is skipped without git.
func repository(t *testing.T) (run func(args ...string) string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	for name, value := range map[string]string{"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "a",
		"GIT_AUTHOR_EMAIL": "a@b.c", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b.c"} {
		t.Setenv(name, value)
	}
	run = func(args ...string) string {
		t.Helper()
		out, err := exec.Command("git", args...).CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	run("init", "-q", "-b", "main", ".")
	return run
}

func put(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// bot writes the folder of a bot, with its program.
func bot(t *testing.T, folder, command, more string) {
	t.Helper()
	put(t, folder+"/bot.toml", "command = \""+command+"\"\n"+more, 0o666)
	put(t, folder+"/"+command, "#!/bin/sh\n", 0o777)
}

func find(t *testing.T, spec string) (Version, error) {
	t.Helper()
	var f Finder
	v, err := f.Find(t.Context(), spec, entrant.Options{Protocol: entrant.Netorcai}, io.Discard)
	temp := f.temp
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(temp); temp != "" && err == nil {
			t.Errorf("%s was left behind", temp)
		}
	})
	return v, err
}

// TestRevision: the folder of a revision is as it was, links and modes included; what it does not have is told. No hook
// and no filter of the repository runs, and the repository stays as it is.
func TestRevision(t *testing.T) {
	git := repository(t)
	ran, _ := filepath.Abs("ran")
	put(t, "bots/mybot/bot.toml", "command = \"./run.sh\"\n", 0o666)
	put(t, "bots/mybot/run.sh", "echo one\n", 0o777)
	put(t, "bots/mybot/lib/deep/data.txt", "one\n", 0o666)
	put(t, "bots/mybot/.gitattributes", "*.txt filter=evil\n", 0o666)
	put(t, "bots/mybot/big.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n", 0o666)
	put(t, "elsewhere/secret", "x", 0o666)
	links := runtime.GOOS != "windows"
	if links {
		for link, to := range map[string]string{"in": "lib/deep/data.txt", "out": "../../elsewhere/secret", "abs": "/etc/passwd"} {
			if err := os.Symlink(to, filepath.Join("bots/mybot", link)); err != nil {
				t.Fatal(err)
			}
		}
	}
	git("add", "-A")
	git("commit", "-q", "-m", "one")
	commit := git("rev-parse", "HEAD")
	git("update-index", "--add", "--cacheinfo", "160000,"+commit+",bots/mybot/sub")
	git("commit", "-q", "-m", "two")
	put(t, "bots/mybot/run.sh", "echo three\n", 0o777)
	put(t, "bots/mybot/.gitignore", "*.weights\n", 0o666)
	put(t, "bots/mybot/a.weights", "w", 0o666)
	git("config", "filter.evil.smudge", "touch "+ran)
	git("config", "filter.evil.process", "touch "+ran)
	git("config", "core.fsmonitor", "touch "+ran)
	for _, hook := range []string{"post-checkout", "post-index-change", "reference-transaction"} {
		put(t, ".git/hooks/"+hook, "#!/bin/sh\ntouch "+ran+"\n", 0o777)
	}
	before := contents(t, ".")

	v, err := find(t, "./bots/mybot@HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if v.Called() != "mybot@HEAD" || v.Note != "" {
		t.Errorf("called %q, noted %q", v.Called(), v.Note)
	}
	want := []string{"the submodule sub", "the content of big.bin, which git LFS keeps elsewhere", "what git ignores: a.weights"}
	if links {
		want = append(want, "the link out, which leads out of the folder", "the link abs, which leads out of the folder")
	}
	slices.Sort(want)
	if got := slices.Sorted(slices.Values(v.Missing)); !slices.Equal(got, want) {
		t.Errorf("missing: %q, want %q", got, want)
	}
	files := contents(t, v.Seat.Bot)
	if files["run.sh"] != "echo one\n" || files[filepath.FromSlash("lib/deep/data.txt")] != "one\n" || links && files["in"] != "one\n" {
		t.Errorf("its files: %q", files)
	}
	for _, none := range []string{"out", "abs", "a.weights", ".gitignore", "sub"} {
		if _, is := files[none]; is {
			t.Errorf("it has %s", none)
		}
	}
	if st, err := os.Stat(filepath.Join(v.Seat.Bot, "run.sh")); err != nil || links && st.Mode().Perm() != 0o755 {
		t.Errorf("run.sh: %v, %v", st, err)
	}
	after := contents(t, ".")
	if len(before) != len(after) {
		t.Errorf("%d files before, %d after", len(before), len(after))
	}
	for name, text := range before {
		if after[name] != text {
			t.Errorf("%s has changed", name)
		}
	}
}

// contents are all files below a folder, with what they hold.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		text, err := os.ReadFile(path)
		all[name] = string(text)
		if os.IsNotExist(err) || os.IsPermission(err) {
			return nil
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestRevisionsByName: revisions are named as git names them; what is none is refused with a reason.
func TestRevisionsByName(t *testing.T) {
	git := repository(t)
	bot(t, "mybot", "./one", "")
	git("add", "-A")
	git("commit", "-q", "-m", "one")
	git("tag", "v1.0")
	bot(t, "mybot", "./two", "name = \"The Bombers\"\n")
	bot(t, "late", "./late", "")
	bot(t, "mybot@odd", "./odd", "")
	git("add", "-A")
	git("commit", "-q", "-m", "two")
	for _, c := range []struct{ spec, called, command string }{
		{"mybot@HEAD~1", "mybot@HEAD~1", "./one"},
		{"mybot@v1.0", "mybot@v1.0", "./one"},
		{"mybot@" + git("rev-parse", "--short", "HEAD~1"), "", "./one"},
		{"mybot@HEAD@{0}", "The Bombers@HEAD@{0}", "./two"},
		{"./mybot/@main", "The Bombers@main", "./two"},
		{"old=mybot@v1.0", "old", "./one"},
		{"stdio:mybot@v1.0", "mybot@v1.0", "./one"},
		{"mybot", "The Bombers", "./two"},
		{"mybot@odd", "mybot@odd", "./odd"},           // a folder
		{"mybot@odd@main", "mybot@odd@main", "./odd"}, // a folder and a revision
	} {
		v, err := find(t, c.spec)
		if err != nil {
			t.Errorf("%s: %v", c.spec, err)
			continue
		}
		e, err := entrant.Parse(v.Seat.Bot, entrant.Options{})
		if err != nil || e.Command != c.command || c.called != "" && v.Called() != c.called {
			t.Errorf("%s: called %q, started by %q, %v; want %q and %q", c.spec, v.Called(), e.Command, err, c.called, c.command)
		}
		if stdio := strings.HasPrefix(c.spec, "stdio:"); stdio != (e.Protocol == entrant.Stdio) {
			t.Errorf("%s: the protocol is %s", c.spec, e.Protocol)
		}
		if odd := c.spec == "mybot@odd"; odd != (v.Note != "") {
			t.Errorf("%s: the note is %q", c.spec, v.Note)
		}
	}
	for spec, want := range map[string]string{
		"mybot@nosuch":  `mybot@nosuch: git knows no revision "nosuch" there, expected a branch, a tag, a commit or HEAD~N`,
		"mybot@HEAD~7":  `git knows no revision "HEAD~7" there`,
		"mybot@--all":   `git knows no revision "--all" there`,
		"late@HEAD~1":   "late@HEAD~1: revision HEAD~1 has no such folder",
		"nosuch@HEAD":   "nosuch@HEAD",
		"mybot@v1.0:..": "git knows no revision",
	} {
		if v, err := find(t, spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v, want %q", spec, v, err, want)
		}
	}
	t.Chdir(t.TempDir())
	bot(t, "mybot", "./one", "")
	if _, err := find(t, "mybot@HEAD"); err == nil || !strings.Contains(err.Error(), "is in no git repository that can be read") {
		t.Errorf("outside of a repository: %v", err)
	}
}

// TestHostileTree: names that lead out of the folder, or into .git, are refused.
func TestHostileTree(t *testing.T) {
	for _, name := range []string{"../x", "/x", "a/../../x", ".git/hooks/post-checkout", "a/.GIT/config", ".."} {
		if _, err := parseTree([]byte("100644 blob 0123456789 3\t" + name + "\x00")); err == nil {
			t.Errorf("%q is taken", name)
		}
	}
	if list, err := parseTree([]byte("100644 blob 0123456789    3\ta b\tc\x00160000 commit 01 -\tsub\x00")); err != nil || len(list) != 2 ||
		list[0].path != "a b\tc" || list[0].size != 3 {
		t.Errorf("%+v, %v", list, err)
	}
	for _, text := range []string{"", "100644 blob 01\tx\x00", "100644 blob 01 x\ty\x00", "100644 blob 01 99999999999\ty\x00"} {
		if _, err := parseTree([]byte(text)); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

// TestTell: versions with one name get names of their own.
func TestTell(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, dir := range []string{"a/mybot", "b/mybot", "c/b/mybot"} {
		bot(t, dir, "./x", "")
	}
	at := func(bot, name, label string) Version {
		return Version{Seat: arena.Seat{Bot: bot}, Name: name, Label: label}
	}
	for _, c := range []struct {
		list []Version
		want []string
	}{
		{[]Version{at("a/mybot", "mybot", ""), at("b/mybot", "mybot", "")}, []string{"a/mybot", "b/mybot"}},
		{[]Version{at("a/mybot", "mybot", ""), at("/tmp/1/mybot", "mybot", "@HEAD")}, []string{"mybot", "mybot@HEAD"}},
		{[]Version{at("b/mybot", "mybot", ""), at("c/b/mybot", "mybot", "")}, []string{"", "c/b/mybot"}},
		{[]Version{at("builtin:idle", "idle", ""), at("builtin:idle", "idle", "")}, []string{"idle", "idle2"}},
		{[]Version{at("a/mybot", "mybot", ""), at("builtin:idle", "idle", "")}, []string{"mybot", "idle"}},
	} {
		Tell(c.list)
		for i, want := range c.want {
			if got := c.list[i].Seat.Name; got != want && want != "" {
				t.Errorf("%v: the name %d is %q, want %q", c.want, i, got, want)
			}
		}
		if c.list[0].Seat.Name == c.list[1].Seat.Name {
			t.Errorf("both are called %q", c.list[0].Seat.Name)
		}
	}
}

// TestBuilt: a folder is built first, and a build that fails is an error.
func TestBuilt(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh")
	}
	t.Chdir(t.TempDir())
	put(t, "mybot/bot.toml", "command = \"./made\"\nbuild = \"sh -c 'echo > made; chmod +x made'\"\n", 0o666)
	bot(t, "bad", "./x", "build = \"sh -c 'exit 3'\"\n")
	if _, err := find(t, "mybot"); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat("mybot/made"); err != nil {
		t.Error(err)
	}
	if _, err := find(t, "bad"); err == nil || !strings.Contains(err.Error(), "exit code 3") {
		t.Errorf("a build that fails: %v", err)
	}
}
