package harness

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"blastyard/arena/harness/internal/syscalls"
	"blastyard/internal/stage"
)

// language is a program in a language, which does what bots do, and prints 42.
type language struct {
	name   string
	needs  string // the program without which it cannot be tried
	file   string
	source string
	build  string // a command line, which runs in the sandbox unless it begins with outside
	run    string
}

// outside is for compilers that keep files where a sandbox does not show them, such as in /var.
const outside = "outside: "

// languages are those of the starters and others in which people write bots.
var languages = []language{
	{"bash", "bash", "bot.sh", `x=$(echo 40); (exit 0) & wait; echo a > "$TMPDIR/f"; read y < "$TMPDIR/f"; echo $((x+2))`, "",
		"bash bot.sh"},
	{"python3", "python3", "bot.py", pythonSource, "", "python3 bot.py"},
	{"pypy3", "pypy3", "bot.py", pythonSource, "", "pypy3 bot.py"},
	{"node", "node", "bot.js", nodeSource, "", "node bot.js"},
	{"bun", "bun", "bot.js", nodeSource, "", "bun bot.js"},
	{"deno", "deno", "bot.mjs", `Deno.writeTextFileSync(Deno.env.get("TMPDIR") + "/f", "40");
setTimeout(() => console.log(Number(Deno.readTextFileSync(Deno.env.get("TMPDIR") + "/f")) + 2), 1);`, "",
		"deno run -A bot.mjs"},
	{"java", "javac", "Bot.java", javaSource, "javac Bot.java", "java Bot"},
	{"java serial", "javac", "Bot.java", javaSource, "javac Bot.java", "java -XX:+UseSerialGC Bot"},
	{"java parallel", "javac", "Bot.java", javaSource, "javac Bot.java", "java -XX:+UseParallelGC Bot"},
	{"java zgc", "javac", "Bot.java", javaSource, "javac Bot.java", "sh -c 'exec java -XX:+UseZGC -Xmx128m -XX:AllocateHeapAt=$TMPDIR Bot'"},
	{"java shenandoah", "javac", "Bot.java", javaSource, "javac Bot.java", "java -XX:+UseShenandoahGC Bot"},
	{"java -Xshare:off", "javac", "Bot.java", javaSource, "javac Bot.java", "java -Xshare:off Bot"},
	{"java source", "javac", "Bot.java", javaSource, "", "java Bot.java"},
	{"mono", "mcs", "Bot.cs", `using System; using System.IO; using System.Net.Sockets; using System.Threading;
class Bot { static void Main() {
 try { new TcpClient { NoDelay = true }.Connect("127.0.0.1", 1); } catch (SocketException) { }
 int x = 0; var t = new Thread(() => x = 40); t.Start(); t.Join();
 var f = Path.GetTempFileName(); File.WriteAllText(f, "2"); x += int.Parse(File.ReadAllText(f)); GC.Collect();
 Console.WriteLine(x); } }`, "mcs Bot.cs", "mono Bot.exe"},
	{"c++", "g++", "bot.cpp", cppSource, "g++ -O1 -pthread -o bot bot.cpp", "./bot"},
	{"c, static musl", "musl-gcc", "bot.c", `#include <stdio.h>
#include <stdlib.h>
int main(void) { char n[999]; snprintf(n, 999, "%s/f", getenv("TMPDIR")); FILE *f = fopen(n, "w+");
fputs("40", f); rewind(f); int x; fscanf(f, "%d", &x); printf("%d\n", x + 2); }`,
		"musl-gcc -static -o bot bot.c", "./bot"},
	{"go", "go", "bot.go", `package main

import ("fmt"; "os"; "os/exec"; "runtime"; "time")

func main() {
	c := make(chan int)
	go func() { c <- 40 }()
	x := <-c
	exec.Command("/bin/true").Run()
	os.WriteFile(os.TempDir()+"/f", []byte("2"), 0o600)
	runtime.GC()
	time.Sleep(1)
	fmt.Println(x + 2)
}`, "go build -o bot bot.go", "./bot"},
	{"rust", "rustc", "bot.rs", `fn main() { let t = std::thread::spawn(|| 40);
 std::fs::write(std::env::temp_dir().join("f"), "2").unwrap();
 std::process::Command::new("/bin/true").status().unwrap(); println!("{}", t.join().unwrap() + 2); }`,
		outside + "rustc -o bot bot.rs", "./bot"},
	{"lua5.4", "lua5.4", "bot.lua", luaSource, "", "lua5.4 bot.lua"},
	{"luajit", "luajit", "bot.lua", luaSource, "", "luajit bot.lua"},
	{"ruby", "ruby", "bot.rb", `require 'tempfile'; t = Thread.new { 40 }
Tempfile.create { |f| f.flock(File::LOCK_EX) }; system('true'); puts t.value + 2`, "", "ruby bot.rb"},
	{"perl", "perl", "bot.pl", "my ($f) = \"$ENV{TMPDIR}/f\"; open(F, '>', $f); flock(F, 2); print F 40; close F;\n" +
		"open(F, '<', $f); my $x = <F>; system('true'); select(undef, undef, undef, 0.01); print $x + 2, \"\\n\";", "",
		"perl bot.pl"},
	{"php", "php", "bot.php", `<?php $f = tempnam(sys_get_temp_dir(), 'f'); file_put_contents($f, 40, LOCK_EX);
usleep(1); echo file_get_contents($f) + 2, "\n";`, "", "php bot.php"},
	{"haskell", "ghc", "bot.hs", `import Control.Concurrent
main = do { v <- newEmptyMVar; forkIO (threadDelay 100 >> putMVar v 40); x <- takeMVar v; print (x + 2) }`,
		outside + "ghc -threaded bot.hs", "./bot +RTS -N2"},
	{"ocaml", "ocaml", "bot.ml", `let () = let f = Filename.temp_file "a" "b" in let c = open_out f in
output_string c "40"; close_out c; let x = int_of_string (input_line (open_in f)) in Gc.full_major ();
Printf.printf "%d\n" (x + 2)`, "", "ocaml bot.ml"},
	{"erlang", "erl", "bot.erl", "-module(bot).\n-export([main/0]).\nmain() -> S = self(), spawn(fun() -> S ! 40 end),\n" +
		" receive X -> timer:sleep(1), io:format(\"~p~n\", [X + 2]) end, halt().\n", "erlc bot.erl",
		"erl -noshell -s bot main"},
	{"r", "Rscript", "bot.R", `f <- tempfile(); writeLines("40", f); x <- as.integer(readLines(f)); Sys.sleep(0.01); cat(x + 2, "\n")`,
		"", "Rscript bot.R"},
	{"prolog", "swipl", "bot.pl", ":- thread_create(X is 40, T), thread_join(T), Y is 40 + 2, write(Y), nl, halt.", "",
		"swipl bot.pl"},
	{"guile", "guile", "bot.scm", `(use-modules (ice-9 threads)) (define t (call-with-new-thread (lambda () 40)))
(display (+ 2 (join-thread t))) (newline)`, "", "guile --no-auto-compile bot.scm"},
}

