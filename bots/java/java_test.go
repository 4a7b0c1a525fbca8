// Package java_test builds the Java starter bot, runs the tests of its client and of its helpers, and lets it play.
package java_test

import (
	"os"
	"path/filepath"
	"testing"

	"blastyard/internal/stage"
	"blastyard/internal/startertest"
)

func TestStarter(t *testing.T) {
	stage.Only(t, "asks a registry for what Maven needs")
	startertest.Short(t, "src/main/java/Bot.java")
	maven, java := startertest.Tool(t, "mvn", "maven"), startertest.Tool(t, "java", "default-jdk-headless")
	startertest.Tool(t, "javac", "default-jdk-headless")
	testdata, err := filepath.Abs("../testdata")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	startertest.Run(t, folder, nil, maven, "--quiet", "--batch-mode", "package")
	jar := filepath.Join(folder, "target", "bot.jar")
	t.Run("units", func(t *testing.T) {
		startertest.Run(t, folder, nil, java, "-cp", jar, "test/NetorcaiTest.java", filepath.Join(testdata, "frames.json"))
	})
	t.Run("helpers", func(t *testing.T) {
		startertest.Run(t, folder, nil, java, "-cp", jar, "test/BoardTest.java", filepath.Join(testdata, "helpers-hexabomb.json"))
	})
	t.Run("program", func(t *testing.T) { startertest.Program(t, java, "-jar", jar) })
	t.Run("matches", func(t *testing.T) { startertest.Play(t, java, "-jar", jar) })
}
