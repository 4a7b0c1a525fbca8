package archive

import (
	"archive/tar"
	"bytes"
	"errors"
	"maps"
	"testing"
)

// FuzzUnpackAny: whatever the bytes are, nothing is written outside of the folder, no limit is exceeded, every refusal
// is a Refusal, and an accepted archive stays the same when it is packed and unpacked again.
func FuzzUnpackAny(f *testing.F) {
	entries := []entry{{name: "bot/bot.toml", text: "x"}, {name: "bot/run.sh", text: "#!/bin/sh\n", mode: 0o755}, {name: "bot/src/", mode: 0o755}}
	for _, data := range [][]byte{
		zipOf(f, entries...), tarOf(f, entries...), gzipOf(f, tarOf(f, entries...)), zstdOf(f, tarOf(f, entries...)),
		overlapping(f), lying(f), encrypted(f), rawTar("../evil"), zipOf(f, entry{name: "../evil"}), {},
		tarOf(f, entry{name: "bot/x"}, entry{name: "bot/src/l", kind: tar.TypeSymlink, link: "../x"}, entry{name: "bot/m", kind: tar.TypeSymlink, link: "src"}),
	} {
		f.Add(data)
	}
	l := Limits{Packed: 1 << 16, Bytes: 1 << 16, Files: 20, Depth: 5, Path: 100}
	f.Fuzz(func(t *testing.T, data []byte) {
		dir, err := unpackAny(t, data, l) // also checks outside of the folder
		got, size := files(t, dir), 0
		for _, text := range got {
			size += len(text)
		}
		if len(got) > l.Files || int64(size) > l.Bytes {
			t.Errorf("%d files with %d bytes are left", len(got), size)
		}
		if err != nil {
			var r *Refusal
			if !errors.As(err, &r) {
				t.Errorf("not a Refusal: %v", err)
			}
			return
		}
		if _, there := got[IgnoreFile]; there {
			return // it may leave out anything
		}
		var packed bytes.Buffer
		hash, err := Pack(&packed, dir, Limits{})
		if err != nil {
			var r *Refusal
			if !errors.As(err, &r) {
				t.Fatal(err)
			}
			return // nothing remains, or only a name that is ignored
		}
		again := t.TempDir()
		if second, err := Unpack(&packed, again, Limits{}); err != nil || second != hash {
			t.Fatalf("%s, %v; expected %s", second, err, hash)
		}
		if back := files(t, again); !maps.Equal(back, got) {
			t.Errorf("got      %q\nexpected %q", back, got)
		}
	})
}
