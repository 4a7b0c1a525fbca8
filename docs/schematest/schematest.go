// Package schematest compares JSON with the schemas of the manual's folder schema, for tests.
package schematest

import (
	"bytes"
	"io/fs"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"blastyard/docs"
)

// Schema is a compiled schema.
type Schema struct{ *jsonschema.Schema }

// Compile compiles the schema NAME.json.
func Compile(t *testing.T, name string) Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	files, err := fs.Glob(docs.Files(), "schema/*.json")
	if err != nil {
		t.Fatal(err)
	}
	const root = "https://blastyard.invalid/"
	for _, file := range files {
		text, err := fs.ReadFile(docs.Files(), file)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err == nil {
			err = c.AddResource(root+file, doc)
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	s, err := c.Compile(root + "schema/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return Schema{s}
}

// Fits tells what of a value of JSON does not fit; nil: all of it fits. A text that is no JSON ends the test.
func (s Schema) Fits(t *testing.T, text string) error {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v: %.300s", err, text)
	}
	return s.Validate(v)
}
