package rounds

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// environmentFolder is the virtual environment that Build creates for a Python bot, in the folder of its
// requirements.txt.
const environmentFolder = ".venv"

// pipSteps create a virtual environment in a folder, unless there is one, and install the bot's requirements into it.
// So the system's packages are not changed, and the bot's packages are in a folder that its sandbox lets it read.
func (b *Bot) pipSteps(i *Interpreters, dir string) (steps []BuildStep, err error) {
	language, module := Python3, "venv"
	if b.Type == Python2 {
		language, module = Python2, "virtualenv"
	}
	python, err := i.find(language)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(dir, environmentFolder, "pyvenv.cfg")); err != nil {
		steps = append(steps, BuildStep{dir, append(python, "-m", module, environmentFolder)})
	}
	inside := filepath.Join(dir, environmentFolder, filepath.FromSlash(pythonInside(runtime.GOOS == "windows")))
	install := []string{inside, "-m", "pip", "install", "--disable-pip-version-check", "-r", "requirements.txt"}
	return append(steps, BuildStep{dir, install}), nil
}

// pythonInside is where a virtual environment has its interpreter.
func pythonInside(windows bool) string {
	if windows {
		return "Scripts/python.exe"
	}
	return "bin/python"
}

// env returns what is added to a bot's environment: for Python, the packages of its virtual environment. The
// interpreter is the arena's. The one in the environment is a link, which the bot could change.
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
			return []string{
				"VIRTUAL_ENV=" + filepath.Join(dir, environmentFolder),
				"PYTHONPATH=" + strings.Join(packages, string(os.PathListSeparator)),
			}
		}
	}
	return nil
}
