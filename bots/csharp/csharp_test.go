// Package csharp_test builds the C# starter bot, runs the tests of its client and lets it play.
package csharp_test

import (
	"path/filepath"
	"testing"

	"blastyard/bots/internal/startertest"
)

func TestStarter(t *testing.T) {
	startertest.Short(t, "Bot.cs")
	compiler, mono := startertest.Tool(t, "mcs", "mono-mcs"), startertest.Tool(t, "mono", "mono-runtime")
	frames, err := filepath.Abs("../testdata/frames.json")
	if err != nil {
		t.Fatal(err)
	}
	t.Log("needs two libraries of Mono (Debian: apt-get install libmono-system-runtime-serialization4.0-cil libmono-system-xml-linq4.0-cil)")
	folder := t.TempDir()
	bot, units := filepath.Join(folder, "Bot.exe"), filepath.Join(folder, "units.exe")
	startertest.Run(t, ".", nil, compiler, "@bot.rsp", "-warnaserror", "-out:"+bot)
	t.Run("units", func(t *testing.T) {
		startertest.Run(t, ".", nil, compiler, "@bot.rsp", "-warnaserror", "-out:"+units, "-main:NetorcaiTest", "test/NetorcaiTest.cs")
		startertest.Run(t, ".", nil, mono, units, frames)
	})
	t.Run("program", func(t *testing.T) { startertest.Program(t, mono, bot) })
	t.Run("matches", func(t *testing.T) { startertest.Play(t, mono, bot) })
}
