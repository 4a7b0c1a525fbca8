package web

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"io/fs"
)

// oneFile is a page that is one HTML file. It opens from disk without a server, and its content security policy
// allows only its own content.
type oneFile struct {
	name    string // name of its script and its style in Files, without extension
	title   string
	class   string                // of its body
	scripts string                // allowed by its policy after its own script; begins with a space
	body    func(io.Writer) error // writes elements that its script reads
}

func (p *oneFile) write(w io.Writer) error {
	script, err := fs.ReadFile(Files(), p.name+".js")
	if err != nil {
		return err
	}
	style, err := fs.ReadFile(Files(), p.name+".css")
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, oneFileHead, policyHash(script), p.scripts, policyHash(style), html.EscapeString(p.title),
		style, p.class); err != nil {
		return err
	}
	if err := p.body(w); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, oneFileFoot, script)
	return err
}

const oneFileHead = `<!doctype html>
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
<body class="%s">
<noscript>This page needs JavaScript.</noscript>
`

const oneFileFoot = `<script type="module">%s</script>
</body>
</html>
`

func policyHash(text []byte) string {
	hash := sha256.Sum256(text)
	return "'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'"
}
