package foreground

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestFiles: what is no terminal is read at once, until the context has ended. In a terminal: TestInTheBackground of
// cmd/blastyard.
func TestFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	ctx, cancel := context.WithCancel(t.Context())
	in := Input(ctx, f)
	if got, err := io.ReadAll(in); err != nil || string(got) != "text" {
		t.Errorf("%q, %v", got, err)
	}
	cancel()
	if n, err := in.Read(make([]byte, 1)); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d, %v after the end", n, err)
	}
	other := bytes.NewReader(nil)
	if Input(ctx, other) != io.Reader(other) {
		t.Error("a reader that is no file is wrapped")
	}
}
