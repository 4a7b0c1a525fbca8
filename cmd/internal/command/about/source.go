package about

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// sourceFile is where this file was when it was compiled; with -trimpath it is no absolute path.
var _, sourceFile, _, _ = runtime.Caller(0)

// byGoRun tells whether `go run` has built and started this program. Go does not put the commit into such a program.
func byGoRun() bool {
	self, err := os.Executable()
	return err == nil && strings.Contains(filepath.ToSlash(self), "/go-build")
}

// sourceFolder is the folder with go.mod of the sources from which this program was built; "" if it is not there.
func sourceFolder() string {
	if !filepath.IsAbs(sourceFile) {
		return ""
	}
	for dir := filepath.Dir(sourceFile); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
	}
	return ""
}

// commitOf asks git for the commit of a folder that is the top of a repository, and whether files differ from it.
func commitOf(folder string) (commit string, modified bool) {
	if folder == "" {
		return "", false
	}
	if _, err := os.Stat(filepath.Join(folder, ".git")); err != nil {
		return "", false // the sources lie inside somebody else's repository
	}
	git := func(args ...string) (string, error) {
		out, err := exec.Command("git", append([]string{"-C", folder, "--no-optional-locks"}, args...)...).Output()
		return strings.TrimSpace(string(out)), err
	}
	commit, err := git("rev-parse", "HEAD")
	if err != nil {
		return "", false
	}
	changes, err := git("status", "--porcelain")
	return commit, err == nil && changes != ""
}
