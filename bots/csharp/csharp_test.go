// Package csharp_test builds the C# starter bot, runs the tests of its client and of its helpers, and lets it play.
package csharp_test

import (
	"path/filepath"
	"testing"

	"blastyard/internal/stage"
	"blastyard/internal/startertest"
)

func TestStarter(t *testing.T) {
	stage.Only(t, "compiles and runs C# for half a minute")
	startertest.Short(t, "Bot.cs")
	compiler, mono := startertest.Tool(t, "mcs", "mono-mcs"), startertest.Tool(t, "mono", "mono-runtime")
	testdata, err := filepath.Abs("../testdata")
	if err != nil {
		t.Fatal(err)
	}
	t.Log("needs two libraries of Mono (Debian: apt-get install libmono-system-runtime-serialization4.0-cil libmono-system-xml-linq4.0-cil)")
	folder := t.TempDir()
	bot := filepath.Join(folder, "Bot.exe")
	startertest.Run(t, ".", nil, compiler, "@bot.rsp", "-warnaserror", "-out:"+bot)
	for class, vectors := range map[string]string{"NetorcaiTest": "frames.json", "BoardTest": "helpers-hexabomb.json"} {
		t.Run(class, func(t *testing.T) {
			program := filepath.Join(folder, class+".exe")
			startertest.Run(t, ".", nil, compiler, "@bot.rsp", "-warnaserror", "-out:"+program, "-main:"+class, "test/"+class+".cs")
			startertest.Run(t, ".", nil, mono, program, filepath.Join(testdata, vectors))
		})
	}
	t.Run("program", func(t *testing.T) { startertest.Program(t, mono, bot) })
	t.Run("matches", func(t *testing.T) { startertest.Play(t, mono, bot) })
}
