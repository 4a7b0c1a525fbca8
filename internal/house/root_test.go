// Package house has the tests of the whole module: what may import what, how large files are, which words they use.
package house

import (
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
	folder, err := root()
	if err == nil {
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
