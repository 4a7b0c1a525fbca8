// Package export converts the replay of a match to files that users can share: a page with the whole match, an
// animation, or a picture of one turn.
package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strconv"
	"strings"

	"blastyard/game/viewer"
	"blastyard/internal/regular"
	"blastyard/show/lab/module"
	"blastyard/show/picture"
	"blastyard/show/playback"
	"blastyard/show/web"
)

// errStopped says that the context ended before the file was complete.
var errStopped = errors.New("interrupted")

// Extras are additional contents of a page. Every field is optional.
type Extras struct {
	Explain   func(end *viewer.End) // adds to the end of the match what explains it
	Recording []byte                // the replay, to be saved from the page
	File      string                // its name
	Lab       *module.Module        // the rules; nil: none
}

// maxRecording limits a replay inside a page, in bytes.
const maxRecording = 4 << 20

// AddRecording adds the replay of a file. The error says why it is omitted: it is too large for a page, or no file.
func (e *Extras) AddRecording(path string) error {
	content, err := regular.ReadFile(path, maxRecording)
	if err != nil {
		return err
	}
	e.Recording, e.File = content, filepath.Base(path)
	return nil
}

// Page writes one HTML file that contains the whole match and opens anywhere.
func Page(ctx context.Context, w io.Writer, p *playback.Playback, extras Extras) error {
	data := web.Data{Title: p.Header().Title, Header: p.Header().AppendJSON(nil), Recording: extras.Recording,
		File: extras.File, Lab: extras.Lab}
	if data.Title == "" {
		data.Title = p.Header().Game
	}
	data.Frames = frames(ctx, p)
	end := p.End()
	if end == nil {
		end = &viewer.End{Turns: p.Len(), Winner: -1, Why: "the replay ends here, before the match"}
	}
	if extras.Explain != nil {
		extras.Explain(end)
	}
	data.End = end.AppendJSON(nil)
	if err := web.Page(w, data); !errors.Is(err, errStopped) {
		return err
	}
	return errStopped
}

// frames returns the frames of all turns as JSON, until ctx ends. Each is valid until the next one.
func frames(ctx context.Context, p *playback.Playback) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		var line []byte
		for f, err := range p.Frames() {
			if ctx.Err() != nil {
				err = errStopped
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if line = f.AppendJSON(line[:0]); !yield(line, nil) {
				return
			}
		}
	}
}

// GIF writes an animation of the turns from to to. If there are too many, it fails before any work.
func GIF(ctx context.Context, w io.Writer, p *playback.Playback, from, to int, look picture.Options) error {
	if n := to - from + 1; n > picture.MaxTurns {
		return fmt.Errorf("export: the turns %d-%d are %d, expected at most %d in a GIF", from, to, n, picture.MaxTurns)
	}
	return picture.GIF(w, p.Header(), between(ctx, p, from, to), look)
}

// PNG writes a picture of the board after a turn.
func PNG(w io.Writer, p *playback.Playback, turn int, look picture.Options) error {
	f, err := p.Frame(turn)
	if err != nil {
		return err
	}
	return picture.PNG(w, p.Header(), f, look)
}

// SVG writes a picture like PNG as a vector drawing.
func SVG(w io.Writer, p *playback.Playback, turn int, look picture.Options) error {
	f, err := p.Frame(turn)
	if err != nil {
		return err
	}
	return picture.SVG(w, p.Header(), f, look)
}

// ParseTurns parses a range of turns, A-B, of a match with last turns. "" means all of them.
func ParseTurns(text string, last int) (from, to int, err error) {
	if text == "" {
		return 0, last, nil
	}
	a, b, ok := strings.Cut(text, "-")
	from, errA := strconv.Atoi(a)
	to, errB := strconv.Atoi(b)
	if !ok || errA != nil || errB != nil || from < 0 || from > to || to > last {
		return 0, 0, fmt.Errorf("turns is %q, expected A-B between 0 and %d", text, last)
	}
	return from, to, nil
}

// between returns the frames of the turns from to to, until ctx ends.
func between(ctx context.Context, p *playback.Playback, from, to int) iter.Seq2[*viewer.Frame, error] {
	return func(yield func(*viewer.Frame, error) bool) {
		for turn := from; turn <= to; turn++ {
			f, err := p.Frame(turn)
			if ctx.Err() != nil {
				f, err = nil, errStopped
			}
			if !yield(f, err) || err != nil {
				return
			}
		}
	}
}
