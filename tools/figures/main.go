// Command figures draws the pictures of the manual: boards in text form, played on by the rules, as SVG. It fails
// where the rules give anything else than what the manual says beside a picture. Run it by go generate ./docs.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"blastyard/game/viewer"
	"blastyard/show/picture"
)

func main() {
	if err := write("pictures"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write draws all pictures into a folder, in the place of those that are there.
func write(dir string) error {
	files, err := drawAll()
	if err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(dir, "*.svg"))
	if err != nil {
		return fmt.Errorf("figures: %w", err)
	}
	for _, name := range old {
		if err := os.Remove(name); err != nil {
			return fmt.Errorf("figures: %w", err)
		}
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f.name), f.svg, 0o644); err != nil {
			return fmt.Errorf("figures: %w", err)
		}
	}
	return nil
}

// A file is a picture.
type file struct {
	name string
	svg  []byte
}

// drawAll plays and draws everything.
func drawAll() ([]file, error) {
	var files []file
	for _, x := range hexagonFigures {
		drawn, err := x.draw()
		if err != nil {
			return nil, fmt.Errorf("figures: %s: %w", x.name, err)
		}
		files = append(files, drawn...)
	}
	for _, x := range squareFigures {
		drawn, err := x.drawAll()
		if err != nil {
			return nil, fmt.Errorf("figures: %s: %w", x.name, err)
		}
		files = append(files, drawn...)
	}
	maps, err := drawMaps()
	if err != nil {
		return nil, err
	}
	training, err := drawTraining()
	return append(append(files, maps...), training...), err
}

// drawFrame draws one picture.
func drawFrame(name string, f *viewer.Frame, o picture.Options) (file, error) {
	var svg bytes.Buffer
	err := picture.SVG(&svg, nil, f, o)
	return file{name + ".svg", svg.Bytes()}, err
}
