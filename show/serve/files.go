package serve

import (
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"sync"
)

// A file is a file of the page.
type file struct {
	mime    string
	version string
	body    []byte
	packed  func() []byte
}

// mimes are the media types of the page's files. Others are not served.
var mimes = map[string]string{
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".json": "application/json",
	".map":  "application/json",
	".svg":  "image/svg+xml",
	".png":  "image/png",
	".ico":  "image/x-icon",
	".txt":  "text/plain; charset=utf-8",
	".py":   "text/plain; charset=utf-8", // shown, and saved by hand: the bots of the tutorial
}

func newFile(mime string, body []byte) *file {
	return &file{
		mime: mime, version: versionOf(body), body: body,
		packed: sync.OnceValue(func() []byte { return compressWell(body) }),
	}
}

// readFiles reads all files of the page, by path. first is the file at the root. Hostile paths cannot reach the file
// system, because nothing is looked up later.
func readFiles(from fs.FS, first string) (map[string]*file, error) {
	files := map[string]*file{}
	if from == nil {
		return files, nil
	}
	err := fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		mime := mimes[path.Ext(name)]
		if err != nil || !d.Type().IsRegular() || mime == "" {
			return err
		}
		body, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		files["/"+name] = newFile(mime, body)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("serve: read the page: %w", err)
	}
	index := files["/"+first]
	if index == nil {
		return nil, fmt.Errorf("serve: read the page: there is no %s", first)
	}
	files["/"] = index
	return files, nil
}

func (s *Server) getFile(w http.ResponseWriter, r *http.Request) {
	f := s.files[r.URL.Path]
	if f != nil && f == s.files[labPage] {
		w.Header().Set("Content-Security-Policy", s.labPolicy)
	}
	s.serveFile(w, r, f)
}

// serveFile sends a file, or an error if f is nil.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request, f *file) {
	switch {
	case f == nil:
		fail(w, http.StatusNotFound, "there is nothing here")
	case unchanged(w, r, f.version):
	case takesGzip(w) && len(f.body) >= worthPacking:
		answerPacked(w, f.mime, f.packed())
	default:
		answer(w, f.mime, f.body)
	}
}
