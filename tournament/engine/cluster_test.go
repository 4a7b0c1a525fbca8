package engine

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestClusterResolve: addresses, users and certificates come from files, too, and what is wrong with them is told without
// a password.
func TestClusterResolve(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	list := file("list", "\ufeff# ours\r\ntls://a:pass@n1:4222\r\n\r\n n2:4222\n")
	worker := file("worker", "w:pa:ss\n")
	c, err := Cluster{Servers: []string{"@" + list, "nats://n3"}, Worker: "@" + worker}.resolve()
	if want := []string{"tls://a:pass@n1:4222", "nats://n2:4222", "nats://n3"}; err != nil ||
		!reflect.DeepEqual(c.Servers, want) || c.Worker != "w:pa:ss" {
		t.Errorf("%+v, %v", c, err)
	}
	if got := strings.Join(withoutUsers(c.Servers), " "); got != "tls://n1:4222 nats://n2:4222 nats://n3" {
		t.Errorf("without users: %s", got)
	}
	for want, c := range map[string]Cluster{
		"the file has none, expected one a line":         {Servers: []string{"@" + file("empty", "# nothing\n")}},
		"an address of the broker is not tls://":         {Servers: []string{"tls://a:pass@n1:port"}},
		"the user of workers: expected USER:PASSWORD":    {Servers: []string{"n1"}, Worker: "pass"},
		"there is no certificate in it: expected the li": {Servers: []string{"n1"}, CA: list},
		"nowhere": {Servers: []string{"@" + filepath.Join(dir, "nowhere")}},
	} {
		if _, err := c.resolve(); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "pass@") {
			t.Errorf("%+v: %v, expected %q", c, err, want)
		}
	}
}
