package startertest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// CheckJSDoc lets the TypeScript compiler of a built starter check the types that a JavaScript file, and those that it
// needs, name in their comments.
func CheckJSDoc(t *testing.T, folder, file string) {
	t.Helper()
	script, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	config := fmt.Sprintf(`{"compilerOptions": {"noEmit": true, "allowJs": true, "checkJs": true, "strict": true, "module": "node16",
		"target": "es2022", "lib": ["es2022"], "types": []}, "files": [%q, "node.d.ts"]}`, filepath.ToSlash(script))
	if err := os.WriteFile(filepath.Join(folder, "jsdoc.json"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	Run(t, folder, nil, "node", "node_modules/typescript/bin/tsc", "-p", "jsdoc.json")
}
