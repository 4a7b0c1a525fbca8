// Package java_test builds the Java starter bot, runs the tests of its client and lets it play.
package java_test

import (
	"os"
	"path/filepath"
	"testing"

	"blastyard/bots/internal/trial"
)

func TestStarter(t *testing.T) {
	trial.Short(t, "src/main/java/Bot.java")
	maven, java := trial.Tool(t, "mvn", "maven"), trial.Tool(t, "java", "default-jdk-headless")
	trial.Tool(t, "javac", "default-jdk-headless")
	frames, err := filepath.Abs("../testdata/frames.json")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	trial.Run(t, folder, nil, maven, "--quiet", "--batch-mode", "package")
	jar := filepath.Join(folder, "target", "bot.jar")
	t.Run("units", func(t *testing.T) {
		trial.Run(t, folder, nil, java, "-cp", jar, "test/NetorcaiTest.java", frames)
	})
	t.Run("program", func(t *testing.T) { trial.Program(t, java, "-jar", jar) })
	t.Run("matches", func(t *testing.T) { trial.Play(t, java, "-jar", jar) })
}
