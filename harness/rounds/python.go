package rounds

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// environmentFolder is the virtual environment that Build makes for a Python bot, in the folder with its
// requirements.txt.
const environmentFolder = ".venv"

// pipSteps make a virtual environment in a folder, unless there is one, and install what the bot requires into it. So
// no package of the system is touched, and the bot's are where its sandbox lets it read.
func (b *Bot) pipSteps(i *Interpreters, dir string) (steps []buildStep, err error) {
	language, module := Python3, "venv"
	if b.Type == Python2 {
		language, module = Python2, "virtualenv"
	}
	python, err := i.find(language)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(dir, environmentFolder, "pyvenv.cfg")); err != nil {
		steps = append(steps, buildStep{dir, append(python, "-m", module, environmentFolder)})
	}
	inside := filepath.Join(dir, environmentFolder, "bin", "python")
	if runtime.GOOS == "windows" {
		inside = filepath.Join(dir, environmentFolder, "Scripts", "python.exe")
	}
	return append(steps, buildStep{dir, []string{inside, "-m", "pip", "install", "--disable-pip-version-check", "-r", "requirements.txt"}}), nil
}

// env is what a bot's environment gets beside what every bot's has: for Python the packages of its virtual
// environment. The interpreter stays the arena's: the environment's is a link, which the bot could point at anything.
func (b *Bot) env() []string {
	if b.Type != Python2 && b.Type != Python3 {
		return nil
	}
	var packages []string
	for _, dir := range []string{filepath.Join(b.Dir, b.ProjectLocation), b.Dir} {
		for _, pattern := range []string{"lib/python*/site-packages", "Lib/site-packages"} {
			packages = append(packages, glob(filepath.Join(dir, environmentFolder), pattern)...)
		}
		if len(packages) > 0 {
			return []string{"VIRTUAL_ENV=" + filepath.Join(dir, environmentFolder), "PYTHONPATH=" + strings.Join(packages, string(os.PathListSeparator))}
		}
	}
	return nil
}
