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
	"blast":          {pure: true},
	"hexabomb":       {pure: true},
	"hexabomb/wire":  {ours: []string{"hexabomb", "internal/jsonappend", "internal/jsonscan"}, pure: true},
	"bomberman":      {pure: true},
	"bomberman/wire": {ours: []string{"bomberman", "internal/jsonappend", "internal/jsonscan"}, pure: true},
	"originals/bomberman/console": {ours: []string{
		"arena", "arena/overrounds", "bomberman", "bomberman/wire", "game", "internal/english", "internal/plain",
		"match", "viewer",
	}},
	"originals/bomberman/dropin": {ours: []string{
		"arena", "arena/record", "bomberman", "harness", "internal/plain", "internal/shellquote", "match",
		"originals/bomberman/console", "originals/bomberman/rounds", "replay",
	}},
	"originals/bomberman/netconsole": {ours: []string{"bomberman", "bomberman/wire", "internal/english"}},
	"internal/jsonappend":            {pure: true},
	"internal/vectors":               {},
	"internal/jsonscan":              {pure: true},
	"internal/lzma":                  {pure: true},
	"internal/enginetest":            {},
	"game/gametest":                  {ours: []string{"game", "viewer"}},
	"drawing":                        {ours: []string{"internal/plain"}, pure: true},
	"game/tinygame":                  {ours: []string{"game", "match", "viewer"}},
	"internal/listeners":             {ours: []string{"netorcai"}},
	"bots/testbot":                   {ours: []string{"bots/remote", "netorcai"}},
	"internal/stage":                 {},
	"tools/testrun":                  {},
	"internal/plain":                 {},
	"internal/errortext":             {ours: []string{"internal/plain"}},
	"internal/botsum":                {ours: []string{"internal/regular"}},
	"internal/regular":               {},
	"netorcai":                       {ours: []string{"internal/jsonappend", "internal/jsonscan"}},
	"netorcai/server":                {ours: []string{"netorcai"}},
	"originals/netorcai/logform":     {ours: []string{"internal/plain"}},
	"originals/netorcai/prompt":      {ours: []string{"internal/foreground", "netorcai/server"}},
	"internal/foreground":            {},
	"internal/freeport":              {},
	"internal/ptytest":               {},
	"docs/schematest":                {ours: []string{"docs"}},
	"match":                          {pure: true},
	"game":                           {ours: []string{"match", "viewer"}},
	"games": {ours: []string{
		"bomberman", "bomberman/forecast", "bomberman/wire", "bots/bomberbots", "bots/hexabots", "game", "hexabomb",
		"hexabomb/forecast", "hexabomb/wire", "internal/english", "maps", "viewer",
	}},
	"harness":                    {ours: []string{"internal/plain", "internal/regular"}},
	"originals/bomberman/rounds": {ours: []string{"bomberman", "bomberman/wire", "harness", "internal/english", "internal/regular"}},
	"":                           {ours: []string{"arena", "arena/overnetorcai", "arena/overrounds", "games"}}, // the arena of all games and programs
	"arena":                      {ours: []string{"drawing", "entrant", "game", "harness", "match", "viewer"}},
	"arena/talk":                 {ours: []string{"arena", "bomberman/wire", "game", "netorcai", "stdio"}},
	"arena/programs":             {ours: []string{"arena", "arena/talk", "harness", "internal/plain", "match", "stdio"}},
	"arena/overnetorcai": {ours: []string{
		"arena", "arena/programs", "entrant", "game", "harness", "internal/jsonscan", "internal/listeners",
		"internal/plain", "match", "netorcai", "netorcai/server", "stdio",
	}},
	"arena/overrounds": {ours: []string{
		"arena", "arena/programs", "bomberman", "bomberman/wire", "game", "harness", "match",
		"originals/bomberman/rounds", "stdio",
	}},
	"stdio":            {ours: []string{"harness", "internal/jsonappend", "internal/plain"}},
	"arena/resultfile": {ours: []string{"arena", "game", "games", "internal/filelock", "internal/plain", "match"}},
	"show/human":       {ours: []string{"arena", "viewer"}},
	"arena/record":     {ours: []string{"arena", "game", "harness", "match", "netorcai", "netorcai/server", "replay"}},
	"arena/options": {ours: []string{
		"arena", "entrant", "game", "games", "harness", "internal/shellquote", "internal/usage", "maps", "match",
	}},
	"show/report": {ours: []string{
		"arena", "arena/record", "arena/resultfile", "explain", "internal/plain", "match", "show/summary",
		"show/terminal", "viewer",
	}},
	"show/livepage": {ours: []string{
		"arena", "arena/record", "game", "internal/listeners", "replay", "show/live", "show/scenes", "show/serve",
		"viewer",
	}},
	"checkup": {ours: []string{
		"arena", "arena/overrounds", "bomberman", "game", "games", "harness", "hexabomb", "hexabomb/wire",
		"internal/english", "internal/plain", "maps", "match", "originals/bomberman/rounds", "viewer",
	}},
	"rerun": {ours: []string{
		"arena", "arena/record", "drawing", "game", "games", "harness", "internal/english", "internal/plain",
		"match", "replay", "viewer",
	}},
	"replay": {ours: []string{"bomberman/wire", "game", "internal/english", "internal/jsonappend", "internal/regular", "match"}},
	"message": {ours: []string{
		"bomberman", "bomberman/wire", "entrant", "game", "internal/plain", "match", "netorcai", "netorcai/server",
		"replay", "stdio",
	}},
	"branch": {ours: []string{
		"arena", "arena/record", "games", "message", "replay", "rerun", "show/human", "show/live", "show/livepage",
		"show/serve", "viewer",
	}},
	"entrant": {ours: []string{"harness", "internal/botsum", "internal/plain", "internal/regular", "match"}},
	"explain": {ours: []string{
		"blast", "bomberman", "bomberman/forecast", "game", "hexabomb", "hexabomb/forecast", "internal/english",
		"internal/plain", "match", "replay", "viewer",
	}},
	"lab": {ours: []string{
		"arena", "arena/options", "arena/record", "arena/talk", "bots", "entrant", "explain", "game", "games",
		"harness", "internal/english", "internal/plain", "lab/lessons", "maps", "match", "replay",
		"rerun", "show/human", "show/playback", "show/scenes", "stdio", "viewer",
	}},
	"lab/lessons": {ours: []string{
		"arena", "arena/record", "docs", "drawing", "game", "games", "hexabomb", "hexabomb/forecast",
		"hexabomb/wire", "internal/english", "viewer",
	}},
	"lab/dist":      {},
	"lab/build":     {ours: []string{"internal/lzma"}},
	"viewer":        {ours: []string{"internal/english", "internal/jsonappend"}, pure: true},
	"show/terminal": {ours: []string{"internal/plain", "viewer"}},
	"show/termtest": {ours: []string{"games", "hexabomb", "viewer"}},
	"show/tui":      {ours: []string{"internal/english", "show/terminal", "viewer"}},
	"show/playback": {ours: []string{"game", "match", "replay", "viewer"}},
	"show/picture":  {ours: []string{"internal/english", "viewer"}},
	"show/serve":    {ours: []string{"internal/listeners", "match", "show/picture", "show/series", "show/web", "viewer"}},
	"show/series":   {ours: []string{"match"}, pure: true},
	"show/catalog": {ours: []string{
		"drawing", "game", "games", "internal/regular", "replay", "show/playback", "show/serve", "viewer",
	}},
	"show/live":            {ours: []string{"docs", "lab/dist", "show/serve", "show/web", "viewer"}},
	"show/follow":          {ours: []string{"game", "netorcai", "show/live", "viewer"}},
	"show/web":             {},
	"show/web/test/tamper": {ours: []string{"replay"}},
	"maps":                 {ours: []string{"hexabomb", "hexabomb/wire", "internal/english", "internal/regular", "match"}},
	"maps/internal/design": {ours: []string{"hexabomb"}},
	"maps/internal/gen":    {ours: []string{"maps", "maps/internal/design"}},
	"simulate": {ours: []string{
		"bomberman", "bomberman/wire", "hexabomb", "hexabomb/wire", "internal/english", "internal/jsonappend",
		"internal/jsonscan", "maps", "match",
	}},
	"bots":                      {ours: []string{"internal/shellquote"}},
	"bots/bomberman/go":         {},
	"bots/go":                   {},
	"bots/hexabots":             {ours: []string{"hexabomb", "hexabomb/forecast"}, pure: true},
	"bots/bomberbots":           {ours: []string{"bomberman", "bomberman/forecast"}, pure: true},
	"bots/internal/startertest": {ours: []string{"internal/stage"}},
	"train/dataset":             {ours: []string{"bomberman", "game", "games", "hexabomb", "hexabomb/wire", "replay", "train/observe"}},
	"train/observe":             {ours: []string{"bomberman", "hexabomb"}, pure: true},
	"bots/remote":               {ours: []string{"bots/hexabots", "hexabomb", "hexabomb/wire", "netorcai"}},
	"docs":                      {},
	"docs/searching":            {ours: []string{"hexabomb", "hexabomb/forecast"}},
	"tools/figures": {ours: []string{
		"bomberman", "bomberman/wire", "bots/bomberbots", "games", "hexabomb", "show/picture", "train/observe",
		"viewer",
	}},
	"cmd/blastyard": {ours: []string{
		"arena", "arena/options", "arena/record", "arena/resultfile", "bots", "bots/hexabots", "bots/remote",
		"branch", "checkup", "command", "command/complete", "docs", "doctor", "entrant", "entrant/build", "explain",
		"game", "games", "harness", "hexabomb/wire", "internal/english", "internal/errortext", "internal/flagerror",
		"internal/foreground", "internal/links", "internal/newfile", "internal/plain", "internal/shellquote",
		"internal/usage", "lab/dist", "maps", "match", "message", "netorcai", "netorcai/server",
		"originals/bomberman/console", "originals/bomberman/dropin", "originals/bomberman/netconsole",
		"originals/hexabomb/logic", "originals/netorcai/options", "originals/netorcai/prompt", "replay", "rerun",
		"show/catalog", "show/export/options", "show/follow", "show/human", "show/lines", "show/live",
		"show/livepage", "show/mapview", "show/picture", "show/playback", "show/report", "show/scenes",
		"show/serve", "show/summary", "show/terminal", "show/tui", "show/web", "simulate", "train", "viewer",
	}},
	"cmd/blastyard-tournament": {ours: []string{"command", "harness", "tournament/commands"}},
	"tournament/commands": {ours: []string{
		"command", "internal/flagerror", "internal/plain", "internal/shellquote", "internal/usage", "tournament",
		"tournament/check", "tournament/control", "tournament/engine", "tournament/event", "tournament/report",
		"tournament/store", "tournament/submission",
	}},
	"command":           {ours: []string{"command/about", "command/complete", "command/results", "internal/errortext", "internal/flagerror", "internal/newfile", "internal/usage"}},
	"tournament":        {ours: []string{"match", "tournament/rating"}, pure: true},
	"tournament/rating": {pure: true},
	"tournament/event": {ours: []string{
		"arena", "bots", "entrant", "game", "games", "harness", "internal/newfile", "internal/plain",
		"internal/regular", "match", "tournament",
	}},
	"tournament/check": {ours: []string{
		"arena", "checkup", "entrant", "entrant/build", "harness", "tournament", "tournament/archive",
		"tournament/event",
	}},
	"tournament/control": {ours: []string{
		"internal/english", "internal/plain", "internal/shellquote", "show/serve", "show/terminal", "tournament",
		"tournament/engine", "tournament/event", "tournament/report", "tournament/site", "tournament/store",
		"tournament/submission", "tournament/verify", "tournament/web",
	}},
	"tournament/report":  {ours: []string{"internal/english", "internal/plain", "match", "show/terminal", "tournament", "tournament/check", "tournament/store"}},
	"tournament/archive": {},
	"tournament/worker": {ours: []string{
		"arena", "arena/overrounds", "arena/record", "doctor", "entrant", "entrant/build", "game", "harness",
		"internal/filelock", "internal/hostlag", "internal/plain", "match", "originals/bomberman/rounds", "replay",
		"tournament", "tournament/archive", "tournament/event",
	}},
	"tournament/verify": {ours: []string{
		"game", "internal/english", "internal/plain", "replay", "tournament", "tournament/event",
		"tournament/store", "tournament/worker",
	}},
	"tournament/store": {ours: []string{"match", "tournament"}},
	"tournament/engine": {ours: []string{
		"arena", "entrant", "internal/filelock", "tournament", "tournament/archive", "tournament/event",
		"tournament/store", "tournament/worker",
	}},
	"tournament/submission": {ours: []string{
		"arena", "checkup", "entrant", "entrant/build", "explain", "game", "games", "harness", "internal/english",
		"internal/plain", "internal/regular", "replay", "tournament", "tournament/archive",
	}},
	"tournament/site": {ours: []string{
		"arena", "games", "internal/english", "show/live", "show/livepage", "show/serve", "tournament",
		"tournament/archive", "tournament/engine", "tournament/event", "tournament/rating", "tournament/store",
		"tournament/submission", "tournament/web", "viewer",
	}},
	"tournament/web": {ours: []string{
		"explain", "games", "internal/english", "internal/plain", "lab/dist", "replay", "show/catalog",
		"show/export", "show/playback", "show/serve", "show/web", "tournament", "viewer",
	}},
	"internal/hostlag":           {},
	"internal/filelock":          {},
	"internal/links":             {},
	"command/results":            {ours: []string{"show/terminal"}},
	"command/complete":           {ours: []string{"arena", "bots", "bots/bomberbots", "bots/hexabots", "harness", "maps", "match"}},
	"internal/flagerror":         {},
	"internal/usage":             {},
	"command/about":              {ours: []string{"games", "netorcai"}},
	"show/lines":                 {ours: []string{"arena", "game", "internal/plain", "show/terminal"}},
	"internal/shellquote":        {ours: []string{"internal/plain"}},
	"originals/hexabomb/logic":   {ours: []string{"hexabomb", "hexabomb/wire", "internal/plain", "maps", "netorcai"}},
	"internal/english":           {pure: true},
	"internal/newfile":           {},
	"show/mapview":               {ours: []string{"games", "internal/english", "internal/newfile", "maps", "viewer"}},
	"originals/netorcai/options": {ours: []string{"internal/english", "netorcai", "netorcai/server", "originals/netorcai/logform", "originals/netorcai/prompt"}},
	"doctor":                     {ours: []string{"harness", "show/serve", "show/terminal"}},
	"entrant/build":              {ours: []string{"entrant", "harness", "internal/plain", "originals/bomberman/rounds"}},
	"hexabomb/forecast":          {ours: []string{"blast", "hexabomb"}, pure: true},
	"bomberman/forecast":         {ours: []string{"blast", "bomberman"}, pure: true},
	"show/export":                {ours: []string{"internal/english", "internal/regular", "show/picture", "show/playback", "show/web", "viewer"}},
	"show/export/options": {ours: []string{
		"explain", "games", "internal/flagerror", "internal/usage", "replay", "show/export", "show/picture",
		"show/playback", "viewer",
	}},
	"train": {ours: []string{
		"bomberman", "bomberman/wire", "bots/bomberbots", "bots/hexabots", "games", "hexabomb", "hexabomb/wire",
		"maps", "match", "replay", "train/dataset", "train/observe", "train/render",
	}},
	"train/render": {ours: []string{
		"bomberman", "games", "hexabomb", "show/live", "show/picture", "show/serve", "show/terminal", "viewer",
	}},
	"show/summary": {ours: []string{"internal/english", "internal/plain", "match", "replay", "show/playback", "viewer"}},
	"show/scenes":  {ours: []string{"arena", "arena/record", "explain", "game", "replay", "show/playback", "viewer"}},
}

// assembled are the packages that may import the arena of all games and programs.
var assembled = []string{"checkup", "cmd/blastyard", "originals/bomberman/dropin", "tournament/event"}

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
			if i == "blastyard" && !slices.Contains(assembled, name) {
				t.Errorf("%s imports the whole arena, which it may not", name)
			}
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

// TestFirstCommand: the program that everybody builds first needs nothing that takes long to compile and only
// competitions use. go run ./cmd/blastyard would take several times as long with JetStream and SQLite.
func TestFirstCommand(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "./cmd/blastyard").Output()
	if err != nil {
		t.Fatal(err)
	}
	needed := strings.Fields(string(out))
	for _, p := range needed {
		for _, not := range []string{"github.com/nats-io/", "modernc.org/", "blastyard/tournament"} {
			if strings.HasPrefix(p, not) {
				t.Errorf("cmd/blastyard needs %s, which belongs into cmd/blastyard-tournament", p)
			}
		}
	}
	if len(needed) < 100 || !slices.Contains(needed, "blastyard/arena") {
		t.Errorf("go list showed only %d packages", len(needed))
	}
}
