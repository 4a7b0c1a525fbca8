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

// pythonRoot is where Python is served for bots of the laboratory: the files of Pyodide, from Config.Python.
const pythonRoot = "/python/"

// pythonFiles are what the page loads of Pyodide, and their types; nothing else of its folder is served.
var pythonFiles = map[string]string{
	"pyodide-lock.json": mimes[".json"],
	"pyodide.asm.js":    mimes[".js"],
	"pyodide.asm.wasm":  wasmType,
	"pyodide.js":        mimes[".js"],
	"python_stdlib.zip": "application/zip",
}

// pythonPolicy is labPolicy for a page that has Python. A frame has the policies of its page, too: without this no bot
// could compile WebAssembly. The frame of bots in JavaScript still forbids it.
var pythonPolicy = strings.Replace(labPolicy, web.BotFrame, web.BotFrame+" 'wasm-unsafe-eval'", 1)

// MissingPython says which files of Pyodide are not in the folder that was said to hold them.
type MissingPython struct{ Files []string }

func (e *MissingPython) Error() string { return "there is no " + strings.Join(e.Files, " and no ") }

// CheckPython says whether a folder holds what Config.Python needs. The error is *MissingPython where files are
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

// A python has the files of Pyodide, each read when somebody asks for it.
type python map[string]func() (*file, error)

// newPython checks that there is a Pyodide; nil is none.
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

// tell tells the page of the laboratory where Python is.
func (p python) tell(files map[string]*file) {
	desk := files[labPage]
	if p == nil || desk == nil {
		return
	}
	told := bytes.Replace(desk.body, []byte("<body "), []byte(`<body data-python="`+pythonRoot[1:]+`" `), 1)
	files[labPage] = newFile(desk.mime, told)
	if files["/"] == desk {
		files["/"] = files[labPage]
	}
}

// getPython serves the files of Pyodide.
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
		// Slow readers have their time; the packer packs it, fast rather than well.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(sendingTime))
		answer(w, f.mime, f.body)
	}
}
