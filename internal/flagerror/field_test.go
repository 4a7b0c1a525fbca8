package flagerror

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/spf13/pflag"
)

func TestField(t *testing.T) {
	for text, want := range map[string]string{
		"picture: Width is 9, expected 64 to 4000": "--width is 9, expected 64 to 4000",
		"maps: cells is -1, expected 1 or more":    "--cells is -1, expected 1 or more",
		"maps: the shape of it is odd":             "maps: the shape of it is odd",
		"width is 9":                               "width is 9",
	} {
		if got := Field(errors.New(text)); got.Error() != want {
			t.Errorf("%s: %v, want %s", text, got, want)
		}
	}
	if err := Field(fmt.Errorf("maps: file is x: %w", fs.ErrNotExist)); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestAliases(t *testing.T) {
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	flags.SetNormalizeFunc(Aliases(map[string]string{"out": "output"}))
	out := flags.StringP("output", "o", "", "")
	if err := flags.Parse([]string{"--out", "x"}); err != nil || *out != "x" || !flags.Changed("output") || flags.Parse([]string{"--ou=x"}) == nil {
		t.Errorf("%v, %q", err, *out)
	}
}
