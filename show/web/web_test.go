package web_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/show/web"
)

// TestDistIsUpToDate compares the sources with the hashes that the build stored with its output.
func TestDistIsUpToDate(t *testing.T) {
	list, err := fs.ReadFile(web.Files(), "SOURCES")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(list)), "\n")
	if len(lines) < 30 {
		t.Fatalf("%d sources are listed, expected many more", len(lines))
	}
	for _, line := range lines {
		hash, name, ok := strings.Cut(line, "  ")
		if !ok {
			t.Fatalf("line %q of SOURCES is not that of a hash and a name", line)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Errorf("%v (run go generate ./show/web)", err)
			continue
		}
		if sum := sha256.Sum256(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))); hex.EncodeToString(sum[:]) != hash {
			t.Errorf("%s changed after dist was built; run go generate ./show/web", name)
		}
	}
}

func TestFiles(t *testing.T) {
	for _, name := range []string{"index.html", "app.js", "app.css", "manual.js", "lab/worker.js", "bench.html", "bench.js", "uplot.LICENSE"} {
		if text, err := fs.ReadFile(web.Files(), name); err != nil || len(text) == 0 {
			t.Errorf("%s: %d bytes, error %v", name, len(text), err)
		}
	}
}

// TestSize keeps the page small: under 150 KB on the wire.
func TestSize(t *testing.T) {
	const most = 150_000
	total := 0
	for _, name := range []string{"index.html", "app.js", "app.css"} {
		text, err := fs.ReadFile(web.Files(), name)
		if err != nil {
			t.Fatal(err)
		}
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		z.Write(text)
		z.Close()
		t.Logf("%s: %d bytes, %d by gzip", name, len(text), packed.Len())
		total += packed.Len()
	}
	if total > most {
		t.Errorf("page and code are %d bytes by gzip, at most %d are wanted", total, most)
	}
}

// TestLicences: each bundle contains the licences of its libraries.
func TestLicences(t *testing.T) {
	for script, libraries := range map[string]string{"app.js": "vendor/uplot", "lab.js": "vendor/codemirror"} {
		bundle, err := fs.ReadFile(web.Files(), script)
		if errors.Is(err, fs.ErrNotExist) && script == "lab.js" {
			continue // the page of the laboratory does not exist yet
		}
		if err != nil {
			t.Fatal(err)
		}
		licences := 0
		err = filepath.WalkDir(libraries, func(file string, e fs.DirEntry, err error) error {
			if err != nil || e.Name() != "LICENSE" {
				return err
			}
			licences++
			text, err := os.ReadFile(file)
			if err == nil && !bytes.Contains(bundle, bytes.TrimSpace(text)) {
				t.Errorf("%s does not hold %s", script, filepath.ToSlash(file))
			}
			return err
		})
		if err != nil || licences == 0 {
			t.Errorf("%s: %d licences, error %v", libraries, licences, err)
		}
	}
}

// TestServedPageIsStrict: the pages conform to the server's content security policy: they contain no inline script or
// style.
func TestServedPageIsStrict(t *testing.T) {
	for _, name := range []string{"index.html", "bench.html"} {
		text, err := fs.ReadFile(web.Files(), name)
		if err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{"<style", "style=", "<script>", " onload=", " onclick=", "http:", "https:"} {
			if strings.Contains(string(text), bad) {
				t.Errorf("%s holds %q", name, bad)
			}
		}
	}
}
