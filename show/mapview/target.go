package mapview

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"blastyard/internal/newfile"
	"blastyard/rules/maps"
)

// Target is the destination of a map.
type Target struct {
	Path   string      // "-": standard output
	Format maps.Format // empty: by the path's extension, or else a map file
	Force  bool
	Stdout io.Writer
	Stderr io.Writer
}

// Write writes the map. For Tiled it also writes the picture of the tiles.
func (t *Target) Write(m *maps.Map) error {
	format, image := t.Format, ""
	if format == "" {
		if format, _ = maps.FormatOf(t.Path); format == "" {
			format = maps.JSON
		}
	}
	if format == maps.Tiled {
		image = "tiles.png"
		if t.Path != "-" {
			image = strings.TrimSuffix(t.Path, filepath.Ext(t.Path)) + ".png"
		}
	}
	data, err := maps.Encode(m, format, filepath.Base(image))
	switch {
	case err != nil:
		return err
	case t.Path == "-":
		if image != "" {
			fmt.Fprintln(t.Stderr,
				"the picture of the tiles, tiles.png, is not written; name a file as OUT to have it beside that")
		}
		_, err := t.Stdout.Write(data)
		return err
	case image != "":
		err := newfile.Check(image, t.Force)
		if errors.Is(err, newfile.ErrExists) {
			return fmt.Errorf("%s, for the picture of the tiles, exists already; name another OUT or use --force",
				image)
		} else if err != nil {
			return err
		}
	}
	err = writeFile(t.Path, t.Force, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	if err == nil && image != "" {
		err = writeFile(image, t.Force, func(w io.Writer) error { return Tiles(w, len(m.Starts)) })
	}
	return err
}

// writeFile writes a file atomically. It does not replace an existing file unless force is set.
func writeFile(path string, force bool, write func(io.Writer) error) error {
	err := newfile.Write(path, force, write)
	if errors.Is(err, newfile.ErrExists) {
		return fmt.Errorf("%w; name another file or use --force", err)
	}
	return err
}
