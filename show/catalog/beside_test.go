package catalog

import (
	"errors"
	"path/filepath"
	"testing"

	"blastyard/show/serve"
)

// TestBeside: matches beside the replays are listed as the newest, can be opened, and change the list.
func TestBeside(t *testing.T) {
	dir := t.TempDir()
	copyFile(t, "hexabomb-classical", filepath.Join(dir, "match.blast"), 1)
	live := serve.NewLive(5)
	c := open(t, dir, Config{Beside: live})
	replays := c.List()
	if len(replays) != 1 {
		t.Fatalf("%d matches are listed", len(replays))
	}
	changed := c.Changed()
	m := serve.NewMatch("beside", []byte(`{}`))
	if err := live.Add(m, serve.Entry{Title: "beside"}); err != nil {
		t.Fatal(err)
	}
	until(t, "the list changes", func() bool {
		select {
		case <-changed:
			return true
		default:
			return false
		}
	})
	list := c.List()
	if len(list) != 2 || list[0].ID != replays[0].ID || list[1].ID != "beside" {
		t.Errorf("the list is %+v", list)
	}
	if got := match(t, c, "beside"); got != m {
		t.Errorf("opened: %v", got)
	}
	match(t, c, replays[0].ID)
	if _, err := c.Open("nosuch"); !errors.Is(err, serve.ErrNotFound) {
		t.Errorf("a match that is not there: %v", err)
	}
}
