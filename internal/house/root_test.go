// Package house has the tests of the whole module: what may import what, how large files are, which words they use.
package house

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// module is the path of this module.
var module = strings.TrimSuffix(reflect.TypeFor[suspect]().PkgPath(), "/internal/house")

// TestMain runs all tests in the root of the module.
func TestMain(m *testing.M) {
	// A name that is not absolute tells go test's cache which clone this is: it looks only at files of the clone in which
	// it runs, so a result from another one would be taken for that of this one.
	_, err := os.Stat(".")
	folder, rootErr := root()
	if err = errors.Join(err, rootErr); err == nil {
		err = os.Chdir(folder)
	}
	if err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// root is the folder with go.mod, above that in which the tests begin.
func root() (string, error) {
	folder, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder, nil
		}
		above := filepath.Dir(folder)
		if above == folder {
			return "", os.ErrNotExist
		}
		folder = above
	}
	return "", err
}
