package versions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"blastyard/arena/entrant"
	"blastyard/arena/entrant/build"
	"blastyard/internal/archive"
	"blastyard/internal/newfile"
	"blastyard/internal/regular"
)

// Kept is a version of a bot that is kept: see entrant.CutKept.
type Kept struct {
	Version string    `json:"version"`
	Saved   time.Time `json:"saved"`
	Hash    string    `json:"hash"` // of its files, in hexadecimal
}

// listFile is the file beside kept versions that says when each was saved.
const listFile = "versions.json"

// maxListFile limits its size, in bytes.
const maxListFile = 4 << 20

// keepLimits limit what is kept.
var keepLimits = archive.Limits{Packed: 1 << 30, Bytes: 2 << 30, Files: 100_000, Ratio: 1000}

// ListKept returns the versions that are kept of the bot in a folder, in the order in which they were saved.
func ListKept(folder string) ([]Kept, error) {
	dir, err := entrant.KeptFolder(folder)
	if err != nil {
		return nil, err
	}
	var known []Kept
	text, err := regular.ReadText(filepath.Join(dir, listFile), maxListFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err == nil {
		if err := json.Unmarshal(text, &known); err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Join(dir, listFile), err)
		}
	}
	list := []Kept{}
	for _, version := range entrant.KeptVersions(folder) {
		k := Kept{Version: version}
		if at := slices.IndexFunc(known, func(k Kept) bool { return k.Version == version }); at >= 0 {
			k = known[at]
		} else if st, err := os.Stat(filepath.Join(dir, version)); err == nil {
			k.Saved = st.ModTime().UTC()
		}
		list = append(list, k)
	}
	slices.SortStableFunc(list, func(a, b Kept) int { return a.Saved.Compare(b.Saved) })
	return list, nil
}

// Keep copies the bot in a folder into a kept version, and builds the copy. The copy has what an archive for a
// competition has: .blastyardignore says what is left out, and links have to stay inside. With version "" it is the
// next number. same is the version that was saved last if it has the same files; then nothing is kept. tools gets what
// the build prints.
func Keep(ctx context.Context, folder, version string, now time.Time, tools io.Writer) (k Kept, same bool, err error) {
	list, err := ListKept(folder)
	if err != nil {
		return k, false, err
	}
	dir, err := entrant.KeptFolder(folder)
	if err != nil {
		return k, false, err
	}
	if version == "" {
		version = next(list)
	}
	if slices.ContainsFunc(list, func(k Kept) bool { return k.Version == version }) {
		return k, false, fmt.Errorf("version %s is kept already, in %s; give another name", version, dir)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return k, false, err
	}
	temp, err := os.MkdirTemp(dir, ".saving-")
	if err != nil {
		return k, false, err
	}
	defer os.RemoveAll(temp)
	k = Kept{Version: version, Saved: now.UTC().Truncate(time.Second)}
	copied := filepath.Join(temp, filepath.Base(dir), version) // named as it will be, for what its build prints
	if k.Hash, err = copyFolder(folder, copied, filepath.Join(temp, "packed")); err != nil {
		return k, false, err
	}
	if n := len(list); n > 0 && list[n-1].Hash == k.Hash {
		return list[n-1], true, nil
	}
	e, err := entrant.Parse(copied, entrant.Options{})
	if err != nil {
		return k, false, err
	}
	if _, err := build.Run(ctx, &e, entrant.NameOf(e), tools); err != nil {
		return k, false, err
	}
	if err := os.Rename(copied, filepath.Join(dir, version)); err != nil {
		return k, false, err
	}
	return k, false, writeList(dir, append(list, k))
}

// next returns the number after the greatest one.
func next(list []Kept) string {
	most := 0
	for _, k := range list {
		if n, err := strconv.Atoi(k.Version); err == nil {
			most = max(most, n)
		}
	}
	return strconv.Itoa(most + 1)
}

// copyFolder copies a folder by an archive, which is written to the file packed.
func copyFolder(folder, to, packed string) (hash string, err error) {
	if hash, err = archive.PackFile(packed, folder, keepLimits); err != nil {
		return "", err
	}
	f, err := os.Open(packed)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if err := os.MkdirAll(to, 0o777); err != nil {
		return "", err
	}
	_, err = archive.Unpack(f, to, keepLimits)
	return hash, err
}

func writeList(dir string, list []Kept) error {
	text, err := json.MarshalIndent(list, "", " ")
	if err != nil {
		return err
	}
	return newfile.Write(filepath.Join(dir, listFile), true, func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}
