package web

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"io"
	"io/fs"

	"blastyard/internal/lzma"
)

// Inside is what a page holds that is a file and has the rules in it.
type Inside struct {
	Elements string // of its body; src/lab/start.ts reads them
	// Policy is what follows the scripts of the page's content security policy. A worker that is made in the page has
	// the page's policy, so that must let it compile WebAssembly; the worker's script is a blob of the page.
	Policy string
}

// InsideLab puts the rules into a page: lab has the files of package lab. It takes seconds: the rules are packed well.
func InsideLab(lab fs.FS) (Inside, error) {
	module, err := readModule(lab)
	if err != nil {
		return Inside{}, err
	}
	loader, err := fs.ReadFile(lab, "wasm_exec.js")
	if err != nil {
		return Inside{}, err
	}
	worker, err := fs.ReadFile(Files(), "lab/worker.js")
	if err != nil {
		return Inside{}, err
	}
	script := append(append(bytes.Clone(loader), '\n'), worker...)
	const form = "<script type=\"application/octet-stream;base64\" id=\"%s\">%s</script>\n"
	return Inside{
		Elements: fmt.Sprintf(form, "lab-worker", base64.StdEncoding.EncodeToString(script)) +
			fmt.Sprintf(form, "lab", base64.StdEncoding.EncodeToString(lzma.Pack(module))),
		Policy: " 'wasm-unsafe-eval'; worker-src blob:",
	}, nil
}

// readModule reads the rules as WebAssembly.
func readModule(lab fs.FS) ([]byte, error) {
	f, err := lab.Open("lab.wasm.gz")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}
