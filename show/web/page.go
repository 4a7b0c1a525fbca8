package web

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"html"
	"io"

	"blastyard/show/lab/module"
)

// Data is a match for a page. Header, Frames and End are the JSON forms of viewer.Header, viewer.Frame (in the order
// of the turns) and viewer.End, each on one line. End is nil if the match has none.
type Data struct {
	Title  string
	Header []byte
	Frames [][]byte
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
	data, err := d.pack()
	if err != nil {
		return err
	}
	var rules inside
	if d.Lab != nil {
		if rules, err = insideLab(d.Lab); err != nil {
			return err
		}
	}
	const form = "<script type=\"application/octet-stream;base64\" id=\"data\">%s</script>\n"
	p := oneFile{name: "app", title: d.Title, scripts: rules.policy,
		body: fmt.Sprintf(form, data) + d.replay() + rules.elements}
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

// pack returns the lines of a match (the show, the end or null, the frames), compressed by raw deflate, in base64.
func (d *Data) pack() ([]byte, error) {
	var packed bytes.Buffer
	text := base64.NewEncoder(base64.StdEncoding, &packed)
	z, err := flate.NewWriter(text, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	end := d.End
	if end == nil {
		end = []byte("null")
	}
	for _, line := range append([][]byte{d.Header, end}, d.Frames...) {
		if _, err := z.Write(append(bytes.Clone(line), '\n')); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	if err := text.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}
