package serve

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"blastyard/show/web"
)

// pythonRoot is the address of Python for bots of the laboratory: the files of Pyodide, from Config.Python.
const pythonRoot = "/python/"

// pythonFiles are the files of Pyodide that the page loads, with their types. No other file of its folder is served.
var pythonFiles = map[string]string{
	"pyodide-lock.json": mimes[".json"],
	"pyodide.asm.js":    mimes[".js"],
	"pyodide.asm.wasm":  wasmType,
	"pyodide.js":        mimes[".js"],
	"python_stdlib.zip": "application/zip",
}

// pythonPolicy is labPolicy for a page with Python. A frame inherits the policy of its page, so without this
// exception no bot could compile WebAssembly. The frame of JavaScript bots still forbids it.
var pythonPolicy = strings.Replace(labPolicy, web.BotFrame, web.BotFrame+" 'wasm-unsafe-eval'", 1)

// MissingPython lists the files of Pyodide that a folder should contain but does not.
type MissingPython struct{ Files []string }

func (e *MissingPython) Error() string { return "there is no " + strings.Join(e.Files, " and no ") }

// CheckPython checks that a folder contains what Config.Python needs. The error is a *MissingPython if files are
// missing.
func CheckPython(from fs.FS) error {
	var missing []string
	for name := range pythonFiles {
		switch info, err := fs.Stat(from, name); {
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, name)
		case err != nil:
			return err
		case !info.Mode().IsRegular() || info.Size() == 0:
			return fmt.Errorf("%s is not a file with something in it", name)
		}
	}
	if len(missing) > 0 {
		slices.Sort(missing)
		return &MissingPython{missing}
	}
	return nil
}

// python returns the files of Pyodide, each of which is read when it is first requested.
type python map[string]func() (*file, error)

// newPython checks that from contains Pyodide. nil gives an empty one.
func newPython(from fs.FS) (python, error) {
	if from == nil {
		return nil, nil
	}
	if err := CheckPython(from); err != nil {
		return nil, fmt.Errorf("serve: read Python: %w", err)
	}
	files := python{}
	for name, mime := range pythonFiles {
		files[pythonRoot+name] = sync.OnceValues(func() (*file, error) {
			body, err := fs.ReadFile(from, name)
			if err != nil {
				return nil, err
			}
			return newFile(mime, body), nil
		})
	}
	return files, nil
}

// tell adds the address of Python to the page of the laboratory.
func (p python) tell(files map[string]*file) {
	desk := files[labPage]
	if p == nil || desk == nil {
		return
	}
	body := bytes.Replace(desk.body, []byte("<body "), []byte(`<body data-python="`+pythonRoot[1:]+`" `), 1)
	files[labPage] = newFile(desk.mime, body)
	if files["/"] == desk {
		files["/"] = files[labPage]
	}
}

// getPython sends the files of Pyodide.
func (s *Server) getPython(w http.ResponseWriter, r *http.Request) {
	read := s.python[r.URL.Path]
	if read == nil {
		fail(w, http.StatusNotFound, "there is nothing here")
		return
	}
	f, err := read()
	if err != nil {
		s.log.Error("Python cannot be read", "error", err)
		fail(w, http.StatusInternalServerError, "Python cannot be read")
		return
	}
	if !unchanged(w, r, f.version) {
		// Slow readers get more time. The packer compresses the file, quickly rather than well.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(sendingTime))
		answer(w, f.mime, f.body)
	}
}
