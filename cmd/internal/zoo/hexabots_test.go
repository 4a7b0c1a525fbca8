//go:build unix

package zoo

import (
	"path/filepath"
	"strings"
	"testing"

	"blastyard/bots"
	"blastyard/internal/stage"
)

// hexabots are habits of bots that stay for the match, as lines of Python in front of the starter's program.
var hexabots = []struct {
	name, code string
	files      map[string]string
	everyday   bool
}{
	{name: "prints a banner", code: "print('=' * 60)\nprint('MegaBot 3000, by ME')\nfor n in range(300): print('loading', n)\n"},
	{name: "buffers its output", code: "sys.stdout = open(1, 'w', buffering=1 << 20)\nprint('never flushed')\n"},
	{name: "has a helper", code: "import subprocess\nhelper = subprocess.run([sys.executable, '-c', 'print(6 * 7)'], capture_output=True, text=True)\nassert helper.stdout == '42\\n', helper\n"},
	{name: "has threads", code: "import threading\nt = threading.Thread(target=sum, args=(range(1000),))\nt.start(); t.join()\n"},
	{name: "opens its log for append", everyday: true, code: "log = open('bot.log', 'a')\nprint('started', file=log, flush=True)\n"},
	{name: "opens its log beside its source", code: "import os\nlog = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'bot.log'), 'a')\nlog.write('started')\n"},
	{name: "logs with logging", code: "import logging\nlogging.basicConfig(filename='debug.log', level=logging.DEBUG)\nlogging.info('started')\n"},
	{name: "keeps a folder of files", code: "import os\nos.makedirs('logs/today', exist_ok=True)\nopen('logs/today/1', 'w').write('x')\nos.rename('logs/today/1', 'logs/2')\n"},
	{name: "keeps files in TMPDIR", code: "import os, tempfile\nf = tempfile.NamedTemporaryFile()\nf.write(b'x')\nopen(os.path.join(os.environ['TMPDIR'], 'y'), 'w').write('y')\n"},
	{name: "changes a file of its own", files: map[string]string{"memory.txt": "0"}, code: "n = int(open('memory.txt').read())\nassert n == 0, 'it is not as it was'\nopen('memory.txt', 'w').write(str(n + 1))\n"},
	{name: "reads data beside its source", files: map[string]string{"data/weights.txt": "1 2 3"}, code: "import os\nassert open(os.path.join(os.path.dirname(__file__), 'data', 'weights.txt')).read() == '1 2 3'\n"},
	{name: "makes a database", code: "import sqlite3\ndb = sqlite3.connect('memory.db')\ndb.execute('create table t (x)'); db.commit()\n"},
	{name: "reads its settings by a relative path", files: map[string]string{"config.json": "{\"depth\": 3}"}, code: "import json as j\nassert j.load(open('config.json'))['depth'] == 3\n"},
	{name: "writes __pycache__", files: map[string]string{"helper.py": "x = 1\n"}, code: "sys.dont_write_bytecode = False\nimport helper, py_compile\npy_compile.compile('helper.py')\nimport os\nassert os.listdir('__pycache__')\n"},
	{name: "has blanks and other letters in its folders", files: map[string]string{"mes données (1)/poids ü.txt": "1"}, code: "assert open('mes données (1)/poids ü.txt').read() == '1'\nprint('größer … 日本')\n"},
	{name: "finds its modules in a subfolder", files: map[string]string{"lib/helper.py": "x = 1\n"}, code: "sys.path.append('lib')\nimport helper\n"},
	{name: "has a pool of threads", code: "from concurrent.futures import ThreadPoolExecutor\nassert list(ThreadPoolExecutor(2).map(abs, [-1, 2])) == [1, 2]\n"},
	{name: "asks the time", code: "import time, datetime\ntime.monotonic(); datetime.datetime.now()\n"},
}

// TestHexabomb: bots with habits act in each turn, in play with a sandbox, in bot check and in an event.
func TestHexabomb(t *testing.T) {
	sandboxed(t)
	for _, h := range hexabots {
		t.Run(h.name, func(t *testing.T) {
			if !stage.All() && !h.everyday {
				t.Skip("make test plays one of them")
			}
			t.Parallel()
			z := zoo{bot: filepath.Join(t.TempDir(), "zoo"), game: "hexabomb"}
			for _, s := range bots.Starters() {
				if s.Game != bots.Hexabomb || s.Language != "python" {
					continue
				}
				if _, err := s.Create(z.bot, "zoo"); err != nil {
					t.Fatal(err)
				}
			}
			put(t, z.bot, h.files)
			inFront(t, filepath.Join(z.bot, "bot.py"), h.code)
			z.inPlay(t, "auto")
			if stage.All() {
				for _, sandbox := range lowerLevels() {
					z.inPlay(t, sandbox)
				}
				z.inCheck(t)
				z.inEvent(t)
			}
		})
	}
}

// inFront writes code behind the first import of a program in Python.
func inFront(t *testing.T, path, code string) {
	t.Helper()
	text := read(t, path)
	before, after, found := strings.Cut(text, "\nimport sys\n")
	if !found {
		t.Fatalf("%s does not import sys", path)
	}
	put(t, filepath.Dir(path), map[string]string{filepath.Base(path): before + "\nimport sys\n" + code + after})
}
