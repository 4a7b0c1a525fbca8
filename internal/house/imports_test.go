package house

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
	"rules/blast":          {pure: true},
	"rules/hexabomb":       {pure: true},
	"rules/hexabomb/wire":  {ours: []string{"rules/hexabomb", "internal/jsonappend", "internal/jsonscan"}, pure: true},
	"rules/bomberman":      {pure: true},
	"rules/bomberman/wire": {ours: []string{"rules/bomberman", "internal/jsonappend", "internal/jsonscan"}, pure: true},
	"originals/bomberman/console": {ours: []string{
		"arena", "arena/overrounds", "rules/bomberman", "rules/bomberman/wire", "game", "internal/english", "internal/plain",
		"game/match", "game/viewer",
	}},
	"originals/bomberman/dropin": {ours: []string{
		"arena", "arena/record", "rules/bomberman", "arena/harness", "internal/plain", "internal/shellquote", "game/match",
		"originals/bomberman/console", "arena/rounds", "replay",
	}},
	"originals/bomberman/netconsole": {ours: []string{"rules/bomberman", "rules/bomberman/wire", "internal/english"}},
	"internal/jsonappend":            {pure: true},
	"internal/vectors":               {},
	"internal/jsonscan":              {pure: true},
	"internal/lzma":                  {pure: true},
	"internal/enginetest":            {},
	"game/gametest":                  {ours: []string{"game", "game/viewer"}},
	"protocol/drawing":               {ours: []string{"internal/plain"}, pure: true},
	"game/tinygame":                  {ours: []string{"game", "game/match", "game/viewer"}},
	"internal/listeners":             {ours: []string{"protocol/netorcai"}},
	"bots/testbot":                   {ours: []string{"bots/remote", "protocol/netorcai"}},
	"internal/stage":                 {},
	"tools/testrun":                  {},
	"internal/plain":                 {},
	"internal/errortext":             {ours: []string{"internal/plain"}},
	"internal/botsum":                {ours: []string{"internal/regular"}},
	"internal/regular":               {},
	"protocol/netorcai":              {ours: []string{"internal/jsonappend", "internal/jsonscan"}},
	"protocol/netorcai/server":       {ours: []string{"protocol/netorcai"}},
	"originals/netorcai/logform":     {ours: []string{"internal/plain"}},
	"originals/netorcai/prompt":      {ours: []string{"internal/foreground", "protocol/netorcai/server"}},
	"internal/foreground":            {},
	"internal/freeport":              {},
	"internal/ptytest":               {},
	"docs/schematest":                {ours: []string{"docs"}},
	"game/match":                     {pure: true},
	"game":                           {ours: []string{"game/match", "game/viewer"}},
	"game/games": {ours: []string{
		"rules/bomberman", "rules/bomberman/forecast", "rules/bomberman/wire", "bots/bomberbots", "bots/hexabots", "game", "rules/hexabomb",
		"rules/hexabomb/forecast", "rules/hexabomb/wire", "internal/english", "rules/maps", "game/viewer",
	}},
	"arena/harness":  {ours: []string{"internal/plain", "internal/regular"}},
	"arena/rounds":   {ours: []string{"rules/bomberman", "rules/bomberman/wire", "arena/harness", "internal/english", "internal/regular"}},
	"":               {ours: []string{"arena", "arena/overnetorcai", "arena/overrounds", "game/games"}}, // the arena of all games and programs
	"arena":          {ours: []string{"protocol/drawing", "arena/entrant", "game", "arena/harness", "game/match", "game/viewer"}},
	"arena/talk":     {ours: []string{"arena", "rules/bomberman/wire", "game", "protocol/netorcai", "protocol/stdio"}},
	"arena/programs": {ours: []string{"arena", "arena/talk", "arena/harness", "internal/plain", "game/match", "protocol/stdio"}},
	"arena/overnetorcai": {ours: []string{
		"arena", "arena/programs", "arena/entrant", "game", "arena/harness", "internal/jsonscan", "internal/listeners",
		"internal/plain", "game/match", "protocol/netorcai", "protocol/netorcai/server", "protocol/stdio",
	}},
	"arena/overrounds": {ours: []string{
		"arena", "arena/programs", "rules/bomberman", "rules/bomberman/wire", "game", "arena/harness", "game/match",
		"arena/rounds", "protocol/stdio",
	}},
	"protocol/stdio":   {ours: []string{"arena/harness", "internal/jsonappend", "internal/plain"}},
	"arena/resultfile": {ours: []string{"arena", "game", "game/games", "internal/filelock", "internal/plain", "game/match"}},
	"show/human":       {ours: []string{"arena", "game/viewer"}},
	"arena/record":     {ours: []string{"arena", "game", "arena/harness", "game/match", "protocol/netorcai", "protocol/netorcai/server", "replay"}},
	"arena/options": {ours: []string{
		"arena", "arena/entrant", "game", "game/games", "arena/harness", "internal/shellquote", "internal/usage", "rules/maps", "game/match",
	}},
	"show/report": {ours: []string{
		"arena", "arena/record", "arena/resultfile", "replay/explain", "internal/plain", "game/match", "show/summary",
		"show/terminal", "game/viewer",
	}},
	"show/livepage": {ours: []string{
		"arena", "arena/record", "game", "internal/listeners", "replay", "show/live", "show/scenes", "show/serve",
		"game/viewer",
	}},
	"arena/checkup": {ours: []string{
		"arena", "arena/overrounds", "rules/bomberman", "game", "game/games", "arena/harness", "rules/hexabomb", "rules/hexabomb/wire",
		"internal/english", "internal/plain", "rules/maps", "game/match", "arena/rounds", "game/viewer",
	}},
	"arena/rerun": {ours: []string{
		"arena", "arena/record", "protocol/drawing", "game", "game/games", "arena/harness", "internal/english", "internal/plain",
		"game/match", "replay", "game/viewer",
	}},
	"replay": {ours: []string{"rules/bomberman/wire", "game", "internal/english", "internal/jsonappend", "internal/regular", "game/match"}},
	"arena/message": {ours: []string{
		"rules/bomberman", "rules/bomberman/wire", "arena/entrant", "game", "internal/plain", "game/match", "protocol/netorcai", "protocol/netorcai/server",
		"replay", "protocol/stdio",
	}},
	"show/branch": {ours: []string{
		"arena", "arena/record", "game/games", "arena/message", "replay", "arena/rerun", "show/human", "show/live", "show/livepage",
		"show/serve", "game/viewer",
	}},
	"arena/entrant": {ours: []string{"arena/harness", "internal/botsum", "internal/plain", "internal/regular", "game/match"}},
	"replay/explain": {ours: []string{
		"rules/blast", "rules/bomberman", "rules/bomberman/forecast", "game", "rules/hexabomb", "rules/hexabomb/forecast", "internal/english",
		"internal/plain", "game/match", "replay", "game/viewer",
	}},
	"show/lab": {ours: []string{
		"arena", "arena/options", "arena/record", "arena/talk", "bots", "arena/entrant", "replay/explain", "game", "game/games",
		"arena/harness", "internal/english", "internal/plain", "show/lab/lessons", "rules/maps", "game/match", "replay",
		"arena/rerun", "show/human", "show/playback", "show/scenes", "protocol/stdio", "game/viewer",
	}},
	"show/lab/lessons": {ours: []string{
		"arena", "arena/record", "docs", "protocol/drawing", "game", "game/games", "rules/hexabomb", "rules/hexabomb/forecast",
		"rules/hexabomb/wire", "internal/english", "game/viewer",
	}},
	"show/lab/dist":  {},
	"show/lab/build": {ours: []string{"internal/lzma"}},
	"game/viewer":    {ours: []string{"internal/english", "internal/jsonappend"}, pure: true},
	"show/terminal":  {ours: []string{"internal/plain", "game/viewer"}},
	"show/termtest":  {ours: []string{"game/games", "rules/hexabomb", "game/viewer"}},
	"show/tui":       {ours: []string{"internal/english", "show/terminal", "game/viewer"}},
	"show/playback":  {ours: []string{"game", "game/match", "replay", "game/viewer"}},
	"show/picture":   {ours: []string{"internal/english", "game/viewer"}},
	"show/serve":     {ours: []string{"internal/listeners", "game/match", "show/picture", "show/series", "show/web", "game/viewer"}},
	"show/series":    {ours: []string{"game/match"}, pure: true},
	"show/catalog": {ours: []string{
		"protocol/drawing", "game", "game/games", "internal/regular", "replay", "show/playback", "show/serve", "game/viewer",
	}},
	"show/live":                  {ours: []string{"docs", "show/lab/dist", "show/serve", "show/web", "game/viewer"}},
	"show/follow":                {ours: []string{"game", "protocol/netorcai", "show/live", "game/viewer"}},
	"show/web":                   {},
	"show/web/test/tamper":       {ours: []string{"replay"}},
	"rules/maps":                 {ours: []string{"rules/hexabomb", "rules/hexabomb/wire", "internal/english", "internal/regular", "game/match"}},
	"rules/maps/internal/design": {ours: []string{"rules/hexabomb"}},
	"rules/maps/internal/gen":    {ours: []string{"rules/maps", "rules/maps/internal/design"}},
	"game/simulate": {ours: []string{
		"rules/bomberman", "rules/bomberman/wire", "rules/hexabomb", "rules/hexabomb/wire", "internal/english", "internal/jsonappend",
		"internal/jsonscan", "rules/maps", "game/match",
	}},
	"bots":                      {ours: []string{"internal/shellquote"}},
	"bots/bomberman/go":         {},
	"bots/go":                   {},
	"bots/hexabots":             {ours: []string{"rules/hexabomb", "rules/hexabomb/forecast"}, pure: true},
	"bots/bomberbots":           {ours: []string{"rules/bomberman", "rules/bomberman/forecast"}, pure: true},
	"bots/internal/startertest": {ours: []string{"internal/stage"}},
	"train/dataset":             {ours: []string{"rules/bomberman", "game", "game/games", "rules/hexabomb", "rules/hexabomb/wire", "replay", "train/observe"}},
	"train/observe":             {ours: []string{"rules/bomberman", "rules/hexabomb"}, pure: true},
	"bots/remote":               {ours: []string{"bots/hexabots", "rules/hexabomb", "rules/hexabomb/wire", "protocol/netorcai"}},
	"docs":                      {},
	"docs/searching":            {ours: []string{"rules/hexabomb", "rules/hexabomb/forecast"}},
	"tools/palette":             {ours: []string{"game/viewer"}},
	"tools/figures": {ours: []string{
		"rules/bomberman", "rules/bomberman/wire", "bots/bomberbots", "game/games", "rules/hexabomb", "show/picture", "train/observe",
		"game/viewer",
	}},
	"cmd/blastyard": {ours: []string{
		"arena", "arena/options", "arena/record", "arena/resultfile", "bots", "bots/hexabots", "bots/remote",
		"show/branch", "arena/checkup", "cmd/command", "cmd/command/complete", "docs", "cmd/doctor", "arena/entrant", "arena/entrant/build", "replay/explain",
		"game", "game/games", "arena/harness", "rules/hexabomb/wire", "internal/english", "internal/errortext", "internal/flagerror",
		"internal/foreground", "internal/links", "internal/newfile", "internal/plain", "internal/shellquote",
		"internal/usage", "show/lab/dist", "rules/maps", "game/match", "arena/message", "protocol/netorcai", "protocol/netorcai/server",
		"originals/bomberman/console", "originals/bomberman/dropin", "originals/bomberman/netconsole",
		"originals/hexabomb/logic", "originals/netorcai/options", "originals/netorcai/prompt", "replay", "arena/rerun",
		"show/catalog", "show/export/options", "show/follow", "show/human", "show/lines", "show/live",
		"show/livepage", "show/mapview", "show/picture", "show/playback", "show/report", "show/scenes",
		"show/serve", "show/summary", "show/terminal", "show/tui", "show/web", "game/simulate", "train", "game/viewer",
	}},
	"cmd/blastyard-tournament": {ours: []string{"cmd/command", "arena/harness", "tournament/commands"}},
	"tournament/commands": {ours: []string{
		"cmd/command", "internal/flagerror", "internal/plain", "internal/shellquote", "internal/usage", "tournament",
		"tournament/check", "tournament/control", "tournament/engine", "tournament/event", "tournament/report",
		"tournament/store", "tournament/submission",
	}},
	"cmd/command":       {ours: []string{"cmd/command/about", "cmd/command/complete", "cmd/command/results", "internal/errortext", "internal/flagerror", "internal/newfile", "internal/usage"}},
	"tournament":        {ours: []string{"game/match", "tournament/rating"}, pure: true},
	"tournament/rating": {pure: true},
	"tournament/event": {ours: []string{
		"arena", "bots", "arena/entrant", "game", "game/games", "arena/harness", "internal/newfile", "internal/plain",
		"internal/regular", "game/match", "tournament",
	}},
	"tournament/check": {ours: []string{
		"arena", "arena/checkup", "arena/entrant", "arena/entrant/build", "arena/harness", "tournament", "tournament/archive",
		"tournament/event",
	}},
	"tournament/control": {ours: []string{
		"internal/english", "internal/plain", "internal/shellquote", "show/serve", "show/terminal", "tournament",
		"tournament/engine", "tournament/event", "tournament/report", "tournament/site", "tournament/store",
		"tournament/submission", "tournament/verify", "tournament/web",
	}},
	"tournament/report":  {ours: []string{"internal/english", "internal/plain", "game/match", "show/terminal", "tournament", "tournament/check", "tournament/store"}},
	"tournament/archive": {},
	"tournament/worker": {ours: []string{
		"arena", "arena/overrounds", "arena/record", "cmd/doctor", "arena/entrant", "arena/entrant/build", "game", "arena/harness",
		"internal/filelock", "internal/hostlag", "internal/plain", "game/match", "arena/rounds", "replay",
		"tournament", "tournament/archive", "tournament/event",
	}},
	"tournament/verify": {ours: []string{
		"game", "internal/english", "internal/plain", "replay", "tournament", "tournament/event",
		"tournament/store", "tournament/worker",
	}},
	"tournament/store": {ours: []string{"game/match", "tournament"}},
	"tournament/engine": {ours: []string{
		"arena", "arena/entrant", "internal/filelock", "tournament", "tournament/archive", "tournament/event",
		"tournament/store", "tournament/worker",
	}},
	"tournament/submission": {ours: []string{
		"arena", "arena/checkup", "arena/entrant", "arena/entrant/build", "replay/explain", "game", "game/games", "arena/harness", "internal/english",
		"internal/plain", "internal/regular", "replay", "tournament", "tournament/archive",
	}},
	"tournament/site": {ours: []string{
		"arena", "game/games", "internal/english", "show/live", "show/livepage", "show/serve", "tournament",
		"tournament/archive", "tournament/engine", "tournament/event", "tournament/rating", "tournament/store",
		"tournament/submission", "tournament/web", "game/viewer",
	}},
	"tournament/web": {ours: []string{
		"replay/explain", "game/games", "internal/english", "internal/plain", "show/lab/dist", "replay", "show/catalog",
		"show/export", "show/playback", "show/serve", "show/web", "tournament", "game/viewer",
	}},
	"internal/hostlag":           {},
	"internal/filelock":          {},
	"internal/links":             {},
	"cmd/command/results":        {ours: []string{"show/terminal"}},
	"cmd/command/complete":       {ours: []string{"arena", "bots", "bots/bomberbots", "bots/hexabots", "arena/harness", "rules/maps", "game/match"}},
	"internal/flagerror":         {},
	"internal/usage":             {},
	"cmd/command/about":          {ours: []string{"game/games", "protocol/netorcai"}},
	"show/lines":                 {ours: []string{"arena", "game", "internal/plain", "show/terminal"}},
	"internal/shellquote":        {ours: []string{"internal/plain"}},
	"originals/hexabomb/logic":   {ours: []string{"rules/hexabomb", "rules/hexabomb/wire", "internal/plain", "rules/maps", "protocol/netorcai"}},
	"internal/english":           {pure: true},
	"internal/newfile":           {},
	"show/mapview":               {ours: []string{"game/games", "internal/english", "internal/newfile", "rules/maps", "game/viewer"}},
	"originals/netorcai/options": {ours: []string{"internal/english", "protocol/netorcai", "protocol/netorcai/server", "originals/netorcai/logform", "originals/netorcai/prompt"}},
	"cmd/doctor":                 {ours: []string{"arena/harness", "show/serve", "show/terminal"}},
	"arena/entrant/build":        {ours: []string{"arena/entrant", "arena/harness", "internal/plain", "arena/rounds"}},
	"rules/hexabomb/forecast":    {ours: []string{"rules/blast", "rules/hexabomb"}, pure: true},
	"rules/bomberman/forecast":   {ours: []string{"rules/blast", "rules/bomberman"}, pure: true},
	"show/export":                {ours: []string{"internal/english", "internal/regular", "show/picture", "show/playback", "show/web", "game/viewer"}},
	"show/export/options": {ours: []string{
		"replay/explain", "game/games", "internal/flagerror", "internal/usage", "replay", "show/export", "show/picture",
		"show/playback", "game/viewer",
	}},
	"train": {ours: []string{
		"rules/bomberman", "rules/bomberman/wire", "bots/bomberbots", "bots/hexabots", "game/games", "rules/hexabomb", "rules/hexabomb/wire",
		"rules/maps", "game/match", "replay", "train/dataset", "train/observe", "train/render",
	}},
	"train/render": {ours: []string{
		"rules/bomberman", "game/games", "rules/hexabomb", "show/live", "show/picture", "show/serve", "show/terminal", "game/viewer",
	}},
	"show/summary": {ours: []string{"internal/english", "internal/plain", "game/match", "replay", "show/playback", "game/viewer"}},
	"show/scenes":  {ours: []string{"arena", "arena/record", "replay/explain", "game", "replay", "show/playback", "game/viewer"}},
}

// assembled are the packages that may import the arena of all games and programs.
var assembled = []string{"arena/checkup", "cmd/blastyard", "originals/bomberman/dropin", "tournament/event"}

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
		name := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
		if len(p.Imports) == 0 {
			continue // tests only
		}
		rule, known := allowed[name]
		if !known {
			t.Errorf("package %s is not in the list of allowed imports", name)
		}
		for _, i := range p.Imports {
			if i == module && !slices.Contains(assembled, name) {
				t.Errorf("%s imports the whole arena, which it may not", name)
			}
			if ours, is := strings.CutPrefix(i, module+"/"); is && !slices.Contains(rule.ours, ours) {
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
		for _, not := range []string{"github.com/nats-io/", "modernc.org/", module + "/tournament"} {
			if strings.HasPrefix(p, not) {
				t.Errorf("cmd/blastyard needs %s, which belongs into cmd/blastyard-tournament", p)
			}
		}
	}
	if len(needed) < 100 || !slices.Contains(needed, module+"/arena") {
		t.Errorf("go list showed only %d packages", len(needed))
	}
}