const (
	pythonSource = `import fcntl, json, os, socket, sqlite3, subprocess, tempfile, threading, time
with tempfile.TemporaryDirectory() as folder:
    db = sqlite3.connect(folder + "/db")
    db.execute("create table t (x)")
    db.execute("insert into t values (?)", (json.loads("40"),))
    db.commit()
    with open(folder + "/lock", "w") as f:
        fcntl.flock(f, fcntl.LOCK_EX)
    t = threading.Thread(target=time.sleep, args=(0.01,))
    t.start()
    t.join()
    subprocess.run(["true"], check=True)
    with socket.socket() as s:
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        s.connect_ex(("localhost", 1))
    x = db.execute("select x from t").fetchone()[0]
    print(x + 2)
`
	nodeSource = `const fs = require("fs"), os = require("os"), net = require("net"), cp = require("child_process");
const f = os.tmpdir() + "/f";
fs.writeFileSync(f, "40");
cp.spawnSync("true");
const { Worker } = require("worker_threads");
const w = new Worker("require('worker_threads').parentPort.postMessage(2)", { eval: true });
const s = net.connect(1, "localhost");
s.setNoDelay(true);
s.on("error", () => {});
w.on("message", (m) => setTimeout(() => { console.log(Number(fs.readFileSync(f, "utf8")) + m); process.exit(0); }, 5));
`
	javaSource = `import java.net.*; import java.nio.file.*; import java.util.*; import java.util.stream.*;
public class Bot {
  public static void main(String[] a) throws Exception {
    Path f = Files.createTempFile(Path.of(System.getenv("TMPDIR")), "a", "b");
    Files.writeString(f, "40");
    int[] x = {0};
    Thread t = new Thread(() -> x[0] = 2);
    t.start();
    t.join();
    List<byte[]> garbage = new ArrayList<>();
    for (int i = 0; i < 200; i++) { garbage.add(new byte[100_000]); }
    System.gc();
    try (Socket s = new Socket("localhost", 1)) { s.setTcpNoDelay(true); } catch (Exception e) { }
    IntStream.range(0, 1000).parallel().sum();
    System.out.println(Integer.parseInt(Files.readString(f)) + x[0]);
  }
}
`
	cppSource = `#include <cstdio>
#include <fstream>
#include <thread>
#include <cstdlib>
#include <string>
int main() {
  int x = 0;
  std::thread t([&] { x = 40; });
  t.join();
  std::ofstream(std::string(getenv("TMPDIR")) + "/f") << 2;
  system("true");
  std::printf("%d\n", x + 2);
}
`
	luaSource = `local name = os.getenv("TMPDIR") .. "/f"
local f = io.open(name, "w") f:write("40") f:close()
os.execute("true")
f = io.open(name) print(math.floor(tonumber(f:read("*a"))) + 2)
`
)

