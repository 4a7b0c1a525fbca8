package archive

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// put writes files below a new folder.
func put(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(path, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		mode := fs.FileMode(0o644)
		if strings.HasSuffix(name, ".sh") {
			mode = 0o755
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// files returns the files below a folder with their contents; those of programs begin with "*", links with "@". The name of an empty
// folder ends with a slash.
func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		info, err := d.Info()
		if err != nil {
			return err
		}
		switch {
		case d.IsDir():
			if list, err := os.ReadDir(path); err != nil || len(list) == 0 {
				found[name+"/"] = ""
			}
			return nil
		case isLink(info.Mode()):
			text, err := os.Readlink(path)
			found["@"+name] = filepath.ToSlash(text)
			inside(t, dir, path)
			return err
		case !info.Mode().IsRegular():
			t.Errorf("%s is %v", name, info.Mode())
			return nil
		case info.Mode()&0o111 != 0:
			name = "*" + name
		}
		text, err := os.ReadFile(path)
		found[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// inside checks that a link leads to something in the folder.
func inside(t testing.TB, dir, path string) {
	t.Helper()
	top, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	to, err := filepath.EvalSymlinks(path)
	if err != nil || !strings.HasPrefix(to, top+string(filepath.Separator)) {
		t.Errorf("the link %s leads to %q, %v", path, to, err)
	}
}

func equal(t testing.TB, got, want map[string]string) {
	t.Helper()
	if runtime.GOOS == "windows" { // its modes do not mark programs
		plain := map[string]string{}
		for name, text := range want {
			plain[strings.TrimPrefix(name, "*")] = text
		}
		want = plain
	}
	if !maps.Equal(got, want) {
		t.Errorf("got      %q\nexpected %q", got, want)
	}
}

func pack(t testing.TB, dir string) ([]byte, string) {
	t.Helper()
	var out bytes.Buffer
	hash, err := Pack(&out, dir, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), hash
}

var bot = map[string]string{
	"bot.toml": "command = \"./run.sh\"\n", "run.sh": "#!/bin/sh\nexit\n", "src/a/b.txt": strings.Repeat("x", 100_000),
	"out/": "", "Zoë/ü.txt": "ü", ".hidden": "kept", "node_modules/m/index.js": "kept",
}

func TestPackAndUnpack(t *testing.T) {
	data, hash := pack(t, put(t, bot))
	if sum := sha256.Sum256(data); hash != hex.EncodeToString(sum[:]) {
		t.Errorf("the hash is %s, of the bytes %x", hash, sum)
	}
	dir := t.TempDir()
	got, err := Unpack(bytes.NewReader(data), dir, Limits{})
	if err != nil || got != hash {
		t.Fatalf("%s, %v; expected %s", got, err, hash)
	}
	want := maps.Clone(bot)
	delete(want, "run.sh")
	want["*run.sh"] = bot["run.sh"]
	equal(t, files(t, dir), want)
	if again, hash2 := pack(t, dir); hash2 != hash || !bytes.Equal(again, data) {
		t.Error("what was unpacked packs to other bytes")
	}
}

// TestPackIsDeterministic: the archive depends on the files only, and not on their times, on the order in which they
// were created, or on files that tools leave.
func TestPackIsDeterministic(t *testing.T) {
	a, b := put(t, bot), t.TempDir()
	names := slices.Sorted(maps.Keys(bot))
	slices.Reverse(names)
	if err := os.CopyFS(b, os.DirFS(a)); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if !strings.HasSuffix(name, "/") {
			long := time.Date(2001, 2, 3, 4, 5, 6, 7, time.UTC)
			if err := os.Chtimes(filepath.Join(b, filepath.FromSlash(name)), long, long); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, left := range []string{".git/HEAD", "__pycache__/x.pyc", "src/.DS_Store", "venv/bin/python", "._run.sh"} {
		path := filepath.Join(b, filepath.FromSlash(left))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("left"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, first := pack(t, a)
	if _, second := pack(t, b); first != second {
		t.Errorf("%s and %s", first, second)
	}
	if err := os.WriteFile(filepath.Join(b, "run.sh"), []byte("#!/bin/sh\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, third := pack(t, b); third == first {
		t.Error("other files have the same hash")
	}
	// Only a new version of zstd may change it: the same folder then counts as another version of a bot.
	const known = "e2f9662b78660c2f685baa410d497dd6b9f31bd1bc39da9a5ae8a1ea3d3b6eed"
	if first != known {
		t.Errorf("the hash is %s, expected %s", first, known)
	}
}

func TestPackFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "bot.tar.zst")
	hash, err := PackFile(path, put(t, bot), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if sum := sha256.Sum256(data); err != nil || hash != hex.EncodeToString(sum[:]) {
		t.Errorf("%s, %v", hash, err)
	}
	if _, err := PackFile(filepath.Join(dir, "other"), put(t, bot), Limits{Files: 2}); err == nil {
		t.Error("no error")
	}
	if list, _ := os.ReadDir(dir); len(list) != 1 {
		t.Errorf("left: %v", list)
	}
}

func TestPackRefuses(t *testing.T) {
	for _, c := range []struct {
		files map[string]string
		l     Limits
		want  string
	}{
		{map[string]string{"a": "", "b": "", "c": ""}, Limits{Files: 2}, "there are more than 2 files and folders"},
		{map[string]string{"a": "12345"}, Limits{FileBytes: 4}, `file "a": it has more than 4 bytes`},
		{map[string]string{"a": "123", "b": "123"}, Limits{Bytes: 4}, `file "b": with it the files have more than 4 bytes`},
		{map[string]string{"a/b/c/d": ""}, Limits{Depth: 2}, `file "a/b/c/d": it is 3 folders deep, expected at most 2`},
		{map[string]string{"abc/def": ""}, Limits{Path: 6}, `file "abc/def": its path has 7 bytes, expected at most 6`},
		{map[string]string{"a": "12345"}, Limits{Packed: 10}, "expected at most 10 bytes"},
	} {
		_, err := Pack(&bytes.Buffer{}, put(t, c.files), c.l)
		var r *Refusal
		if !errors.As(err, &r) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, %+v: %v, expected %q", c.files, c.l, err, c.want)
		}
	}
	if _, err := Pack(&bytes.Buffer{}, filepath.Join(t.TempDir(), "none"), Limits{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
}

// TestHashOfAllBytes: the hash of an archive covers what comes after its last entry.
func TestHashOfAllBytes(t *testing.T) {
	data, _ := pack(t, put(t, bot))
	data = append(data, "\x50\x2a\x4d\x18\x04\x00\x00\x00more"...) // a frame that decoders skip
	sum := sha256.Sum256(data)
	hash, err := Unpack(bytes.NewReader(data), t.TempDir(), Limits{})
	if err != nil || hash != hex.EncodeToString(sum[:]) {
		t.Errorf("%s, %v, want %x", hash, err, sum)
	}
}

// TestSizeOfTheArchive: an archive may have as many bytes as its limit, and none more, also where they come after its
// last entry.
func TestSizeOfTheArchive(t *testing.T) {
	data := append(tarOf(t, entry{name: "a", text: "x"}), make([]byte, 20_000)...)
	if _, err := unpackAny(t, data, Limits{Packed: int64(len(data))}); err != nil {
		t.Error(err)
	}
	if _, err := unpackAny(t, data, Limits{Packed: int64(len(data)) - 1}); err == nil || !strings.Contains(err.Error(), "it has more than") {
		t.Errorf("one byte too many: %v", err)
	}
	short := make([]byte, 300)
	copy(short[257:], "ustar")
	if _, err := unpackAny(t, short, Limits{}); err == nil || !strings.Contains(err.Error(), "it is neither a zip") {
		t.Errorf("the start of a tar: %v", err)
	}
}

// TestNamesThatAreOne: names that a system without cases takes for one are refused, also where a letter has two small
// forms.
func TestNamesThatAreOne(t *testing.T) {
	for _, pair := range [][2]string{{"bot.py", "Bot.py"}, {"λόγος", "λόγοσ"}, {"é", "e\u0301"}, {"ﬁle", "file"}} {
		data := zipOf(t, entry{name: pair[0], text: "x"}, entry{name: pair[1], text: "y"})
		if _, err := unpackAny(t, data, Limits{}); err == nil || !strings.Contains(err.Error(), "on some systems both are the same file") {
			t.Errorf("%q: %v", pair, err)
		}
	}
}
