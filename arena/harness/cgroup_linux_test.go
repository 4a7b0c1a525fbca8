package harness

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// fakeGroup creates a folder that looks like a control group, because the kernel's groups are not available in every
// test environment. The tests check what the code looks for and what it writes.
func fakeGroup(t *testing.T, controllers, members string) (root string) {
	t.Helper()
	root = t.TempDir()
	group := filepath.Join(root, "user", "arena.scope")
	if err := os.MkdirAll(group, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"cgroup.controllers": controllers, "cgroup.procs": members} {
		if err := setting(group, name, text); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

const inScope = "4:memory:/\n0::/user/arena.scope\n"

func TestADelegatedControlGroupIsFound(t *testing.T) {
	for what, c := range map[string]struct{ controllers, members, membership, want string }{
		"delegated":          {"cpu memory pids\n", "77\n", inScope, ""},
		"without pids":       {"cpu memory\n", "77\n", inScope, "expected pids among them"},
		"without any":        {"", "77\n", inScope, "expected memory among them"},
		"with others in it":  {"memory pids\n", "1\n77\n", inScope, "holds other processes, too"},
		"version 1 only":     {"memory pids\n", "77\n", "4:memory:/\n", "no group of version 2"},
		"the first of all":   {"memory pids\n", "77\n", "0::/\n", "no group of version 2"},
		"not mounted":        {"memory pids\n", "77\n", "0::/elsewhere\n", "no such file"},
		"of another process": {"memory pids\n", "78\n", inScope, "holds other processes, too"},
	} {
		_, err := findDelegated(fakeGroup(t, c.controllers, c.members), c.membership, 77)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", what, err, c.want)
		}
	}
}

func TestTheControlGroupOfABotHasItsLimits(t *testing.T) {
	d, err := findDelegated(fakeGroup(t, "cpu memory pids", "77"), inScope, 77)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.prepare(77); err != nil {
		t.Fatal(err)
	}
	g := d.newCgroup(Sandbox{Memory: 1 << 30, Processes: 100})
	if g == nil {
		t.Fatal("no group")
	}
	for file, want := range map[string]string{
		filepath.Join(d.folder, "arena", "cgroup.procs"): "77", filepath.Join(d.folder, "cgroup.subtree_control"): "+cpu",
		filepath.Join(d.folder, "arena", "cpu.weight"): "1000", filepath.Join(g.path, "memory.max"): "1073741824",
		filepath.Join(g.path, "memory.swap.max"): "0", filepath.Join(g.path, "memory.oom.group"): "1",
		filepath.Join(g.path, "pids.max"): "132",
	} {
		if got, err := os.ReadFile(file); err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v; want %q", file, got, err, want)
		}
	}
	var attributes syscall.SysProcAttr
	if g.hold(&attributes); !attributes.UseCgroupFD || attributes.CgroupFD != int(g.folder.Fd()) {
		t.Errorf("%+v", attributes)
	}
	path := g.path
	g.remove()
	if got, err := os.ReadFile(filepath.Join(path, "cgroup.kill")); err != nil || string(got) != "1" {
		t.Errorf("cgroup.kill holds %q, %v", got, err)
	}
	g.remove() // a second call is harmless
}

func TestWithoutAControlGroupABotGoesWithout(t *testing.T) {
	var d *delegated
	g := d.newCgroup(Sandbox{})
	var attributes syscall.SysProcAttr
	g.hold(&attributes)
	g.remove()
	if g != nil || attributes.UseCgroupFD {
		t.Errorf("%v, %+v", g, attributes)
	}
}
