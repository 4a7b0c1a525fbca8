//go:build unix || windows

package entrant

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"blastyard/internal/nearest"
	"blastyard/internal/regular"
	"blastyard/internal/text"
	"blastyard/internal/tomlerror"
)

// decode reads a TOML file. An unknown key is an error.
func decode(file string, into any) error {
	content, err := regular.ReadText(file, maxFile)
	var path *fs.PathError
	switch {
	case errors.As(err, &path):
		return fileError{fmt.Errorf("%s: %w", file, path.Err)}
	case err != nil:
		return fileError{fmt.Errorf("%s: %w", file, err)}
	}
	if err := text.Check(content); err != nil {
		return fileError{fmt.Errorf("%s: %w", file, err)}
	}
	d := toml.NewDecoder(bytes.NewReader(content)).DisallowUnknownFields()
	if err = d.Decode(into); err != nil {
		return fileError{tomlError(file, content, err, into)}
	}
	return nil
}

// tomlError is an error of the decoder in words: the file and its line, the key, what it is and what was expected.
func tomlError(file string, content []byte, err error, into any) error {
	var unknown *toml.StrictMissingError
	var wrong *toml.DecodeError
	switch {
	case errors.As(err, &unknown) && len(unknown.Errors) > 0:
		line, _ := unknown.Errors[0].Position()
		keys := unknown.Errors[0].Key()
		return fmt.Errorf("%s:%d: there is no key %s%s", file, line, strings.Join(keys, "."),
			nearest.Hint(keys[len(keys)-1], tomlKeys(reflect.TypeOf(into))))
	case errors.As(err, &wrong):
		line, _ := wrong.Position()
		if m := mismatch.FindStringSubmatch(strings.TrimPrefix(wrong.Error(), "toml: ")); m != nil {
			key := strings.Join(wrong.Key(), ".")
			if m[2] == "string" && slices.Contains(tomlMaps(reflect.TypeOf(into)), key) {
				key = "a value of " + key
			}
			return fmt.Errorf("%s:%d: %s is %s, expected %s", file, line, key, tomlValue(m[1]), expectedTOML(m[2]))
		}
		return fmt.Errorf("%s:%d: %s", file, line, tomlerror.InLine(wrong, content, line))
	}
	return fmt.Errorf("%s: %s", file, tomlerror.Words(err))
}

// mismatch is what the decoder says of a value of another kind than expected: the kind, and the type of Go.
var mismatch = regexp.MustCompile(`^cannot (?:decode TOML|store an?) (.+?)(?: in| into) ` +
	`(?:struct field \S+ of type |an? )?(\S+)$`)

// tomlValue is a kind of TOML value with its article.
func tomlValue(kind string) string {
	switch kind {
	case "string":
		return "a text"
	case "boolean":
		return "true or false"
	case "array":
		return "a list"
	case "inline table":
		return "a table"
	case "integer", "array table":
		return "an " + kind
	}
	return "a " + kind
}

// expectedTOML is what a type of Go is made from.
func expectedTOML(goType string) string {
	goType = strings.TrimLeft(goType, "*")
	switch {
	case strings.HasPrefix(goType, "[]"):
		return "a list"
	case strings.HasPrefix(goType, "int"), strings.HasPrefix(goType, "uint"):
		return "a whole number"
	case strings.HasPrefix(goType, "float"):
		return "a number"
	case goType == "bool":
		return "true or false"
	case goType == "string", goType == protocolType:
		return "a text"
	}
	return "a table"
}

// protocolType is the type of a bot's protocol, which is a text in files.
var protocolType = reflect.TypeFor[Protocol]().String()

// tomlMaps are the keys whose tables have any keys, at any depth.
func tomlMaps(t reflect.Type) (keys []string) {
	switch t.Kind() { //nolint:exhaustive // others have no keys
	case reflect.Pointer, reflect.Slice:
		return tomlMaps(t.Elem())
	case reflect.Struct:
		for f := range t.Fields() {
			if keys = append(keys, tomlMaps(f.Type)...); f.Type.Kind() == reflect.Map {
				keys = append(keys, f.Tag.Get("toml"))
			}
		}
	}
	return keys
}

// tomlKeys are the keys from which a value is made, at any depth.
func tomlKeys(t reflect.Type) (keys []string) {
	switch t.Kind() { //nolint:exhaustive // others have no keys
	case reflect.Pointer, reflect.Slice:
		return tomlKeys(t.Elem())
	case reflect.Struct:
		for f := range t.Fields() {
			keys = append(append(keys, f.Tag.Get("toml")), tomlKeys(f.Type)...)
		}
	}
	return keys
}
