//go:build unix

package serve

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

const somePage = "http://127.0.0.1:1/"

// script writes a shell script.
func script(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "browser")
	if err := os.WriteFile(name, []byte("#!/bin/sh\n"+text), 0o700); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestBrowserOfTheUser(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	browser := script(t, `echo "$@" >`+out)
	for setting, want := range map[string]string{
		browser:                           somePage,
		browser + " --new %s last":        "--new " + somePage + " last",
		"no-such-browser-here:" + browser: somePage,
	} {
		t.Setenv("BROWSER", setting)
		if err := OpenBrowser(context.Background(), somePage); err != nil {
			t.Errorf("%s: %v", setting, err)
		}
		wait(t, setting+" opens "+want, func() bool { // possibly after OpenBrowser has returned, on a busy machine
			got, _ := os.ReadFile(out)
			return strings.TrimSpace(string(got)) == want
		})
		os.Remove(out)
	}
}

func TestNoBrowser(t *testing.T) {
	t.Setenv("BROWSER", "no-such-browser-here")
	if err := OpenBrowser(context.Background(), somePage); !errors.Is(err, ErrNoBrowser) {
		t.Errorf("a browser that is not there: %v", err)
	}
	if runtime.GOOS != "darwin" {
		t.Setenv("BROWSER", "")
		t.Setenv("DISPLAY", "")
		t.Setenv("WAYLAND_DISPLAY", "")
		if err := OpenBrowser(context.Background(), somePage); !errors.Is(err, ErrNoBrowser) {
			t.Errorf("no screen: %v", err)
		}
	}
	for _, url := range []string{"", "--help", "file:///etc/passwd", "javascript:1"} {
		if err := OpenBrowser(context.Background(), url); err == nil || errors.Is(err, ErrNoBrowser) {
			t.Errorf("%q: %v", url, err)
		}
	}
}

func TestBrowserThatStaysIsEndedWithTheContext(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	t.Setenv("BROWSER", script(t, fmt.Sprintf("echo $$ >%s\nexec sleep 1000\n", pid)))
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	if err := OpenBrowser(ctx, somePage); err != nil {
		t.Fatal(err)
	}
	var id int
	wait(t, "the browser runs", func() bool {
		text, err := os.ReadFile(pid)
		if err != nil {
			return false
		}
		id, err = strconv.Atoi(strings.TrimSpace(string(text)))
		return err == nil
	})
	stop()
	wait(t, "the browser is gone", func() bool { return errors.Is(syscall.Kill(id, 0), syscall.ESRCH) })
}
