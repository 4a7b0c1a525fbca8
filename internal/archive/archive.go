// Package archive packs the folder of a bot into a file and unpacks it. The file is a tar archive compressed with zstd.
// Its bytes depend only on the names and contents of the files and on which of them are programs: the same folder has
// the same SHA-256 on every machine.
//
// Archives of others may be hostile. Unpacking writes nothing outside of the target folder, no more than Limits allow,
// and only plain files and folders whose names are valid on every system.
package archive

import (
	"fmt"
	"unicode/utf8"
)

// Limits limit the content of an archive. The zero value of each field means its default.
type Limits struct {
	Packed    int64 `json:"packed,omitempty"`     // size of the archive in bytes; 0: DefaultPacked
	Bytes     int64 `json:"bytes,omitempty"`      // total bytes of all files; 0: DefaultBytes
	FileBytes int64 `json:"file_bytes,omitempty"` // bytes of one file; 0: Bytes
	Files     int   `json:"files,omitempty"`      // number of files and folders; 0: DefaultFiles
	Depth     int   `json:"depth,omitempty"`      // folders above a file; 0: DefaultDepth
	Path      int   `json:"path,omitempty"`       // bytes of a file's path; 0: DefaultPath
	Ratio     int64 `json:"ratio,omitempty"`      // unpacked bytes for each packed byte; 0: DefaultRatio
}

// The defaults of Limits.
const (
	DefaultPacked = 50 << 20
	DefaultBytes  = 200 << 20
	DefaultFiles  = 5000
	DefaultDepth  = 20
	DefaultPath   = 240
	DefaultRatio  = 200
)

func (l Limits) filled() Limits {
	set := func(field *int64, to int64) {
		if *field <= 0 {
			*field = to
		}
	}
	set(&l.Packed, DefaultPacked)
	set(&l.Bytes, DefaultBytes)
	set(&l.FileBytes, l.Bytes)
	set(&l.Ratio, DefaultRatio)
	for _, f := range []struct {
		field *int
		to    int
	}{{&l.Files, DefaultFiles}, {&l.Depth, DefaultDepth}, {&l.Path, DefaultPath}} {
		if *f.field <= 0 {
			*f.field = f.to
		}
	}
	return l
}

// free is how many bytes are unpacked before Limits.Ratio applies: a small file may consist of blanks.
const free = 16 << 20

// Refusal is the error about an archive or a folder that is not accepted. All other errors are failures of this
// machine.
type Refusal struct {
	File string // its path; "": the archive as a whole
	Why  string
}

func (r *Refusal) Error() string {
	if r.File == "" {
		return "archive: " + r.Why
	}
	return fmt.Sprintf("archive: file %q: %s", shortened(r.File), r.Why)
}

func refuse(file, why string, args ...any) error {
	return &Refusal{File: file, Why: fmt.Sprintf(why, args...)}
}

// shortened shortens a name for a message.
func shortened(name string) string {
	const most = 100
	if len(name) <= most {
		return name
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(name[cut]) {
		cut--
	}
	return name[:cut] + "…"
}

// size formats a number of bytes for people.
func size(n int64) string {
	switch {
	case n >= 10<<20:
		return fmt.Sprintf("%d MB", n>>20)
	case n >= 10<<10:
		return fmt.Sprintf("%d kB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}
