package harness

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTempFolderGoes: a temporary folder is removed even if nobody has rights on folders in it. Each is removed
// alone.
func TestTempFolderGoes(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	one, removeOne, err := TempFolder()
	if err != nil {
		t.Fatal(err)
	}
	two, removeTwo, err := TempFolder()
	if err != nil {
		t.Fatal(err)
	}
	deep := filepath.Join(one, "deep", "deeper")
	if err := os.MkdirAll(deep, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{deep, filepath.Dir(deep)} {
		if err := os.Chmod(dir, 0); err != nil {
			t.Fatal(err)
		}
	}
	removeOne()
	if _, err := os.Lstat(one); !os.IsNotExist(err) {
		t.Errorf("the folder is still there: %v", err)
	}
	if st, err := os.Stat(two); err != nil || !st.IsDir() || two == one {
		t.Errorf("the other folder: %v", err)
	}
	removeTwo()
	if _, err := os.Lstat(two); !os.IsNotExist(err) {
		t.Errorf("the other folder is still there: %v", err)
	}
}

// TestNoTempFolder: the error names the folder that does not exist.
func TestNoTempFolder(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "nosuch")
	t.Setenv("TMPDIR", missing)
	t.Setenv("TMP", missing)
	_, _, err := TempFolder()
	if !HostFault(err) || !strings.Contains(err.Error(), missing) || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v, expected an error with %s", err, missing)
	}
}
