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
	"hexabomb":                    {pure: true},
	"hexabomb/wire":               {ours: []string{"internal/jsonappend", "hexabomb", "internal/jsonscan"}, pure: true},
	"bomberman":                   {pure: true},
	"bomberman/wire":              {ours: []string{"internal/jsonappend", "internal/jsonscan", "bomberman"}, pure: true},
	"originals/bomberman/console": {ours: []string{"arena", "bomberman", "bomberman/wire", "game", "internal/english", "internal/plain", "match", "viewer"}},
	"originals/bomberman/dropin": {ours: []string{"arena", "arena/record", "bomberman", "originals/bomberman/console", "harness", "originals/bomberman/rounds",
		"internal/plain", "internal/shellquote", "match", "replay"}},
	"originals/bomberman/netconsole": {ours: []string{"bomberman", "bomberman/wire", "internal/english"}},
	"internal/jsonappend":            {pure: true},
	"internal/vectors":               {},
	"internal/jsonscan":              {pure: true},
	"internal/enginetest":            {},
	"game/gametest":                  {ours: []string{"game", "viewer"}},
	"drawing":                        {ours: []string{"internal/plain"}, pure: true},
	"game/tinygame":                  {ours: []string{"game", "match", "viewer"}},
	"internal/hostile":               {},
	"internal/hostile/bot":           {ours: []string{"internal/hostile", "netorcai"}},
	"internal/listeners":             {ours: []string{"netorcai"}},
	"bots/testbot":                   {ours: []string{"bots/remote", "netorcai"}},
	"internal/stage":                 {},
	"tools/testrun":                  {},
	"internal/plain":                 {},
	"internal/errortext":             {ours: []string{"internal/plain"}},
	"internal/botsum":                {ours: []string{"internal/regular"}},
	"internal/regular":               {},
	"netorcai":                       {ours: []string{"internal/jsonappend", "internal/jsonscan"}},
	"netorcai/server":                {ours: []string{"netorcai", "internal/jsonscan"}},
	"originals/netorcai/logform":     {ours: []string{"internal/plain"}},
	"originals/netorcai/prompt":      {ours: []string{"netorcai/server", "internal/foreground"}},
	"internal/foreground":            {},
	"internal/freeport":              {},
	"internal/ptytest":               {},
	"docs/schematest":                {ours: []string{"docs"}},
	"match":                          {pure: true},
	"game": {ours: []string{"internal/english", "hexabomb", "hexabomb/forecast", "hexabomb/wire", "bomberman", "bomberman/forecast",
		"bomberman/wire", "bots/hexabots", "bots/bomberbots",
		"maps", "viewer"}},
	"harness":                    {ours: []string{"internal/plain", "internal/regular"}},
	"originals/bomberman/rounds": {ours: []string{"bomberman", "bomberman/wire", "harness", "internal/english", "internal/regular"}},
	"arena": {ours: []string{"bomberman", "bomberman/wire", "drawing", "entrant", "game", "harness", "originals/bomberman/rounds", "internal/jsonscan",
		"internal/listeners", "internal/plain", "match", "netorcai", "netorcai/server", "stdio", "viewer"}},
	"stdio":                     {ours: []string{"harness", "internal/jsonappend", "internal/plain"}},
	"arena/resultfile":          {ours: []string{"arena", "game", "internal/filelock", "internal/plain", "match"}},
	"show/human":                {ours: []string{"arena", "viewer", "show/serve"}},
	"arena/record":              {ours: []string{"arena", "game", "harness", "match", "netorcai", "netorcai/server", "replay", "viewer"}},
	"arena/options":             {ours: []string{"arena", "entrant", "game", "harness", "internal/shellquote", "internal/usage", "maps", "match"}},
	"show/report":               {ours: []string{"arena", "arena/record", "arena/resultfile", "explain", "internal/plain", "match", "viewer", "show/summary", "show/terminal"}},
	"show/livepage":             {ours: []string{"arena", "arena/record", "explain", "game", "internal/listeners", "replay", "viewer", "show/live", "show/playback", "show/serve"}},
	"checkup":                   {ours: []string{"arena", "bomberman", "game", "harness", "originals/bomberman/rounds", "hexabomb", "hexabomb/wire", "internal/english", "internal/plain", "match", "viewer"}},
	"rerun":                     {ours: []string{"arena", "arena/record", "bomberman", "drawing", "game", "harness", "internal/english", "internal/plain", "match", "replay", "viewer", "show/terminal"}},
	"replay":                    {ours: []string{"bomberman", "bomberman/wire", "drawing", "game", "internal/english", "internal/jsonappend", "internal/regular", "match"}},
	"message":                   {ours: []string{"bomberman", "bomberman/wire", "entrant", "game", "internal/plain", "match", "netorcai", "netorcai/server", "replay", "stdio"}},
	"branch":                    {ours: []string{"arena", "show/human", "show/livepage", "arena/record", "game", "match", "message", "replay", "rerun", "viewer", "show/live", "show/serve"}},
	"entrant":                   {ours: []string{"harness", "internal/botsum", "internal/plain", "internal/regular"}},
	"explain":                   {ours: []string{"hexabomb", "hexabomb/wire", "hexabomb/forecast", "bomberman", "bomberman/forecast", "game", "match", "replay", "viewer", "internal/english", "internal/plain"}},
	"viewer":                    {ours: []string{"internal/jsonappend", "hexabomb", "bomberman", "internal/english"}, pure: true},
	"show/terminal":             {ours: []string{"viewer", "internal/plain"}},
	"show/termtest":             {ours: []string{"hexabomb", "viewer"}},
	"show/tui":                  {ours: []string{"internal/english", "viewer", "show/terminal"}},
	"show/playback":             {ours: []string{"game", "match", "replay", "viewer"}},
	"show/picture":              {ours: []string{"viewer"}},
	"show/serve":                {ours: []string{"internal/listeners", "match", "viewer", "show/picture", "show/series", "show/web"}},
	"show/series":               {ours: []string{"match"}, pure: true},
	"show/catalog":              {ours: []string{"drawing", "game", "internal/regular", "replay", "viewer", "show/playback", "show/serve"}},
	"show/live":                 {ours: []string{"docs", "viewer", "show/serve", "show/web"}},
	"show/follow":               {ours: []string{"game", "netorcai", "viewer", "show/live"}},
	"show/web":                  {},
	"show/web/build":            {},
	"maps":                      {ours: []string{"hexabomb", "hexabomb/wire", "match", "internal/english", "internal/regular"}},
	"maps/internal/design":      {ours: []string{"hexabomb", "hexabomb/wire", "maps"}},
	"maps/internal/gen":         {ours: []string{"maps", "maps/internal/design"}},
	"simulate":                  {ours: []string{"internal/jsonappend", "match", "hexabomb", "hexabomb/wire", "bomberman", "bomberman/wire", "maps", "internal/jsonscan", "internal/english"}},
	"bots":                      {ours: []string{"internal/shellquote"}},
	"bots/bomberman/go":         {},
	"bots/go":                   {},
	"bots/hexabots":             {ours: []string{"hexabomb", "hexabomb/forecast"}, pure: true},
	"bots/bomberbots":           {ours: []string{"bomberman", "bomberman/forecast"}, pure: true},
	"bots/internal/startertest": {ours: []string{"internal/stage"}},
	"train/dataset":             {ours: []string{"bomberman", "game", "hexabomb", "hexabomb/wire", "replay", "train/observe"}},
	"train/observe":             {ours: []string{"hexabomb", "bomberman"}, pure: true},
	"bots/remote":               {ours: []string{"bots/hexabots", "hexabomb", "hexabomb/wire", "netorcai"}},
	"docs":                      {},
	"docs/searching":            {ours: []string{"hexabomb", "hexabomb/forecast"}},
	"tools/figures":             {ours: []string{"bots/bomberbots", "hexabomb", "bomberman", "bomberman/wire", "train/observe", "viewer", "show/picture"}},
	"cmd/blastyard": {ours: []string{
		"arena", "show/human", "show/lines", "show/livepage", "arena/options", "arena/record", "show/report", "arena/resultfile", "bomberman",
		"originals/bomberman/console", "originals/bomberman/dropin", "originals/bomberman/netconsole", "bomberman/wire", "bots", "bots/hexabots", "bots/remote", "branch", "checkup",
		"docs", "doctor", "entrant", "entrant/build", "explain", "game", "harness", "hexabomb", "originals/hexabomb/logic", "hexabomb/wire", "command",
		"command/complete", "internal/english", "internal/errortext", "internal/flagerror", "internal/foreground", "internal/links", "internal/newfile", "internal/plain",
		"internal/shellquote", "internal/usage", "maps", "show/mapview", "match", "message", "netorcai", "originals/netorcai/options", "originals/netorcai/prompt",
		"netorcai/server", "replay", "rerun", "simulate", "train", "viewer", "show/catalog", "show/export/options", "show/follow", "show/live",
		"show/picture", "show/playback", "show/serve", "show/summary", "show/terminal", "show/tui", "show/web",
	}},
	"cmd/blastyard-tournament":   {ours: []string{"harness", "command", "tournament/commands"}},
	"tournament/commands":        {ours: []string{"command", "internal/flagerror", "internal/plain", "internal/shellquote", "internal/usage", "tournament", "tournament/check", "tournament/control", "tournament/engine", "tournament/event", "tournament/report", "tournament/store", "tournament/submission"}},
	"command":                    {ours: []string{"command/about", "command/complete", "internal/errortext", "internal/flagerror", "internal/newfile", "internal/plain", "command/results", "internal/usage"}},
	"tournament":                 {ours: []string{"tournament/rating", "match"}, pure: true},
	"tournament/rating":          {pure: true},
	"tournament/event":           {ours: []string{"arena", "bots", "entrant", "game", "harness", "internal/newfile", "internal/plain", "internal/regular", "match", "tournament"}},
	"tournament/check":           {ours: []string{"arena", "checkup", "entrant", "entrant/build", "harness", "tournament", "tournament/archive", "tournament/event"}},
	"tournament/control":         {ours: []string{"internal/english", "internal/plain", "internal/shellquote", "replay", "tournament", "tournament/archive", "tournament/engine", "tournament/event", "tournament/report", "tournament/site", "tournament/store", "tournament/submission", "tournament/verify", "tournament/web", "show/terminal", "show/serve"}},
	"tournament/report":          {ours: []string{"internal/english", "internal/plain", "match", "tournament", "tournament/check", "tournament/event", "tournament/rating", "tournament/store", "show/terminal"}},
	"tournament/archive":         {ours: []string{"entrant", "internal/plain", "internal/regular"}},
	"tournament/worker":          {ours: []string{"arena", "arena/record", "doctor", "entrant", "entrant/build", "game", "harness", "originals/bomberman/rounds", "internal/filelock", "internal/hostlag", "internal/plain", "match", "replay", "tournament", "tournament/archive", "tournament/event"}},
	"tournament/verify":          {ours: []string{"game", "internal/english", "internal/plain", "replay", "tournament", "tournament/event", "tournament/store", "tournament/worker"}},
	"tournament/store":           {ours: []string{"match", "tournament"}},
	"tournament/engine":          {ours: []string{"arena", "entrant", "internal/filelock", "tournament", "tournament/archive", "tournament/event", "tournament/store", "tournament/worker"}},
	"tournament/submission":      {ours: []string{"arena", "checkup", "entrant", "entrant/build", "explain", "game", "harness", "internal/english", "internal/plain", "internal/regular", "replay", "tournament", "tournament/archive"}},
	"tournament/site":            {ours: []string{"arena", "show/livepage", "game", "internal/english", "tournament", "tournament/archive", "tournament/engine", "tournament/event", "tournament/rating", "tournament/store", "tournament/submission", "tournament/web", "viewer", "show/live", "show/serve"}},
	"tournament/web":             {ours: []string{"explain", "game", "internal/english", "internal/plain", "replay", "tournament", "viewer", "show/catalog", "show/export", "show/playback", "show/serve", "show/web"}},
	"internal/hostlag":           {},
	"internal/filelock":          {},
	"internal/links":             {},
	"command/results":            {ours: []string{"show/terminal"}},
	"command/complete":           {ours: []string{"arena", "bots", "bots/bomberbots", "bots/hexabots", "harness", "maps", "match"}},
	"internal/flagerror":         {},
	"internal/usage":             {},
	"command/about":              {ours: []string{"game", "netorcai"}},
	"show/lines":                 {ours: []string{"arena", "game", "internal/plain", "show/terminal"}},
	"internal/shellquote":        {ours: []string{"internal/plain"}},
	"originals/hexabomb/logic":   {ours: []string{"hexabomb", "hexabomb/wire", "internal/plain", "maps", "netorcai"}},
	"internal/english":           {pure: true},
	"internal/newfile":           {},
	"show/mapview":               {ours: []string{"hexabomb", "internal/newfile", "maps", "viewer", "internal/english"}},
	"originals/netorcai/options": {ours: []string{"internal/english", "netorcai", "originals/netorcai/logform", "originals/netorcai/prompt", "netorcai/server"}},
	"doctor":                     {ours: []string{"harness", "show/serve", "show/terminal"}},
	"entrant/build":              {ours: []string{"entrant", "harness", "originals/bomberman/rounds", "internal/plain"}},
	"hexabomb/forecast":          {ours: []string{"hexabomb"}, pure: true},
	"bomberman/forecast":         {ours: []string{"bomberman"}, pure: true},
	"show/export":                {ours: []string{"internal/english", "internal/regular", "viewer", "show/picture", "show/playback", "show/web"}},
	"show/export/options":        {ours: []string{"explain", "game", "internal/flagerror", "internal/usage", "replay", "viewer", "show/export", "show/picture", "show/playback"}},
	"train":                      {ours: []string{"bomberman", "bomberman/wire", "bots/bomberbots", "bots/hexabots", "game", "hexabomb", "hexabomb/wire", "maps", "match", "replay", "train/dataset", "train/observe", "train/render"}},
	"train/render":               {ours: []string{"bomberman", "hexabomb", "viewer", "show/live", "show/picture", "show/serve", "show/terminal"}},
	"show/summary":               {ours: []string{"internal/english", "internal/plain", "match", "replay", "viewer", "show/playback"}},
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
