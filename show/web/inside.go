package web

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"unicode/utf8"

	"blastyard/show/lab/module"
)

// inside is what a one-file page contains if it has the rules.
type inside struct {
	elements string // of the body; src/lab/start.ts reads them
	// policy is appended to the scripts of the page's content security policy. A worker made by the page inherits its
	// policy, so that must allow WebAssembly. The worker's script is a blob of the page.
	policy string
}

// insideLab puts the rules into a page.
func insideLab(lab *module.Module) (inside, error) {
	if len(lab.Wasm) == 0 || len(lab.Loader) == 0 {
		return inside{}, errors.New("the laboratory is empty")
	}
	worker, err := fs.ReadFile(Files(), "lab/worker.js")
	if err != nil {
		return inside{}, err
	}
	script := append(append(bytes.Clone(lab.Loader), '\n'), worker...)
	if lower := bytes.ToLower(script); bytes.Contains(lower, []byte("</script")) || bytes.Contains(lower, []byte("<!--")) {
		return inside{}, errors.New("the laboratory's script has what ends a script in a page")
	}
	const form = "<script type=\"text/plain\" id=\"lab-worker\">%s</script>\n" +
		"<script type=\"application/octet-stream;gzip;base128\" id=\"lab\">%s</script>\n"
	return inside{
		elements: fmt.Sprintf(form, script, base128(lab.Wasm)),
		policy:   " 'wasm-unsafe-eval'; worker-src blob:",
	}, nil
}

// base128 encodes bytes as text of a page, with 7 bits in a character. Nearly all characters are one byte, so the
// text is a seventh shorter than base64. The 7 bits are the lowest bits of the character's code. Three characters
// that a page cannot contain are replaced by others outside of ASCII.
func base128(data []byte) []byte {
	text := make([]byte, 0, len(data)*6/5)
	write := func(b byte) {
		if b == 0 || b == '\r' || b == '<' {
			text = utf8.AppendRune(text, 0x100+rune(b))
		} else {
			text = append(text, b)
		}
	}
	rest, n := uint(0), 0 // bits that are not written yet
	for _, b := range data {
		rest, n = rest<<8|uint(b), n+8
		for ; n >= 7; n -= 7 {
			write(byte(rest >> (n - 7) & 0x7f))
		}
	}
	if n > 0 {
		write(byte(rest << (7 - n) & 0x7f))
	}
	return text
}
