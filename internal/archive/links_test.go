//go:build unix

package archive

import (
	"archive/tar"
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"blastyard/internal/text/texttest"
)

// linked puts files and links below a new folder.
func linked(t testing.TB, files, links map[string]string) string {
	t.Helper()
	dir := put(t, files)
	for name, text := range links {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(text, path); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestLinksThatStayInside: what npm and compilers make is packed, and unpacks to the same; the links that come back are
// the shortest ones, whatever others they led through.
func TestLinksThatStayInside(t *testing.T) {
	dir := linked(t, map[string]string{"bot.toml": "x", "node_modules/x/cli.js": "#!/usr/bin/env node", "lib/libx.so.1.2": "x", "packages/y/index.js": "y"},
		map[string]string{
			"node_modules/.bin/x": "../x/cli.js", "node_modules/y": "../packages/y", "lib64": "lib/", "lib/libx.so": "libx.so.1", "lib/libx.so.1": "./libx.so.1.2",
			"main": "node_modules/y/index.js", "only/links": "../bot.toml", "again": "lib64/libx.so",
		})
	want := map[string]string{
		"bot.toml": "x", "*node_modules/x/cli.js": "#!/usr/bin/env node", "lib/libx.so.1.2": "x", "packages/y/index.js": "y",
		"@node_modules/.bin/x": "../x/cli.js", "@node_modules/y": "../packages/y", "@lib64": "lib", "@lib/libx.so": "libx.so.1.2", "@lib/libx.so.1": "libx.so.1.2",
		"@main": "packages/y/index.js", "@only/links": "../bot.toml", "@again": "lib/libx.so.1.2",
	}
	data, hash := pack(t, dir)
	to := t.TempDir()
	if got, err := Unpack(bytes.NewReader(data), to, Limits{}); err != nil || got != hash {
		t.Fatalf("%s, %v; expected %s", got, err, hash)
	}
	equal(t, files(t, to), want)
	if again, hash2 := pack(t, to); hash2 != hash || !bytes.Equal(again, data) {
		t.Error("what was unpacked packs to other bytes")
	}
}

// TestLinksOfOthers: links in archives of others come back if they stay inside, also where a folder above all is left
// out.
func TestLinksOfOthers(t *testing.T) {
	tarred := []entry{{name: "bot/x", text: "x"}, {name: "bot/d/y", text: "y"}, {name: "bot/d/l", kind: tar.TypeSymlink, link: "../../bot/x"},
		{name: "bot/m", kind: tar.TypeSymlink, link: "./d"}}
	zipped := []entry{{name: "bot/x", text: "x"}, {name: "bot/d/y", text: "y"}, {name: "bot/d/l", text: "../x", mode: fs.ModeSymlink | 0o777},
		{name: "bot/m", text: "d", mode: fs.ModeSymlink | 0o777}}
	want := map[string]string{"x": "x", "d/y": "y", "@d/l": "../x", "@m": "d"}
	for form, data := range map[string][]byte{"tar": tarOf(t, tarred...), "zip": zipOf(t, zipped...)} {
		dir, err := unpackAny(t, data, Limits{})
		if err != nil {
			t.Errorf("%s: %v", form, err)
			continue
		}
		equal(t, files(t, dir), want)
	}
}

// TestLinksThatLeave: a link that leaves the folder, or leads to nothing that is packed, is refused by its name.
func TestLinksThatLeave(t *testing.T) {
	outside := put(t, map[string]string{"secret": "s"})
	for _, c := range []struct {
		text, want string
		others     map[string]string // more links
	}{
		{text: outside + "/secret", want: `/secret", outside of the folder: put there what it points to`},
		{text: "../../secret", want: `file "d/l": it is a link to "../../secret", outside of the folder`},
		{text: "..", want: `file "d/l": it is a link to "..", which contains it`},
		{text: ".", want: "which contains it"},
		{text: "../d", want: "which contains it"},
		{text: "l", want: `file "d/l": it is a link that leads in a circle`},
		{text: "../../e/../x", want: `outside of the folder`},
		{text: "../../../../../../../../../../../etc/passwd", want: `outside of the folder`},
		{text: "../y/../x", want: `file "d/l": it is a link to "../e/x", which is not in the archive`, others: map[string]string{"y": "e/g"}},
		{text: "../none", want: `file "d/l": it is a link to "../none", which is not in the archive`},
		{text: "../.git/HEAD", want: "which is not in the archive"},
		{text: "../X", want: "which is not in the archive"},
		{text: `..\x`, want: "which is no path inside the folder"},
		{text: "../y", want: "leads in a circle", others: map[string]string{"y": "z", "z": "y"}},
		{text: "../y/secret", want: `file "y": it is a link to "` + outside, others: map[string]string{"y": outside}},
		{text: "../y/l", want: "leads in a circle", others: map[string]string{"y": "d"}},
	} {
		_, err := Pack(&bytes.Buffer{}, linked(t, map[string]string{"x": "x", "e/f": "", ".git/HEAD": ""}, join(map[string]string{"d/l": c.text}, c.others)), Limits{})
		var r *Refusal
		if !errors.As(err, &r) || !strings.Contains(err.Error(), c.want) || !strings.HasSuffix(err.Error(), "can be listed in a file .blastyardignore") {
			t.Errorf("%q: %v, expected %q", c.text, err, c.want)
		}
	}
}

// TestLinksOnDetours: links that leave the folder and come back, and those with an absolute path or one that goes down
// and up again, are packed as the shortest ones to where they lead.
func TestLinksOnDetours(t *testing.T) {
	dir := linked(t, map[string]string{"x": "x", "e/f/g": "g", "packages/y/index.js": "y"}, map[string]string{"short": "e/f"})
	base := filepath.Base(dir)
	for name, text := range map[string]string{
		"up": "e/../x", "d/l": "../e/f/../../x", "linked": "short/../../x", // e/f, e, the top
		"back": "../" + base + "/e/f/g", "far/back": "../../../" + filepath.Base(filepath.Dir(dir)) + "/" + base + "/x",
		"absolute": dir + "/e/f/g", "node_modules/y": dir + "/packages/y", "twice": dir + "/node_modules/y/index.js", "through": dir + "/short/g",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(text, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "far/back")); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"x": "x", "e/f/g": "g", "packages/y/index.js": "y", "@short": "e/f", "@up": "x", "@d/l": "../x", "@linked": "x",
		"@back": "e/f/g", "@far/back": "../x", "@absolute": "e/f/g", "@node_modules/y": "../packages/y", "@twice": "packages/y/index.js", "@through": "e/f/g"}
	above := linked(t, nil, map[string]string{"bot": dir})
	for _, from := range []string{dir, filepath.Join(above, "bot")} {
		data, _ := pack(t, from)
		to := t.TempDir()
		if _, err := Unpack(bytes.NewReader(data), to, Limits{}); err != nil {
			t.Fatal(err)
		}
		equal(t, files(t, to), want)
	}
}

// TestLeftovers: what tools leave in a folder is neither packed nor taken from a zip, though its links lead nowhere: a
// virtual environment, which is known by what is in it, and the locks of Emacs.
func TestLeftovers(t *testing.T) {
	const environment = "env 3/bin/python"
	content := map[string]string{"bot.py": "x", "env 3/pyvenv.cfg": "home = /usr/bin", "lib/pyvenv.cfg.txt": "x"}
	dir := linked(t, content, map[string]string{environment: "/usr/bin/python3", ".#bot.py": "ann@pc7.4711:1", "lib/.#x": "ann"})
	want := map[string]string{"bot.py": "x", "lib/pyvenv.cfg.txt": "x"}
	data, _ := pack(t, dir)
	to := t.TempDir()
	if _, err := Unpack(bytes.NewReader(data), to, Limits{}); err != nil {
		t.Fatal(err)
	}
	equal(t, files(t, to), want)
	for _, above := range []string{"", "mine/"} {
		var entries []entry
		for name, text := range content {
			entries = append(entries, entry{name: above + name, text: text})
		}
		entries = append(entries, entry{name: above + environment, text: "/usr/bin/python3", mode: fs.ModeSymlink | 0o777},
			entry{name: above + ".#bot.py", text: "ann@pc7.4711:1", mode: fs.ModeSymlink | 0o777})
		at, err := unpackAny(t, zipOf(t, entries...), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		equal(t, files(t, at), want)
	}
}

func join(a, b map[string]string) map[string]string {
	maps.Copy(a, b)
	return a
}

// TestHostileLinks: links in archives lead to plain files and folders of the archive, and nothing is written through
// them, whatever their order.
func TestHostileLinks(t *testing.T) {
	x, symlink := entry{name: "x", text: "x"}, func(name, text string) entry { return entry{name: name, kind: tar.TypeSymlink, link: text} }
	for what, c := range map[string]struct {
		entries []entry
		want    string
	}{
		"a chain":                       {[]entry{x, symlink("a", "b"), symlink("b", "x")}, `file "a": it is a link to "b", which is a link, too`},
		"a circle":                      {[]entry{x, symlink("a", "b"), symlink("b", "a")}, "which is a link, too"},
		"through a link":                {[]entry{x, {name: "d/y"}, symlink("a", "d"), symlink("b", "a/y")}, `file "b": it is a link to "a/y", which is not in the archive`},
		"up through a link":             {[]entry{x, {name: "d/e/y"}, symlink("a", "d/e"), symlink("b", "a/../../../etc")}, "outside of the folder"},
		"a file through a link":         {[]entry{{name: "d/y"}, symlink("l", "d"), {name: "l/evil", text: "x"}}, `file "l": it is a link, and files are to be written through it`},
		"a link over a folder":          {[]entry{{name: "l/y"}, {name: "d/y"}, symlink("l", "d")}, `file "l": it is a file and a folder`},
		"a link through a link":         {[]entry{{name: "d/y"}, symlink("l", "d"), symlink("l/evil", "y")}, `file "l": it is a link, and files`},
		"a file over a link":            {[]entry{x, symlink("l", "x"), {name: "l", text: "evil"}}, `file "l": it is there twice`},
		"a link over a file":            {[]entry{x, {name: "l"}, symlink("l", "x")}, `file "l": it is there twice`},
		"absolute":                      {[]entry{x, symlink("l", "/etc/passwd")}, `file "l": it is a link to "/etc/passwd", outside of the folder`},
		"to the folder above":           {[]entry{x, symlink("l", "..")}, "outside of the folder"},
		"to its own folder":             {[]entry{x, symlink("d/l", ".")}, "which contains it"},
		"to the top":                    {[]entry{x, symlink("d/l", "..")}, "which contains it"},
		"to what is not there":          {[]entry{x, symlink("l", "y")}, "which is not in the archive"},
		"to another case":               {[]entry{x, symlink("l", "X")}, "which is not in the archive"},
		"that collides":                 {[]entry{x, symlink("X", "x")}, `file "X": there is "x", too`},
		"without a text":                {[]entry{x, symlink("l", "")}, ""},
		"with a long text":              {[]entry{x, symlink("l", strings.Repeat("./", 200)+"x")}, "more than 240 bytes"},
		"out and in again":              {[]entry{{name: "bot/x"}, symlink("bot/l", "../../bot/x")}, "outside of the folder"},
		"into a folder that is ignored": {[]entry{x, {name: ".git/HEAD"}, symlink("l", ".git/HEAD")}, "which is not in the archive"},
	} {
		forms := map[string][]byte{"tar": tarOf(t, c.entries...)}
		zipped := make([]entry, len(c.entries))
		for i, e := range c.entries {
			if zipped[i] = e; e.kind == tar.TypeSymlink {
				zipped[i] = entry{name: e.name, text: e.link, mode: fs.ModeSymlink | 0o777}
			}
		}
		forms["zip"] = zipOf(t, zipped...)
		for form, data := range forms {
			_, err := unpackAny(t, data, Limits{})
			var r *Refusal
			if !errors.As(err, &r) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s in a %s: %v, expected %q", what, form, err, c.want)
			}
		}
		var ours *Refusal
		if _, err := Unpack(bytes.NewReader(zstdOf(t, forms["tar"])), t.TempDir(), Limits{}); !errors.As(err, &ours) && !strings.Contains(what, "ignored") {
			t.Errorf("%s in an archive of our own form: %v", what, err)
		}
	}
	other := zstdOf(t, tarOf(t, x, symlink("l", "./x")))
	if _, err := Unpack(bytes.NewReader(other), t.TempDir(), Limits{}); err == nil || !strings.Contains(err.Error(), `it is a link to "./x", expected "x"`) {
		t.Errorf("another spelling in our own form: %v", err)
	}
}

// TestIgnoreFileOnWindows: the file may be saved in any encoding.
func TestIgnoreFileOnWindows(t *testing.T) {
	for _, content := range texttest.OnWindows("# Zoë\n*.log\n") {
		data, _ := pack(t, put(t, map[string]string{IgnoreFile: string(content), "bot.toml": "", "x.log": ""}))
		dir := t.TempDir()
		if _, err := Unpack(bytes.NewReader(data), dir, Limits{}); err != nil {
			t.Fatal(err)
		}
		equal(t, files(t, dir), map[string]string{IgnoreFile: string(content), "bot.toml": ""})
	}
}

// TestHostilePatterns: a pattern with many ** in the folder of a stranger does not keep the organiser's machine busy.
func TestHostilePatterns(t *testing.T) {
	pattern, ok, err := parsePattern(strings.Repeat("**/a/", 40) + "b")
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	matched := make(chan bool, 1)
	go func() { matched <- pattern.matches(strings.Repeat("a/", 80)+"c", false) }()
	select {
	case is := <-matched:
		if is {
			t.Error("it matches what ends otherwise")
		}
	case <-time.After(time.Minute): // else it takes years
		t.Fatal("it has not been decided")
	}
}

// TestIgnoreFile: the file lists what is left out, as .gitignore does.
func TestIgnoreFile(t *testing.T) {
	const lines = "\xef\xbb\xbf# remarks\r\n\r\n*.log\n!keep.log\n/top\nbuild/\na/*/c\n**/deep/x\nz/**\n\\#odd\n[mn]ote.?xt  \n"
	all := map[string]string{
		IgnoreFile: lines, "bot.toml": "", "x.log": "", "s/y.log": "", "s/keep.log": "", "top": "", "s/top": "", "build/o": "", "s/build/o": "", "s/t/build": "",
		"a/b/c": "", "a/b/d": "", "a/c": "", "s/a/b/c": "", "deep/x": "", "s/deep/x": "", "z/y/x": "", "#odd": "", "note.txt": "", "bote.txt": "",
	}
	want := maps.Clone(all)
	for _, name := range []string{"x.log", "s/y.log", "top", "build/o", "s/build/o", "a/b/c", "deep/x", "s/deep/x", "z/y/x", "#odd", "note.txt"} {
		delete(want, name)
	}
	want["deep/"], want["s/deep/"], want["z/"] = "", "", ""
	data, hash := pack(t, put(t, all))
	dir := t.TempDir()
	if _, err := Unpack(bytes.NewReader(data), dir, Limits{}); err != nil {
		t.Fatal(err)
	}
	equal(t, files(t, dir), want)
	if _, again := pack(t, dir); again != hash {
		t.Error("what was unpacked has another hash")
	}
	_, err := Pack(&bytes.Buffer{}, put(t, map[string]string{IgnoreFile: "ok\n[a\n"}), Limits{})
	if err == nil || err.Error() != `archive: file ".blastyardignore": line 2: "[a" is no pattern` {
		t.Errorf("a bad pattern: %v", err)
	}
}
