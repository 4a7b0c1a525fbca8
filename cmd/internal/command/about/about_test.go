package about

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
)

// TestCommit: the commit of the build is told, and whether it was all of it.
func TestCommit(t *testing.T) {
	a := of("v1", []debug.BuildSetting{{Key: "vcs.revision", Value: "abc123"}, {Key: "vcs.modified", Value: "true"}})
	if !a.Modified || a.Commit != "abc123" || !strings.Contains(a.Text(), "\ncommit:   abc123, with changes\n") {
		t.Errorf("%+v\n%s", a, a.Text())
	}
	a = of("v1", nil)
	if a.Commit != "" || !strings.Contains(a.Text(), "\ncommit:   not known\n") {
		t.Errorf("%+v\n%s", a, a.Text())
	}
}

// TestVersion: without a tag it is the version of the sources, never what Go makes up for a commit.
func TestVersion(t *testing.T) {
	if got := Version(""); !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(got) {
		t.Errorf("version %q", got)
	}
}

// TestCommitOfSources: the commit of a clone, and whether a file differs from it; none of a folder inside another clone.
func TestCommitOfSources(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	dir := t.TempDir()
	git := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@b.example"}, args...)...).Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	git("init", "-q")
	if commit, _ := commitOf(dir); commit != "" {
		t.Errorf("a clone without a commit has %q", commit)
	}
	git("commit", "-q", "--allow-empty", "-m", "first")
	want := git("rev-parse", "HEAD")
	if commit, modified := commitOf(dir); commit != want || modified {
		t.Errorf("%q, changed %t; want %q", commit, modified, want)
	}
	inside := filepath.Join(dir, "inside")
	if err := os.Mkdir(inside, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(inside, "new"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if commit, modified := commitOf(dir); commit != want || !modified {
		t.Errorf("%q, changed %t; want %q with changes", commit, modified, want)
	}
	if commit, _ := commitOf(inside); commit != "" {
		t.Errorf("a folder inside a clone has %q", commit)
	}
}
