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
	"hexabomb":          {pure: true},
	"hexabomb/wire":     {ours: []string{"internal/jsonappend", "hexabomb", "internal/jsonscan"}, pure: true},
	"bomberman":         {pure: true},
	"bomberman/wire":    {ours: []string{"internal/jsonappend", "internal/jsonscan", "bomberman"}, pure: true},
	"bomberman/console": {ours: []string{"arena", "bomberman", "bomberman/wire", "game", "internal/english", "internal/plain", "match", "viewer"}},
	"bomberman/dropin": {ours: []string{"arena", "arena/record", "bomberman", "bomberman/console", "harness", "harness/rounds",
		"internal/plain", "internal/shellquote", "match", "replay"}},
	"bomberman/netconsole": {ours: []string{"bomberman", "bomberman/wire", "internal/english"}},
	"internal/jsonappend":  {pure: true},
	"internal/vectors":     {},
	"internal/jsonscan":    {pure: true},
	"internal/enginetest":  {},
	"internal/gametest":    {ours: []string{"game", "viewer"}},
	"drawing":              {ours: []string{"internal/plain"}, pure: true},
	"internal/tinygame":    {ours: []string{"game", "match", "viewer"}},
	"internal/hostile":     {},
	"internal/hostile/bot": {ours: []string{"internal/hostile", "netorcai"}},
	"internal/listeners":   {ours: []string{"netorcai"}},
	"internal/testbot":     {ours: []string{"bots/remote", "netorcai"}},
	"internal/stage":       {},
	"tools/testrun":        {},
	"internal/plain":       {},
	"internal/errortext":   {ours: []string{"internal/plain"}},
	"internal/botsum":      {ours: []string{"internal/regular"}},
	"internal/regular":     {},
	"netorcai":             {ours: []string{"internal/jsonappend", "internal/jsonscan"}},
	"netorcai/server":      {ours: []string{"netorcai", "internal/jsonscan"}},
	"netorcai/logform":     {ours: []string{"internal/plain"}},
	"netorcai/prompt":      {ours: []string{"netorcai/server", "internal/foreground"}},
	"internal/foreground":  {},
	"internal/freeport":    {},
	"internal/ptytest":     {},
	"internal/schematest":  {ours: []string{"docs"}},
	"match":                {pure: true},
	"game": {ours: []string{"internal/english", "hexabomb", "hexabomb/forecast", "hexabomb/wire", "bomberman", "bomberman/forecast",
		"bomberman/wire", "bots/hexabots", "bots/bomberbots",
		"maps", "viewer"}},
	"harness":        {ours: []string{"internal/plain", "internal/regular"}},
	"harness/rounds": {ours: []string{"bomberman", "bomberman/wire", "harness", "internal/english", "internal/regular"}},
	"arena": {ours: []string{"bomberman", "bomberman/wire", "drawing", "entrant", "game", "harness", "harness/rounds", "internal/jsonscan",
		"internal/listeners", "internal/plain", "match", "netorcai", "netorcai/server", "stdio", "viewer"}},
	"stdio":                     {ours: []string{"harness", "internal/jsonappend", "internal/plain"}},
	"arena/resultfile":          {ours: []string{"arena", "game", "internal/filelock", "internal/plain", "match"}},
	"arena/human":               {ours: []string{"arena", "viewer", "viewer/serve"}},
	"arena/record":              {ours: []string{"arena", "game", "harness", "match", "netorcai", "netorcai/server", "replay", "viewer"}},
	"arena/options":             {ours: []string{"arena", "entrant", "game", "harness", "internal/shellquote", "internal/usage", "maps", "match"}},
	"arena/report":              {ours: []string{"arena", "arena/record", "arena/resultfile", "explain", "internal/plain", "match", "viewer", "viewer/summary", "viewer/terminal"}},
	"arena/livepage":            {ours: []string{"arena", "arena/record", "explain", "game", "internal/listeners", "replay", "viewer", "viewer/live", "viewer/playback", "viewer/serve"}},
	"checkup":                   {ours: []string{"arena", "bomberman", "game", "harness", "harness/rounds", "hexabomb", "hexabomb/wire", "internal/english", "internal/plain", "match", "viewer"}},
	"rerun":                     {ours: []string{"arena", "arena/record", "bomberman", "drawing", "game", "harness", "internal/english", "internal/plain", "match", "replay", "viewer", "viewer/terminal"}},
	"replay":                    {ours: []string{"bomberman", "bomberman/wire", "drawing", "game", "internal/english", "internal/jsonappend", "internal/regular", "match"}},
	"message":                   {ours: []string{"bomberman", "bomberman/wire", "entrant", "game", "internal/plain", "match", "netorcai", "netorcai/server", "replay", "stdio"}},
	"branch":                    {ours: []string{"arena", "arena/human", "arena/livepage", "arena/record", "game", "match", "message", "replay", "rerun", "viewer", "viewer/live", "viewer/serve"}},
	"entrant":                   {ours: []string{"harness", "internal/botsum", "internal/plain", "internal/regular"}},
	"explain":                   {ours: []string{"hexabomb", "hexabomb/wire", "hexabomb/forecast", "bomberman", "bomberman/forecast", "game", "match", "replay", "viewer", "internal/english", "internal/plain"}},
	"viewer":                    {ours: []string{"internal/jsonappend", "hexabomb", "bomberman", "internal/english"}, pure: true},
	"viewer/terminal":           {ours: []string{"viewer", "internal/plain"}},
	"viewer/termtest":           {ours: []string{"hexabomb", "viewer"}},
	"viewer/tui":                {ours: []string{"internal/english", "viewer", "viewer/terminal"}},
	"viewer/playback":           {ours: []string{"game", "match", "replay", "viewer"}},
	"viewer/picture":            {ours: []string{"viewer"}},
	"viewer/serve":              {ours: []string{"internal/listeners", "match", "viewer", "viewer/picture", "viewer/series", "viewer/web"}},
	"viewer/series":             {ours: []string{"match"}, pure: true},
	"viewer/catalog":            {ours: []string{"drawing", "game", "internal/regular", "replay", "viewer", "viewer/playback", "viewer/serve"}},
	"viewer/live":               {ours: []string{"docs", "viewer", "viewer/serve", "viewer/web"}},
	"viewer/follow":             {ours: []string{"game", "netorcai", "viewer", "viewer/live"}},
	"viewer/web":                {},
	"viewer/web/build":          {},
	"maps":                      {ours: []string{"hexabomb", "hexabomb/wire", "match", "internal/english", "internal/regular"}},
	"maps/internal/design":      {ours: []string{"hexabomb", "hexabomb/wire", "maps"}},
	"maps/internal/gen":         {ours: []string{"maps", "maps/internal/design"}},
	"simulate":                  {ours: []string{"internal/jsonappend", "match", "hexabomb", "hexabomb/wire", "bomberman", "bomberman/wire", "maps", "internal/jsonscan", "internal/english"}},
	"bots":                      {ours: []string{"internal/shellquote"}},
	"bots/bomberman/go":         {},
	"bots/go":                   {},
	"bots/hexabots":             {ours: []string{"hexabomb", "hexabomb/forecast"}, pure: true},
	"bots/bomberbots":           {ours: []string{"bomberman", "bomberman/forecast"}, pure: true},
	"bots/internal/startertest": {},
	"train/dataset":             {ours: []string{"bomberman", "game", "hexabomb", "hexabomb/wire", "replay", "train/observe"}},
	"train/observe":             {ours: []string{"hexabomb", "bomberman"}, pure: true},
	"bots/remote":               {ours: []string{"bots/hexabots", "hexabomb", "hexabomb/wire", "netorcai"}},
	"docs":                      {},
	"docs/searching":            {ours: []string{"hexabomb", "hexabomb/forecast"}},
	"docs/internal/figures":     {ours: []string{"bots/bomberbots", "hexabomb", "bomberman", "bomberman/wire", "train/observe", "viewer", "viewer/picture"}},
	"cmd/blastyard": {ours: []string{
		"arena", "arena/human", "arena/lines", "arena/livepage", "arena/options", "arena/record", "arena/report", "arena/resultfile", "bomberman",
		"bomberman/console", "bomberman/dropin", "bomberman/netconsole", "bomberman/wire", "bots", "bots/hexabots", "bots/remote", "branch", "checkup",
		"docs", "doctor", "entrant", "entrant/build", "explain", "game", "harness", "hexabomb", "hexabomb/logic", "hexabomb/wire", "internal/command",
		"internal/complete", "internal/english", "internal/errortext", "internal/flagerror", "internal/foreground", "internal/links", "internal/newfile", "internal/plain",
		"internal/shellquote", "internal/usage", "maps", "maps/mapview", "match", "message", "netorcai", "netorcai/options", "netorcai/prompt",
		"netorcai/server", "replay", "rerun", "simulate", "train", "viewer", "viewer/catalog", "viewer/export/options", "viewer/follow", "viewer/live",
		"viewer/picture", "viewer/playback", "viewer/serve", "viewer/summary", "viewer/terminal", "viewer/tui", "viewer/web",
	}},
	"cmd/blastyard-tournament": {ours: []string{"harness", "internal/command", "tournament/commands"}},
	"tournament/commands":      {ours: []string{"internal/command", "internal/flagerror", "internal/plain", "internal/shellquote", "internal/usage", "tournament", "tournament/check", "tournament/control", "tournament/engine", "tournament/event", "tournament/report", "tournament/store", "tournament/submission"}},
	"internal/command":         {ours: []string{"internal/about", "internal/complete", "internal/errortext", "internal/flagerror", "internal/newfile", "internal/plain", "internal/results", "internal/usage"}},
	"tournament":               {ours: []string{"tournament/rating", "match"}, pure: true},
	"tournament/rating":        {pure: true},
	"tournament/event":         {ours: []string{"arena", "bots", "entrant", "game", "harness", "internal/newfile", "internal/plain", "internal/regular", "match", "tournament"}},
	"tournament/check":         {ours: []string{"arena", "checkup", "entrant", "entrant/build", "harness", "tournament", "tournament/archive", "tournament/event"}},
	"tournament/control":       {ours: []string{"internal/english", "internal/plain", "internal/shellquote", "replay", "tournament", "tournament/archive", "tournament/engine", "tournament/event", "tournament/report", "tournament/site", "tournament/store", "tournament/submission", "tournament/verify", "tournament/web", "viewer/terminal", "viewer/serve"}},
	"tournament/report":        {ours: []string{"internal/english", "internal/plain", "match", "tournament", "tournament/check", "tournament/event", "tournament/rating", "tournament/store", "viewer/terminal"}},
	"tournament/archive":       {ours: []string{"entrant", "internal/plain", "internal/regular"}},
	"tournament/worker":        {ours: []string{"arena", "arena/record", "doctor", "entrant", "entrant/build", "game", "harness", "harness/rounds", "internal/filelock", "internal/hostlag", "internal/plain", "match", "replay", "tournament", "tournament/archive", "tournament/event"}},
	"tournament/verify":        {ours: []string{"game", "internal/english", "internal/plain", "replay", "tournament", "tournament/event", "tournament/store", "tournament/worker"}},
	"tournament/store":         {ours: []string{"match", "tournament"}},
	"tournament/engine":        {ours: []string{"arena", "entrant", "internal/filelock", "tournament", "tournament/archive", "tournament/event", "tournament/store", "tournament/worker"}},
	"tournament/submission":    {ours: []string{"arena", "checkup", "entrant", "entrant/build", "explain", "game", "harness", "internal/english", "internal/plain", "internal/regular", "replay", "tournament", "tournament/archive"}},
	"tournament/site":          {ours: []string{"arena", "arena/livepage", "game", "internal/english", "tournament", "tournament/archive", "tournament/engine", "tournament/event", "tournament/rating", "tournament/store", "tournament/submission", "tournament/web", "viewer", "viewer/live", "viewer/serve"}},
	"tournament/web":           {ours: []string{"explain", "game", "internal/english", "internal/plain", "replay", "tournament", "viewer", "viewer/catalog", "viewer/export", "viewer/playback", "viewer/serve", "viewer/web"}},
	"internal/hostlag":         {},
	"internal/filelock":        {},
	"internal/links":           {},
	"internal/results":         {ours: []string{"viewer/terminal"}},
	"internal/complete":        {ours: []string{"arena", "bots", "bots/bomberbots", "bots/hexabots", "harness", "maps", "match"}},
	"internal/flagerror":       {},
	"internal/usage":           {},
	"internal/about":           {ours: []string{"game", "netorcai"}},
	"arena/lines":              {ours: []string{"arena", "game", "internal/plain", "viewer/terminal"}},
	"internal/shellquote":      {ours: []string{"internal/plain"}},
	"hexabomb/logic":           {ours: []string{"hexabomb", "hexabomb/wire", "internal/plain", "maps", "netorcai"}},
	"internal/english":         {pure: true},
	"internal/newfile":         {},
	"maps/mapview":             {ours: []string{"hexabomb", "internal/newfile", "maps", "viewer", "internal/english"}},
	"netorcai/options":         {ours: []string{"internal/english", "netorcai", "netorcai/logform", "netorcai/prompt", "netorcai/server"}},
	"doctor":                   {ours: []string{"harness", "viewer/serve", "viewer/terminal"}},
	"entrant/build":            {ours: []string{"entrant", "harness", "harness/rounds", "internal/plain"}},
	"hexabomb/forecast":        {ours: []string{"hexabomb"}, pure: true},
	"bomberman/forecast":       {ours: []string{"bomberman"}, pure: true},
	"viewer/export":            {ours: []string{"internal/english", "internal/regular", "viewer", "viewer/picture", "viewer/playback", "viewer/web"}},
	"viewer/export/options":    {ours: []string{"explain", "game", "internal/flagerror", "internal/usage", "replay", "viewer", "viewer/export", "viewer/picture", "viewer/playback"}},
	"train":                    {ours: []string{"bomberman", "bomberman/wire", "bots/bomberbots", "bots/hexabots", "game", "hexabomb", "hexabomb/wire", "maps", "match", "replay", "train/dataset", "train/observe", "train/render"}},
	"train/render":             {ours: []string{"bomberman", "hexabomb", "viewer", "viewer/live", "viewer/picture", "viewer/serve", "viewer/terminal"}},
	"viewer/summary":           {ours: []string{"internal/english", "internal/plain", "match", "replay", "viewer", "viewer/playback"}},
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
