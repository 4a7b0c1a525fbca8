// Package jsonerror reads JSON that people and other programs wrote, and says what is wrong with it in their words: the
// key, its value and what was expected, without the words of Go.
package jsonerror

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"blastyard/internal/nearest"
)

// Strict decodes a text that is one JSON value. A key that into does not have, and anything behind the value, are
// errors. Its errors are those of Explain.
func Strict(text []byte, into any) error { return StrictFrom(bytes.NewReader(text), into) }

// StrictFrom is Strict for a stream that ends behind the value. An error of the stream is returned as it is.
func StrictFrom(in io.Reader, into any) error {
	d := json.NewDecoder(in)
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return Explain(err, into)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more than one JSON value")
	}
	return nil
}

// Decode decodes a text that is one JSON value. Keys that into does not have are ignored.
func Decode(text []byte, into any) error { return Explain(json.Unmarshal(text, into), into) }

// Explain turns an error of encoding/json, for a value that was decoded into into, into one that names the key, the
// value and what was expected. It returns other errors unchanged.
func Explain(err error, into any) error {
	if err == nil {
		return nil
	}
	if wrong, is := errors.AsType[*json.UnmarshalTypeError](err); is {
		what := wrong.Field
		if what == "" {
			what = "the JSON value"
		}
		return fmt.Errorf("%s is %s, expected %s", what, found(wrong.Value), Expected(wrong.Type))
	}
	if key, is := unknownKey(err); is {
		return fmt.Errorf("there is no key %q%s", key, nearest.Hint(key, Keys(into)))
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return errTooShort
	}
	if wrong, is := errors.AsType[*json.SyntaxError](err); is {
		return noJSON(wrong)
	}
	if text, is := strings.CutPrefix(err.Error(), "json: "); is {
		return errors.New(text)
	}
	return err
}

// unknownKey is the key that a strict decoder does not know. Its error has no type.
func unknownKey(err error) (key string, is bool) {
	quoted, is := strings.CutPrefix(err.Error(), "json: unknown field ")
	if !is {
		return "", false
	}
	key, err = strconv.Unquote(quoted)
	return key, err == nil
}

// found is a value as json.UnmarshalTypeError describes it, in words.
func found(value string) string {
	number, isNumber := strings.CutPrefix(value, "number ")
	switch {
	case isNumber:
		return number
	case value == "string":
		return "a text"
	case value == "bool":
		return "true or false"
	case value == "array":
		return "a list"
	case value == "object":
		return "an object"
	case value == "number":
		return "a number"
	}
	return value
}

// Expected is what JSON and TOML values a Go type is made from, in words.
func Expected(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() { //nolint:exhaustive // the rest is below
	case reflect.Bool:
		return "true or false"
	case reflect.Int8, reflect.Int16, reflect.Int32:
		half := int64(1) << (t.Bits() - 1)
		return fmt.Sprintf("a whole number from %d to %d", -half, half-1)
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		return fmt.Sprintf("a whole number from 0 to %d", uint64(1)<<t.Bits()-1)
	case reflect.Uint, reflect.Uint64, reflect.Uintptr:
		return "a whole number of 0 or more"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.String:
		return "a text"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Map, reflect.Struct:
		return "an object"
	}
	return "another kind of value"
}

// Keys are the keys that JSON objects have from which a value can be made, at any depth.
func Keys(into any) []string {
	var keys []string
	seen := map[reflect.Type]bool{}
	var visit func(t reflect.Type)
	visit = func(t reflect.Type) {
		switch t.Kind() { //nolint:exhaustive // others have no keys
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			visit(t.Elem())
		case reflect.Struct:
			if seen[t] {
				return
			}
			seen[t] = true
			for f := range t.Fields() {
				name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				if f.IsExported() && name != "-" && !(f.Anonymous && name == "") {
					keys = append(keys, nameOr(name, f.Name))
				}
				visit(f.Type)
			}
		}
	}
	if into != nil {
		visit(reflect.TypeOf(into))
	}
	return keys
}

func nameOr(name, otherwise string) string {
	if name == "" {
		return otherwise
	}
	return name
}
