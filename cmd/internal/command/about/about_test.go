package about

import (
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
