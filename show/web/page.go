package web

import (
	"bufio"
	"cmp"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"iter"

	fastflate "github.com/klauspost/compress/flate"

	"blastyard/show/lab/module"
)

// Data is a match for a page. Header, Frames and End are the JSON forms of viewer.Header, viewer.Frame (in the order
// of the turns) and viewer.End, each on one line. End is nil if the match has none.
type Data struct {
	Title  string
	Header []byte
	Frames iter.Seq2[[]byte, error] // each is valid until the next one; an error ends the page; nil: none
	End    []byte

	Recording []byte // the replay, which the page can save; may be nil
	File      string // name of the replay

	Lab *module.Module // the rules, which check the replay and play it on; nil: none
}

// Page writes one HTML file that contains the viewer and a match. It opens from disk without a server, and its
// content security policy allows only its own content.
func Page(w io.Writer, d Data) error {
	if err := d.write(w); err != nil {
		return fmt.Errorf("web: page: %w", err)
	}
	return nil
}

func (d *Data) write(w io.Writer) error {
	var rules inside
	var err error
	if d.Lab != nil {
		if rules, err = insideLab(d.Lab); err != nil {
			return err
		}
	}
	p := oneFile{name: "app", title: d.Title, scripts: rules.policy, body: func(w io.Writer) error {
		if _, err := io.WriteString(w, "<script type=\"application/octet-stream;base64\" id=\"data\">"); err != nil {
			return err
		}
		if err := d.pack(w); err != nil {
			return err
		}
		_, err := io.WriteString(w, "</script>\n"+d.replay()+rules.elements)
		return err
	}}
	return p.write(w)
}

// replay returns the element with the replay, or "".
func (d *Data) replay() string {
	if d.Recording == nil {
		return ""
	}
	return fmt.Sprintf("<script type=\"application/octet-stream;base64\" id=\"replay\" data-name=\"%s\">%s</script>\n",
		html.EscapeString(d.File), base64.StdEncoding.EncodeToString(d.Recording))
}

// The first text of a page is compressed as well as possible. Of a longer one the rest is compressed nearly as well, in
// half of the time.
const (
	packBest = 4 << 20 // bytes
	packFast = 6       // the level after them
)

// pack writes the lines of a match (the show, the end or null, the frames), compressed by raw deflate, in base64. It
// holds none of them.
func (d *Data) pack(w io.Writer) error {
	text := base64.NewEncoder(base64.StdEncoding, w)
	z, err := newPacker(text)
	if err != nil {
		return err
	}
	end := d.End
	if end == nil {
		end = []byte("null")
	}
	if err := cmp.Or(z.line(d.Header), z.line(end)); err != nil {
		return err
	}
	if d.Frames != nil {
		for line, err := range d.Frames {
			if err = cmp.Or(err, z.line(line)); err != nil {
				return err
			}
		}
	}
	return cmp.Or(z.Flush(), z.to.Close(), text.Close())
}

// packer compresses lines, first in the best way and then in a faster one, as one stream.
type packer struct {
	*bufio.Writer
	to    io.WriteCloser
	out   io.Writer
	best  *flate.Writer // nil once the rest is compressed faster
	bytes int
}

func newPacker(out io.Writer) (*packer, error) {
	best, err := flate.NewWriter(out, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	return &packer{Writer: bufio.NewWriter(best), to: best, out: out, best: best}, nil
}

// line adds a line.
func (p *packer) line(text []byte) error {
	if p.bytes += len(text); p.best != nil && p.bytes > packBest {
		if err := p.hurry(); err != nil {
			return err
		}
	}
	if _, err := p.Write(text); err != nil {
		return err
	}
	return p.WriteByte('\n')
}

// hurry goes on with the faster way: its blocks follow those of the best one.
func (p *packer) hurry() error {
	if err := cmp.Or(p.Flush(), p.best.Flush()); err != nil {
		return err
	}
	fast, err := fastflate.NewWriter(p.out, packFast)
	if err != nil {
		return err
	}
	p.to, p.best = fast, nil
	p.Reset(fast)
	return nil
}
