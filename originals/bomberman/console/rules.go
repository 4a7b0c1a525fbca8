package console

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
)

//go:embed rules.md
var rules []byte

// RulesFile is the default file of WriteRules.
const RulesFile = "rules.md"

// WriteRules prints the rules of the game, and writes them to a file. A file with other content stays unchanged.
func WriteRules(out io.Writer, file string) error {
	if _, err := out.Write(rules); err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		old, err := os.ReadFile(file)
		if err == nil && string(old) == string(rules) {
			return nil
		}
		return fmt.Errorf("%s exists already and holds something else: remove it or go to another folder", file)
	}
	if err != nil {
		return err
	}
	_, err = f.Write(rules)
	return errors.Join(err, f.Close())
}
