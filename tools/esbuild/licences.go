package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// addLicences puts the licences of the libraries of vendor/ that a bundle holds before its code, and adds the files
// that say so to the inputs.
func addLicences(web string, files map[string][]byte, metafile string, inputs map[string]bool) error {
	var meta struct {
		Outputs map[string]struct {
			Inputs map[string]struct{ BytesInOutput int }
		}
	}
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return err
	}
	versions, err := libraryVersions(filepath.Join(web, "vendor/VERSIONS"))
	if err != nil {
		return err
	}
	for output, of := range meta.Outputs {
		name, isScript := strings.TrimPrefix(output, "dist/"), strings.HasSuffix(output, ".js")
		libraries := map[string][]string{} // by licence
		for _, input := range slices.Sorted(maps.Keys(of.Inputs)) {
			inside, ok := strings.CutPrefix(path.Dir(input), "vendor/")
			if !ok || !isScript || of.Inputs[input].BytesInOutput == 0 {
				continue
			}
			licence := path.Join("vendor", inside, "LICENSE")
			text, err := os.ReadFile(filepath.Join(web, licence))
			if err != nil {
				return err
			}
			if versions[inside] == "" {
				return fmt.Errorf("vendor/VERSIONS does not name %s", inside)
			}
			inputs[licence], inputs["vendor/VERSIONS"] = true, true
			text = bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
			libraries[string(text)] = append(libraries[string(text)], versions[inside])
		}
		var notes []string
		for licence, of := range libraries {
			notes = append(notes, fmt.Sprintf("/*! With %s:\n%s\n*/\n", strings.Join(of, ", "), licence))
		}
		slices.Sort(notes)
		files[name] = append([]byte(strings.Join(notes, "")), files[name]...)
	}
	return nil
}

// libraryVersions reads the names and versions of the libraries, by folder in vendor/.
func libraryVersions(file string) (map[string]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	versions := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) >= 2 {
			versions[fields[0]] = strings.TrimPrefix(fields[0], "codemirror/") + " " + fields[1]
		}
	}
	return versions, nil
}
