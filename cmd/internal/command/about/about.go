// Package about describes this program: its version, commit, platform and rules.
package about

import (
	_ "embed"
	"fmt"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"blastyard/game/games"
	"blastyard/protocol/netorcai"
)

// Program describes a program.
type Program struct {
	Version  string         `json:"version"`
	Commit   string         `json:"commit,omitempty"`   // empty: the build does not know it
	Modified bool           `json:"modified,omitempty"` // the files differed from those of the commit
	Go       string         `json:"go"`
	Platform string         `json:"platform"`
	Rules    map[string]int `json:"rules"`    // version of the rules, by game
	Netorcai string         `json:"netorcai"` // version of the protocol
}

// number is the version of these sources: the next one to be released, or the last one.
//
//go:embed VERSION
var number string

// Version is the version of the program that runs: the one that make dist has given it, the tag at which Go has built
// it, or that of the sources.
func Version(given string) string {
	if given != "" {
		return given
	}
	return built()
}

// built is the version that Go or the sources give. Each result of a series names it, so it is found once.
var built = sync.OnceValue(func() string {
	if info, ok := debug.ReadBuildInfo(); ok && released.MatchString(info.Main.Version) {
		return strings.TrimPrefix(info.Main.Version, "v")
	}
	return strings.TrimSpace(number)
})

// released is a version that a tag names; what Go makes up for a commit without one (v0.0.0-20261126…) is none.
var released = regexp.MustCompile(`^v\d+\.\d+\.\d+(-(alpha|beta|rc)\.?\d+)?$`)

// This describes the running program, which has this version.
func This(version string) Program {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	p := of(version, info.Settings)
	if p.Commit == "" && byGoRun() {
		p.Commit, p.Modified = commitOf(sourceFolder())
	}
	return p
}

func of(version string, settings []debug.BuildSetting) Program {
	a := Program{Version: version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Rules: map[string]int{}, Netorcai: netorcai.Version}
	for _, s := range settings {
		switch s.Key {
		case "vcs.revision":
			a.Commit = s.Value
		case "vcs.modified":
			a.Modified = s.Value == "true"
		}
	}
	for _, kind := range games.All() {
		a.Rules[kind.Name] = kind.Rules
	}
	return a
}

// Text returns the description in a few lines, for people.
func (a *Program) Text() string {
	var rules []string
	for _, kind := range games.All() {
		rules = append(rules, fmt.Sprintf("%s %d", kind.Name, a.Rules[kind.Name]))
	}
	commit := a.Commit
	switch {
	case commit == "":
		commit = "not known"
	case a.Modified:
		commit += ", with changes"
	}
	return fmt.Sprintf("blastyard %s\ncommit:   %s\nGo:       %s\nplatform: %s\nrules:    %s\nnetorcai: %s\n",
		a.Version, commit, a.Go, a.Platform, strings.Join(rules, ", "), a.Netorcai)
}
