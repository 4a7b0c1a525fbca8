package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"blastyard/internal/stage"
)

// entry is a file of a test archive. A name that ends with a slash is a folder.
type entry struct {
	name, text string
	mode       fs.FileMode
	kind       byte // of a tar
	link       string
}

func tarOf(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, e := range entries {
		h := &tar.Header{Name: e.name, Typeflag: e.kind, Size: int64(len(e.text)), Mode: int64(e.mode.Perm()), Linkname: e.link, Format: tar.FormatPAX}
		if e.kind == 0 {
			h.Typeflag = tar.TypeReg
		}
		if strings.HasSuffix(e.name, "/") && e.kind == 0 {
			h.Typeflag = tar.TypeDir
		}
		if e.mode&fs.ModeSetuid != 0 {
			h.Mode |= 0o4000
		}
		if e.mode&fs.ModeSetgid != 0 {
			h.Mode |= 0o2000
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, e.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func zipOf(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		h.SetMode(e.mode)
		f, err := w.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, e.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func gzipOf(t testing.TB, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func zstdOf(t testing.TB, data []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	return w.EncodeAll(data, nil)
}

// unpackAny unpacks into a folder within another one, and checks that nothing else appears there.
func unpackAny(t testing.TB, data []byte, l Limits) (dir string, err error) {
	t.Helper()
	outer := t.TempDir()
	file := filepath.Join(outer, "upload")
	dir = filepath.Join(outer, "a", "b")
	if err := errors.Join(os.WriteFile(file, data, 0o600), os.MkdirAll(dir, 0o700)); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	err = UnpackAny(f, dir, l)
	for name := range files(t, outer) {
		if !strings.HasPrefix(strings.TrimLeft(name, "*@"), "a/b/") && name != "upload" {
			t.Errorf("there is %q outside of the folder", name)
		}
	}
	return dir, err
}

// TestAllFormsAreTheSameBot: the same files unpack to the same folder from each format, and so have the same hash.
func TestAllFormsAreTheSameBot(t *testing.T) {
	entries := []entry{
		{name: "bot.toml", text: "command = \"./run.sh\"\n", mode: 0o644}, {name: "run.sh", text: "#!/bin/sh\n", mode: 0o755},
		{name: "src/", mode: fs.ModeDir | 0o755}, {name: "src/a.txt", text: "a", mode: 0o600}, {name: "data", text: "x", mode: 0o755},
	}
	below := make([]entry, 0, len(entries)+3)
	below = append(below, entry{name: "my bot/", mode: fs.ModeDir | 0o777})
	for _, e := range entries {
		e.name = "my bot/" + e.name
		below = append(below, e)
	}
	below = append(below, entry{name: "__MACOSX/my bot/._run.sh", text: "left"}, entry{name: "my bot/.git/HEAD", text: "left"},
		entry{name: "my bot/.git/hooks/link", kind: tar.TypeSymlink, link: "/etc/passwd"})
	noModes := make([]entry, len(entries)) // as from Windows: the first bytes mark a program
	copy(noModes, entries)
	for i := range noModes {
		noModes[i].mode = 0o644
	}
	noModes[2].mode, noModes[4].mode = fs.ModeDir|0o755, 0o755
	want := map[string]string{"bot.toml": entries[0].text, "*run.sh": "#!/bin/sh\n", "src/a.txt": "a", "*data": "x"}
	hashes := map[string]string{}
	for name, data := range map[string][]byte{
		"tar": tarOf(t, entries...), "tar.gz": gzipOf(t, tarOf(t, entries...)), "tar.zst": zstdOf(t, tarOf(t, entries...)),
		"zip": zipOf(t, entries...), "tar of a folder": gzipOf(t, tarOf(t, below...)), "zip of a folder": zipOf(t, below...),
		"zip without modes": zipOf(t, noModes...),
	} {
		dir, err := unpackAny(t, data, Limits{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		equal(t, files(t, dir), want)
		_, hash := pack(t, dir)
		hashes[hash] = name
	}
	if len(hashes) != 1 {
		t.Errorf("there are %d hashes: %v", len(hashes), hashes)
	}
	backslashes := zipOf(t, entry{name: `bot\bot.toml`, text: "x"}, entry{name: `bot\src\a.txt`, text: "a"})
	dir, err := unpackAny(t, backslashes, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, files(t, dir), map[string]string{"bot.toml": "x", "src/a.txt": "a"})
}

// hostileNames are names that are refused in every format.
var hostileNames = []struct{ name, want string }{
	{"../evil", `its path contains ".."`},
	{"a/../../evil", `its path contains ".."`},
	{"/tmp/evil", "it has an absolute path"},
	{"//evil", "it has an absolute path"},
	{`C:\evil`, "which Windows does not allow"},
	{"C:evil", "which Windows does not allow"},
	{"a/nul.txt", "its name is one of a device on Windows"},
	{"COM1", "its name is one of a device on Windows"},
	{"lpt9.log", "its name is one of a device on Windows"},
	{"a./b", "ends with a dot or a blank"},
	{"a ", "ends with a dot or a blank"},
	{"a\nb", "contains a control character"},
	{"\x1b[2Jname", "contains a control character"},
	{"a\x7f", "contains a control character"},
	{"evil\u202etxt.py", "contains a control character"},
	{"a\u2028b", "contains a control character"},
	{"\xff\xfe", "not valid UTF-8"},
	{strings.Repeat("d/", 21) + "f", "21 folders deep, expected at most 20"},
	{strings.Repeat("n", 241), "its path has 241 bytes, expected at most 240"},
	{strings.Repeat("n", 201), "more than 200 bytes"},
}

func TestHostileNames(t *testing.T) {
	for _, c := range hostileNames {
		forms := map[string][]byte{"zip": zipOf(t, entry{name: c.name, text: "evil"})}
		forms["tar"] = rawTar(c.name)
		for form, data := range forms {
			if data == nil {
				continue // the name does not fit in a plain header
			}
			dir, err := unpackAny(t, data, Limits{})
			var r *Refusal
			if !errors.As(err, &r) || !strings.Contains(err.Error(), c.want) {
				if form == "zip" && c.name == `C:\evil` && errors.As(err, &r) {
					continue
				}
				t.Errorf("%s with %q: %v, expected %q", form, c.name, err, c.want)
				continue
			}
			if text := err.Error(); strings.ContainsAny(text, "\n\x1b\x7f\u202e\u2028") || len(text) > 500 {
				t.Errorf("the message is not safe to print: %q", text)
			}
			if len(files(t, dir)) > 0 {
				t.Errorf("%s with %q left %v", form, c.name, files(t, dir))
			}
		}
	}
}

// rawTar returns a tar with one small file, whose name package tar might refuse to write.
func rawTar(name string) []byte {
	if len(name) > 100 {
		return nil
	}
	block := make([]byte, 512)
	copy(block, name)
	copy(block[100:], "0000644\x000000000\x000000000\x0000000000004\x0000000000000\x00        0")
	copy(block[257:], "ustar\x0000")
	sum := 0
	for _, b := range block {
		sum += int(b)
	}
	copy(block[148:], fmt.Sprintf("%06o\x00 ", sum))
	data := make([]byte, 512)
	copy(data, "evil")
	return append(append(block, data...), make([]byte, 1024)...)
}

func TestHostileEntries(t *testing.T) {
	a := entry{name: "a", text: "x"}
	for _, c := range []struct {
		what string
		data []byte
		want string
	}{
		{"a link in a tar", tarOf(t, a, entry{name: "l", kind: tar.TypeSymlink, link: "/etc/passwd"}), `file "l": it is a link`},
		{"a hard link", tarOf(t, a, entry{name: "l", kind: tar.TypeLink, link: "/etc/passwd"}), `file "l": it is a link`},
		{"a link and a file through it", tarOf(t, entry{name: "l", kind: tar.TypeSymlink, link: "/tmp"}, entry{name: "l/evil", text: "x"}), `file "l": it is a link`},
		{"a link in a zip", zipOf(t, a, entry{name: "l", text: "/etc/passwd", mode: fs.ModeSymlink | 0o777}), `file "l": it is a link`},
		{"a device in a tar", tarOf(t, entry{name: "d", kind: tar.TypeBlock}), `file "d": it is a device or a pipe`},
		{"a pipe in a tar", tarOf(t, entry{name: "d", kind: tar.TypeFifo}), `file "d": it is a device or a pipe`},
		{"a device in a zip", zipOf(t, entry{name: "d", mode: fs.ModeDevice | 0o666}), `file "d": it is neither a file nor a folder`},
		{"a pipe in a zip", zipOf(t, entry{name: "d", mode: fs.ModeNamedPipe | 0o666}), `file "d": it is neither`},
		{"setuid in a tar", tarOf(t, entry{name: "s", text: "x", mode: fs.ModeSetuid | 0o755}), `file "s": it runs as its owner`},
		{"setgid in a tar", tarOf(t, entry{name: "s", text: "x", mode: fs.ModeSetgid | 0o755}), `file "s": it runs as its owner`},
		{"setgid in a zip", zipOf(t, entry{name: "s", text: "x", mode: fs.ModeSetgid | 0o755}), `file "s": it runs as its owner`},
		{"setuid in a zip", zipOf(t, entry{name: "s", text: "x", mode: fs.ModeSetuid | 0o755}), `file "s": it runs as its owner`},
		{"two files of a name", tarOf(t, a, a), `file "a": it is there twice`},
		{"two files of a name in a zip", zipOf(t, a, a), `file "a": it is there twice`},
		{"the same by another path", tarOf(t, a, entry{name: "./a", text: "y"}), `file "a": it is there twice`},
		{"upper and lower case", tarOf(t, a, entry{name: "A", text: "y"}), `file "A": there is "a", too`},
		{"folders of upper and lower case", zipOf(t, entry{name: "d/x"}, entry{name: "D/y"}), `file "D": there is "d", too`},
		{"two forms of an accent", tarOf(t, entry{name: "\u00e9"}, entry{name: "e\u0301"}), `there is "é", too`},
		{"a file that is a folder", tarOf(t, a, entry{name: "a/b", text: "y"}), `file "a": it is a file and a folder`},
		{"a folder that is a file", zipOf(t, entry{name: "a/b", text: "y"}, a), `file "a": it is a file and a folder`},
		{"no archive", []byte("hello"), "neither a zip, a tar, a tar.gz nor a tar.zst"},
		{"nothing", nil, "neither a zip, a tar, a tar.gz nor a tar.zst"},
		{"an empty zip", zipOf(t), "there is no file in it"},
		{"an empty tar", gzipOf(t, make([]byte, 1024)), "there is no file in it"},
		{"a cut zip", zipOf(t, a)[:60], "the archive is damaged"},
		{"a cut tar.gz", gzipOf(t, tarOf(t, a))[:40], "the archive is damaged"},
		{"a cut tar.zst", zstdOf(t, tarOf(t, a))[:40], "the archive is damaged"},
		{"not a tar in a gzip", gzipOf(t, bytes.Repeat([]byte("x"), 2000)), "the archive is damaged"},
		{"overlapping files", overlapping(t), "it shares its bytes with"},
		{"a zip that says a smaller size", lying(t), `file "a": the archive is damaged`},
		{"an encrypted zip", encrypted(t), `file "a": it is encrypted`},
		{"the name of unpacking", zipOf(t, entry{name: "d/.unpacked"}), "rename it"},
	} {
		_, err := unpackAny(t, c.data, Limits{})
		var r *Refusal
		if !errors.As(err, &r) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", c.what, err, c.want)
		}
	}
}

// directory returns where the list of files of a zip with one file begins.
func directory(zip []byte) int { return bytes.Index(zip, []byte("PK\x01\x02")) }

// overlapping returns a zip whose two files share their packed bytes, as in bombs without nesting.
func overlapping(t testing.TB) []byte {
	one := zipOf(t, entry{name: "a", text: strings.Repeat("x", 1000)})
	at := directory(one)
	end := bytes.Index(one, []byte("PK\x05\x06"))
	second := bytes.Clone(one[at:end])
	second[46] = 'b' // its name
	list := append(bytes.Clone(one[at:end]), second...)
	tail := bytes.Clone(one[end:])
	binary.LittleEndian.PutUint16(tail[8:], 2)
	binary.LittleEndian.PutUint16(tail[10:], 2)
	binary.LittleEndian.PutUint32(tail[12:], uint32(len(list)))
	return append(append(bytes.Clone(one[:at]), list...), tail...)
}

// lying returns a zip whose file has more bytes than its header says.
func lying(t testing.TB) []byte {
	data := zipOf(t, entry{name: "a", text: strings.Repeat("x", 1000)})
	binary.LittleEndian.PutUint32(data[directory(data)+24:], 10)
	return data
}

func encrypted(t testing.TB) []byte {
	data := zipOf(t, entry{name: "a", text: "x"})
	data[6] |= 1
	data[directory(data)+8] |= 1
	return data
}

// TestLimits: each limit holds in each format, whatever the headers say, and little is written before it applies.
func TestLimits(t *testing.T) {
	big := strings.Repeat("x", 10_000)
	noise := make([]byte, 3000)
	for i := range noise {
		noise[i] = byte(i * i >> 3 * 7)
	}
	for _, c := range []struct {
		what    string
		entries []entry
		l       Limits
		want    string
	}{
		{"many files", many(50), Limits{Files: 20}, "there are more than 20 files and folders"},
		{"very many files", many(300), Limits{Files: 20}, "there are more than 20 files and folders"},
		{"many folders", []entry{{name: "a/b/c/d/e/f"}}, Limits{Files: 5}, "there are more than 5 files and folders"},
		{"a big file", []entry{{name: "big", text: big}}, Limits{FileBytes: 9999}, `file "big": it has more than 9999 bytes`},
		{"much in all", []entry{{name: "a", text: big}, {name: "b", text: big}}, Limits{Bytes: 15_000}, `file "b": with it the files have more than 14 kB`},
		{"a big archive", []entry{{name: "a", text: string(noise)}}, Limits{Packed: 100}, "more than 100 bytes"},
	} {
		for form, data := range map[string][]byte{
			"zip": zipOf(t, c.entries...), "tar": tarOf(t, c.entries...),
			"tar.gz": gzipOf(t, tarOf(t, c.entries...)), "tar.zst": zstdOf(t, tarOf(t, c.entries...)),
		} {
			dir, err := unpackAny(t, data, c.l)
			var r *Refusal
			if !errors.As(err, &r) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s in a %s: %v, expected %q", c.what, form, err, c.want)
			}
			left, l := 0, c.l.filled()
			for _, text := range files(t, dir) {
				left += len(text)
			}
			if int64(left) > l.Bytes || len(files(t, dir)) > l.Files {
				t.Errorf("%s in a %s: %d bytes in %d files are left", c.what, form, left, len(files(t, dir)))
			}
		}
	}
}

func many(n int) []entry {
	list := make([]entry, n)
	for i := range list {
		list[i] = entry{name: fmt.Sprintf("f%d", i)}
	}
	return list
}

// zeros is a reader of this many zero bytes.
type zeros int64

func (z *zeros) Read(p []byte) (int, error) {
	if *z == 0 {
		return 0, io.EOF
	}
	n := min(int64(*z), int64(len(p)))
	clear(p[:n])
	*z -= zeros(n)
	return int(n), nil
}

// TestBombs: a bomb is refused because of its ratio before it fills the other limits.
func TestBombs(t *testing.T) {
	stage.Plain(t, "packs hundreds of megabytes")
	const unpacked = 100 << 20
	var packedTar bytes.Buffer
	g := gzip.NewWriter(&packedTar)
	w := tar.NewWriter(g)
	if err := w.WriteHeader(&tar.Header{Name: "bomb", Size: unpacked, Mode: 0o644}); err != nil {
		t.Fatal(err)
	}
	z := zeros(unpacked)
	if _, err := io.Copy(w, &z); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Close(), g.Close()); err != nil {
		t.Fatal(err)
	}
	var packedZip bytes.Buffer
	zw := zip.NewWriter(&packedZip)
	f, err := zw.Create("bomb")
	if err != nil {
		t.Fatal(err)
	}
	z = zeros(unpacked)
	if _, err := io.Copy(f, &z); err != nil {
		t.Fatal(err)
	}
	if err := zw.Close(); err != nil {
		t.Fatal(err)
	}
	// After the end of the tar, where readers do not look for files.
	behind := append(tarOf(t, entry{name: "a", text: "x"}), make([]byte, 60<<20)...)
	for form, data := range map[string][]byte{
		"tar.gz": packedTar.Bytes(), "zip": packedZip.Bytes(), "behind the end": gzipOf(t, behind), "in zstd": zstdOf(t, behind),
	} {
		dir, err := unpackAny(t, data, Limits{})
		var r *Refusal
		if !errors.As(err, &r) || !strings.Contains(err.Error(), "it unpacks to more than 200 times its size") {
			t.Errorf("%s: %v", form, err)
		}
		for name, text := range files(t, dir) {
			if len(text) > 40<<20 {
				t.Errorf("%s: %d bytes of %s were written", form, len(text), name)
			}
		}
	}
	// A moderate number of blanks is no bomb.
	if _, err := unpackAny(t, gzipOf(t, tarOf(t, entry{name: "table", text: strings.Repeat(" ", 8<<20)})), Limits{}); err != nil {
		t.Error(err)
	}
}

// TestMillionFiles: a million files are refused before all their names are read.
func TestMillionFiles(t *testing.T) {
	stage.Only(t, "unpacks a million files")
	var out bytes.Buffer
	z, err := zstd.NewWriter(&out, zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		t.Fatal(err)
	}
	block := rawTar("f000000")[:512]
	copy(block[124:], "00000000000\x00")
	for i := range 1_000_000 {
		copy(block, fmt.Sprintf("f%06d", i))
		copy(block[148:], "        ")
		sum := 0
		for _, b := range block[:300] {
			sum += int(b)
		}
		copy(block[148:], fmt.Sprintf("%06o\x00 ", sum))
		if _, err := z.Write(block); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	dir, err := unpackAny(t, out.Bytes(), Limits{Ratio: 1 << 30})
	if err == nil || !strings.Contains(err.Error(), "there are more than 5000 files and folders") {
		t.Errorf("a tar: %v", err)
	}
	if n := len(files(t, dir)); n > DefaultFiles {
		t.Errorf("%d files are left", n)
	}
	// A zip with a long list: 47 bytes for each file, and all files claim to be at the start.
	one := zipOf(t, entry{name: "a"})
	at, end := directory(one), bytes.Index(one, []byte("PK\x05\x06"))
	list := bytes.Repeat(one[at:end], 1_000_000)
	tail := bytes.Clone(one[end:])
	binary.LittleEndian.PutUint16(tail[8:], uint16(1_000_000%65536))
	binary.LittleEndian.PutUint16(tail[10:], uint16(1_000_000%65536))
	binary.LittleEndian.PutUint32(tail[12:], uint32(len(list)))
	if _, err := unpackAny(t, append(append(bytes.Clone(one[:at]), list...), tail...), Limits{}); err == nil ||
		!strings.Contains(err.Error(), "there are more than 5000 files and folders") {
		t.Errorf("a zip: %v", err)
	}
}

// TestUnpackRefuses: Unpack also trusts nothing in an archive that claims to come from Pack.
func TestUnpackRefuses(t *testing.T) {
	for _, c := range []struct {
		data []byte
		want string
	}{
		{zstdOf(t, rawTar("../evil")), `its path contains ".."`},
		{zstdOf(t, tarOf(t, entry{name: "l", kind: tar.TypeSymlink, link: "x"})), "it is a link"},
		{zipOf(t, entry{name: "a"}), "the archive is damaged"},
		{zstdOf(t, tarOf(t, entry{name: "a", text: "x"}))[:50], "the archive is damaged"},
	} {
		_, err := Unpack(bytes.NewReader(c.data), t.TempDir(), Limits{})
		var r *Refusal
		if !errors.As(err, &r) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, expected %q", err, c.want)
		}
	}
	// A failure of the reader is no fault of the archive.
	whole := zstdOf(t, tarOf(t, entry{name: "a", text: strings.Repeat("x", 1000)}))
	broken := errors.New("the disk is gone")
	for n := range len(whole) {
		_, err := Unpack(io.MultiReader(bytes.NewReader(whole[:n]), failing{broken}), t.TempDir(), Limits{})
		var r *Refusal
		if !errors.Is(err, broken) || errors.As(err, &r) {
			t.Fatalf("a reader that fails after %d bytes: %v", n, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