// TestInterpreters runs programs in many languages at each level, and reports which system calls they were refused.
// With -v it prints the lines of the table in docs/sandbox.md.
func TestInterpreters(t *testing.T) {
	stage.Only(t, "starts every interpreter there is")
	before := tell
	tell = syscalls.TellAll
	t.Cleanup(func() { tell = before })
	t.Setenv("PATH", "/usr/local/bin:/usr/bin:/bin:"+os.Getenv("PATH")) // a user that root gives a bot cannot read /root
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			if _, err := exec.LookPath(l.needs); err != nil {
				t.Skip(err)
			}
			found := map[string][]string{} // refused: at which levels
			eachLevel(t, func(t *testing.T, level SandboxLevel) {
				folder, built := l.make(t, level)
				for _, c := range built.Plus(l.try(t, folder, level)).Calls {
					found[c.Call] = append(found[c.Call], level.String())
				}
			})
			texts := []string{}
			for call, levels := range found {
				if len(levels) < 3 {
					call += " (" + strings.Join(levels, ", ") + ")"
				}
				texts = append(texts, call)
			}
			slices.Sort(texts)
			t.Logf("| %s | %s |", l.name, strings.Join(texts, ", "))
		})
	}
}

// make makes the program and builds it in the sandbox, as competitions do.
func (l language) make(t *testing.T, level SandboxLevel) (folder string, refused Refusals) {
	folder = t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, l.file), []byte(l.source), 0o644); err != nil {
		t.Fatal(err)
	}
	if l.build == "" {
		return folder, Refusals{}
	}
	if line, found := strings.CutPrefix(l.build, outside); found {
		words := strings.Fields(line)
		build := exec.Command(words[0], words[1:]...)
		build.Dir = folder
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return folder, Refusals{}
	}
	p := l.start(t, Command{Line: l.build, Dir: folder, Sandbox: &Sandbox{
		Level: level, Folder: folder, FolderWritable: true, MayChangeModes: true,
	}})
	e := ended(t, p)
	if !e.Clean() {
		t.Fatalf("building: %v: %q, %q; %v", e, p.tailOf(Stdout, 10), p.tailOf(Stderr, 10), e.Refused)
	}
	return folder, e.Refused
}

// try runs the program in a sandbox, and returns what it was refused.
func (l language) try(t *testing.T, folder string, level SandboxLevel) Refusals {
	p := l.start(t, Command{Line: l.run, Dir: folder, Sandbox: &Sandbox{Level: level, Folder: folder}})
	e := ended(t, p)
	if got := p.tailOf(Stdout, 5); !e.Clean() || strings.TrimSpace(strings.Join(got, "")) != "42" {
		t.Errorf("%v: %q, %q; %v", e, got, p.tailOf(Stderr, 10), e.Refused)
	}
	if !e.Refused.Known {
		t.Log("this system does not tell what was refused at ", level)
	}
	return e.Refused
}

func (l language) start(t *testing.T, c Command) *Process {
	t.Helper()
	p, err := Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
