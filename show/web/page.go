package web

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"io/fs"
)

// Data is a match to be put into a page. Header, Frames and End are the JSON forms of viewer.Header, viewer.Frame (in
// the order of the turns) and viewer.End, each on one line; End is nil where the match has none.
type Data struct {
	Title  string
	Header []byte
	Frames [][]byte
	End    []byte

	Recording []byte // the replay, to be saved from the page; nil: none
	File      string // its name

	Lab fs.FS // the rules, as package lab has them, which check the replay and play it on; nil: none
}

// Page writes one HTML file that holds the viewer and a match. It opens from disk without a server, and its content
// security policy allows nothing but what it holds.
func Page(w io.Writer, d Data) error {
	script, err := fs.ReadFile(Files(), "app.js")
	if err != nil {
		return fmt.Errorf("web: page: %w", err)
	}
	style, err := fs.ReadFile(Files(), "app.css")
	if err != nil {
		return fmt.Errorf("web: page: %w", err)
	}
	data, err := pack(d)
	if err != nil {
		return fmt.Errorf("web: page: %w", err)
	}
	var rules inside
	if d.Lab != nil {
		if rules, err = insideLab(d.Lab); err != nil {
			return fmt.Errorf("web: page: %w", err)
		}
	}
	_, err = fmt.Fprintf(w, pageForm, policyHash(script), rules.policy, policyHash(style), html.EscapeString(d.Title), style,
		data, d.replay(), rules.elements, script)
	if err != nil {
		return fmt.Errorf("web: page: %w", err)
	}
	return nil
}

const pageForm = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src %s%s; style-src %s; img-src data: blob:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>%s</title>
<link rel="icon" href="data:,">
<style>%s</style>
</head>
<body>
<noscript>This page needs JavaScript.</noscript>
<script type="application/octet-stream;base64" id="data">%s</script>
%s%s<script type="module">%s</script>
</body>
</html>
`

// replay is the element that holds the replay, if there is one.
func (d *Data) replay() string {
	if d.Recording == nil {
		return ""
	}
	return fmt.Sprintf("<script type=\"application/octet-stream;base64\" id=\"replay\" data-name=\"%s\">%s</script>\n",
		html.EscapeString(d.File), base64.StdEncoding.EncodeToString(d.Recording))
}

func policyHash(text []byte) string {
	hash := sha256.Sum256(text)
	return "'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'"
}

// pack returns the lines of a match (the show, the end or null, the frames), compressed by raw deflate, in base64.
func pack(d Data) ([]byte, error) {
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
