package blastyard

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// allowed says which of our packages each package may import, and which packages of the standard library a pure one may
// not. A package that is not listed here fails the test: decide where it stands first.
var allowed = map[string]struct {
	ours []string
	pure bool // no os, net, time, log and what stands on them
}{
	"hexabomb":             {pure: true},
	"hexabomb/wire":        {ours: []string{"internal/jsonappend", "hexabomb", "internal/jsonscan"}, pure: true},
	"bomberman":            {pure: true},
	"bomberman/wire":       {ours: []string{"internal/jsonappend", "bomberman"}, pure: true},
	"bomberman/console":    {ours: []string{"arena", "bomberman", "bomberman/wire", "game", "internal/english", "internal/plain", "match", "viewer"}},
	"bomberman/netconsole": {ours: []string{"bomberman", "bomberman/wire", "internal/english"}},
	"internal/jsonappend":  {pure: true},
	"internal/vectors":     {},
	"internal/jsonscan":    {pure: true},
	"internal/enginetest":  {},
	"internal/gametest":    {ours: []string{"game", "viewer"}},
	"internal/tinygame":    {ours: []string{"game", "match", "viewer"}},
	"internal/hostile":     {},
	"internal/hostile/bot": {ours: []string{"internal/hostile", "netorcai"}},
	"internal/listeners":   {},
	"internal/plain":       {},
	"internal/botsum":      {ours: []string{"internal/regular"}},
	"internal/regular":     {},
	"netorcai":             {ours: []string{"internal/jsonappend", "internal/jsonscan"}},
	"netorcai/server":      {ours: []string{"netorcai", "internal/jsonscan"}},
	"netorcai/logform":     {ours: []string{"internal/plain"}},
	"netorcai/prompt":      {ours: []string{"netorcai/server", "internal/foreground"}},
	"internal/foreground":  {},
	"internal/ptytest":     {},
	"match":                {pure: true},
	"game": {ours: []string{"hexabomb", "hexabomb/wire", "bomberman", "bomberman/wire", "bots/hexabots", "bots/bomberbots",
		"maps", "viewer"}},
	"harness":        {ours: []string{"internal/plain", "internal/regular"}},
	"harness/rounds": {ours: []string{"bomberman", "bomberman/wire", "harness", "internal/english", "internal/regular"}},
	"arena": {ours: []string{"bomberman", "bomberman/wire", "entrant", "game", "harness", "harness/rounds", "internal/jsonscan",
		"internal/listeners", "internal/plain", "match", "netorcai", "netorcai/server", "viewer"}},
	"arena/human":               {ours: []string{"arena", "viewer", "viewer/serve"}},
	"arena/record":              {ours: []string{"arena", "game", "harness", "match", "netorcai", "netorcai/server", "replay", "viewer"}},
	"arena/livepage":            {ours: []string{"arena", "arena/record", "replay", "viewer", "viewer/live", "viewer/playback"}},
	"checkup":                   {ours: []string{"arena", "bomberman", "game", "harness", "harness/rounds", "hexabomb", "hexabomb/wire", "internal/english", "internal/plain", "match", "viewer"}},
	"rerun":                     {ours: []string{"arena", "arena/record", "bomberman", "game", "harness", "internal/plain", "match", "replay", "viewer"}},
	"replay":                    {ours: []string{"bomberman", "bomberman/wire", "game", "internal/english", "internal/jsonappend", "internal/regular"}},
	"entrant":                   {ours: []string{"harness", "internal/botsum", "internal/plain", "internal/regular"}},
	"explain":                   {ours: []string{"hexabomb", "hexabomb/wire", "hexabomb/forecast", "bomberman", "bomberman/forecast", "game", "replay", "viewer", "internal/plain"}},
	"viewer":                    {ours: []string{"internal/jsonappend", "hexabomb", "bomberman", "internal/english"}, pure: true},
	"viewer/terminal":           {ours: []string{"viewer", "internal/plain"}},
	"viewer/termtest":           {ours: []string{"hexabomb", "viewer"}},
	"viewer/tui":                {ours: []string{"viewer", "viewer/terminal"}},
	"viewer/playback":           {ours: []string{"game", "replay", "viewer"}},
	"viewer/picture":            {ours: []string{"viewer"}},
	"viewer/serve":              {ours: []string{"viewer", "viewer/web"}},
	"viewer/catalog":            {ours: []string{"game", "internal/regular", "replay", "viewer", "viewer/playback", "viewer/serve"}},
	"viewer/live":               {ours: []string{"docs", "viewer", "viewer/serve", "viewer/web"}},
	"viewer/follow":             {ours: []string{"game", "netorcai", "viewer", "viewer/live"}},
	"viewer/web":                {},
	"viewer/web/build":          {},
	"maps":                      {ours: []string{"hexabomb", "hexabomb/wire", "match", "internal/english", "internal/regular"}},
	"maps/internal/design":      {ours: []string{"hexabomb", "hexabomb/wire", "maps"}},
	"maps/internal/gen":         {ours: []string{"maps", "maps/internal/design"}},
	"simulate":                  {ours: []string{"internal/jsonappend", "hexabomb", "hexabomb/wire", "bomberman", "bomberman/wire", "maps", "internal/jsonscan", "internal/english"}},
	"bots":                      {},
	"bots/bomberman/go":         {},
	"bots/go":                   {},
	"bots/hexabots":             {ours: []string{"hexabomb", "hexabomb/forecast"}, pure: true},
	"bots/bomberbots":           {ours: []string{"bomberman", "bomberman/forecast"}, pure: true},
	"bots/internal/startertest": {},
	"bots/remote":               {ours: []string{"bots/hexabots", "hexabomb", "hexabomb/wire", "netorcai"}},
	"docs":                      {},
	"docs/internal/figures":     {ours: []string{"hexabomb", "bomberman", "bomberman/wire", "viewer", "viewer/picture"}},
	"cmd/blastyard": {ours: []string{
		"arena", "arena/human", "arena/lines", "arena/livepage", "arena/record", "bomberman", "bomberman/console",
		"bomberman/netconsole", "bomberman/wire", "bots", "bots/bomberbots", "bots/hexabots", "bots/remote",
		"checkup", "docs", "doctor", "entrant", "entrant/build", "explain", "game", "harness", "harness/rounds",
		"hexabomb", "hexabomb/logic", "hexabomb/wire", "internal/english", "internal/flagerror",
		"internal/foreground", "internal/links", "internal/newfile", "internal/plain", "internal/shellquote",
		"maps", "maps/mapview", "match", "netorcai", "netorcai/options", "netorcai/prompt", "netorcai/server",
		"replay", "rerun", "simulate", "viewer", "viewer/catalog", "viewer/export", "viewer/follow", "viewer/live",
		"viewer/picture", "viewer/playback", "viewer/serve", "viewer/summary", "viewer/terminal", "viewer/tui",
		"viewer/web",
	}},
	"internal/links":      {},
	"internal/flagerror":  {},
	"arena/lines":         {ours: []string{"arena", "game", "internal/plain", "viewer/terminal"}},
	"internal/shellquote": {ours: []string{"internal/plain"}},
	"hexabomb/logic":      {ours: []string{"hexabomb", "hexabomb/wire", "internal/plain", "maps", "netorcai"}},
	"internal/english":    {pure: true},
	"internal/newfile":    {},
	"maps/mapview":        {ours: []string{"hexabomb", "maps", "viewer", "internal/english"}},
	"netorcai/options":    {ours: []string{"netorcai", "netorcai/logform", "netorcai/prompt", "netorcai/server"}},
	"doctor":              {ours: []string{"harness", "viewer/serve", "viewer/terminal"}},
	"entrant/build":       {ours: []string{"entrant", "harness", "harness/rounds"}},
	"hexabomb/forecast":   {ours: []string{"hexabomb"}, pure: true},
	"bomberman/forecast":  {ours: []string{"bomberman"}, pure: true},
	"viewer/export":       {ours: []string{"viewer", "viewer/picture", "viewer/playback", "viewer/web"}},
	"viewer/summary":      {ours: []string{"internal/english", "internal/plain", "match", "replay", "viewer", "viewer/playback"}},
}

var impure = []string{"os", "net", "time", "log"}

func TestImports(t *testing.T) {
	list := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for d := json.NewDecoder(strings.NewReader(string(out))); ; seen++ {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, "blastyard"), "/")
		if len(p.Imports) == 0 {
			continue // tests only
		}
		rule, known := allowed[name]
		if !known {
			t.Errorf("package %s is not in the list of allowed imports", name)
		}
		for _, i := range p.Imports {
			if ours, is := strings.CutPrefix(i, "blastyard/"); is && !slices.Contains(rule.ours, ours) {
				t.Errorf("%s imports %s, which it may not", name, ours)
			}
			first, _, _ := strings.Cut(i, "/")
			if rule.pure && slices.Contains(impure, first) {
				t.Errorf("%s imports %s, but it must be pure", name, i)
			}
		}
	}
	if seen < 10 {
		t.Errorf("go list showed only %d packages", seen)
	}
}
