//go:build unix

package program

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"blastyard/internal/freeport"
	teststage "blastyard/internal/stage"
)

// cluster are the real NATS servers of docs/cluster.md, in folders n1 to n3 of a folder.
type cluster struct {
	t       *testing.T
	dir     string
	program string
	replace *strings.Replacer // names and ports of the page, by those of this test
	nodes   [3]*natsServer
}

// natsServer is a process of nats-server.
type natsServer struct {
	cmd  *exec.Cmd
	said *lockedBuffer
}

// block returns the lines of the page's block whose first line ends with these words.
func block(t *testing.T, page, words string) string {
	t.Helper()
	m := regexp.MustCompile("(?ms)^```" + regexp.QuoteMeta(words) + "\n(.*?)^```").FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("docs/cluster.md has no block ```%s", words)
	}
	return m[1]
}

// startNATS starts nats-server in a folder with nats.conf.
func startNATS(t *testing.T, program, dir, name string) *natsServer {
	t.Helper()
	s := &natsServer{exec.Command(program, "-c", "nats.conf"), newLines()}
	s.cmd.Dir, s.cmd.Env = dir, append(os.Environ(), "NODE="+name)
	s.cmd.Stdout, s.cmd.Stderr = s.said, s.said
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.kill)
	return s
}

// ready waits until the server accepts clients.
func (s *natsServer) ready(t *testing.T) {
	t.Helper()
	s.said.waitFor(t, "Server is ready")
}

// kill ends the server as the loss of its machine would.
func (s *natsServer) kill() {
	if s.cmd.ProcessState == nil {
		_ = s.cmd.Process.Signal(syscall.SIGKILL)
		_ = s.cmd.Wait()
	}
}

// buildNATS builds the nats-server of the version in go.mod.
func buildNATS(t *testing.T) (program string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), "nats-server")
	build := exec.Command("go", "build", "-o", program, "github.com/nats-io/nats-server/v2")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}

// newCluster does what the page says, with ports of this machine.
func newCluster(t *testing.T, page string) *cluster {
	t.Helper()
	c := &cluster{t: t, dir: t.TempDir(), program: buildNATS(t)}
	pairs := []string{"DNS:$node.cup.example", "IP:127.0.0.1"}
	var listen, route [3]string
	for i := range 3 {
		listen[i], route[i] = freeport.Address(t), freeport.Address(t)
		host := fmt.Sprintf("n%d.cup.example", i+1)
		pairs = append(pairs, host+":4222", listen[i], host+":6222", route[i])
	}
	c.replace = strings.NewReplacer(pairs...)
	sh := exec.Command("sh", "-ec", c.replace.Replace(block(t, page, "sh")))
	sh.Dir = c.dir
	if out, err := sh.CombinedOutput(); err != nil {
		t.Fatalf("the certificates: %v: %s", err, out)
	}
	conf := c.replace.Replace(block(t, page, "conf nats.conf"))
	for i := range 3 {
		name := fmt.Sprintf("n%d", i+1)
		own := strings.NewReplacer("0.0.0.0:4222", listen[i], "0.0.0.0:6222", route[i]).Replace(conf)
		c.write(name+"/nats.conf", own)
		for from, to := range map[string]string{"ca.pem": "ca.pem", name + ".pem": "node.pem", name + "-key.pem": "node-key.pem"} {
			text, err := os.ReadFile(filepath.Join(c.dir, from))
			if err != nil {
				t.Fatal(err)
			}
			c.write(name+"/"+to, string(text))
		}
	}
	for _, file := range []string{"brokers.txt", "worker.txt"} {
		c.write(file, c.replace.Replace(block(t, page, "text "+file)))
	}
	for i := range 3 {
		c.start(i)
	}
	for _, n := range c.nodes {
		n.ready(t)
	}
	return c
}

func (c *cluster) start(i int) {
	name := fmt.Sprintf("n%d", i+1)
	c.nodes[i] = startNATS(c.t, c.program, filepath.Join(c.dir, name), name)
}

func (c *cluster) path(file string) string { return filepath.Join(c.dir, file) }

func (c *cluster) write(file, text string) {
	c.t.Helper()
	if err := os.MkdirAll(filepath.Dir(c.path(file)), 0o700); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(c.path(file), []byte(text), 0o600); err != nil {
		c.t.Fatal(err)
	}
}

// progress asks the pages of an event until they say this.
func progress(t *testing.T, url, what string, is func(played int, done bool) bool) {
	t.Helper()
	var p struct {
		Played int  `json:"played"`
		Done   bool `json:"done"`
	}
	for end := time.Now().Add(3 * time.Minute); ; time.Sleep(100 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"api/progress", nil)
		if err != nil {
			t.Fatal(err)
		}
		if res, err := http.DefaultClient.Do(req); err == nil {
			err = json.NewDecoder(res.Body).Decode(&p)
			res.Body.Close()
			if err == nil && is(p.Played, p.Done) {
				cancel()
				return
			}
		}
		cancel()
		if time.Now().After(end) {
			t.Fatalf("not so after three minutes: %s; %d are played", what, p.Played)
		}
	}
}

// TestClusterOfTheManual: the page about three servers is right: an event on real ones, with TLS and users, goes on while
// one of them is lost, and when it is back while another one is.
func TestClusterOfTheManual(t *testing.T) {
	teststage.Only(t, "builds nats-server and starts it several times")
	if _, err := exec.LookPath("openssl"); err != nil {
		t.Skip(err)
	}
	text, err := os.ReadFile("../../docs/cluster.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	c := newCluster(t, page)
	t.Run("wrong", func(t *testing.T) { testWrongCluster(t, c) })
	t.Run("event", func(t *testing.T) { testClusterEvent(t, c, page) })
}

func testClusterEvent(t *testing.T, c *cluster, page string) {
	cup := c.path("cup")
	if code, _, errOut := run(t, "", "tournament", "init", cup); code != 0 {
		t.Fatal(errOut)
	}
	command := func(starts string) []string {
		line := regexp.MustCompile(`(?m)^blastyard (` + starts + `.*)$`).FindStringSubmatch(page)
		if line == nil {
			t.Fatalf("docs/cluster.md has no command %s", starts)
		}
		return strings.Fields(strings.NewReplacer(" cup ", " "+cup+" ", "@", "@"+c.dir+"/", " ca.pem", " "+c.path("ca.pem"),
			"worker.creds", filepath.Join(cup, "event.store", "worker.creds")).Replace(line[1]))
	}
	serve := begin(t, append(command("tournament serve"), "--listen", "127.0.0.1:0", "--jobs", "-1")...)
	url := regexp.MustCompile(`the event is at (\S+)`).FindStringSubmatch(serve.waitFor(t, "the event is at "))[1]
	creds, err := os.ReadFile(filepath.Join(cup, "event.store", "worker.creds"))
	if err != nil || strings.Contains(string(creds), "coordinator") || !strings.Contains(string(creds), "change-this-too") {
		t.Fatalf("the credentials of workers: %v\n%s", err, creds)
	}
	begin(t, command("tournament work")...)
	progress(t, url, "3 matches are played", func(played int, _ bool) bool { return played >= 3 })
	c.nodes[1].kill()
	progress(t, url, "the event is over without n2", func(_ int, done bool) bool { return done })
	c.start(1)
	c.nodes[1].ready(t)
	c.nodes[0].kill()
	if code, _, errOut := run(t, "", "tournament", "void", cup, "0.0", "--why", "played again without n1"); code != 0 {
		t.Fatal(errOut)
	}
	progress(t, url, "the match is played again", func(_ int, done bool) bool { return done && voided(t, cup) })
	c.start(0)
	c.nodes[0].ready(t)
	if code, out, errOut := run(t, "", "tournament", "verify", cup); code != 0 {
		t.Errorf("verify: %s%s", out, errOut)
	}
}

// voided reports whether match 0.0 has a result again.
func voided(t *testing.T, cup string) bool {
	t.Helper()
	_, out, errOut := run(t, "", "tournament", "matches", cup, "--json")
	if errOut != "" {
		t.Fatal(errOut)
	}
	return strings.Contains(out, `"id":"0.0"`) && strings.Contains(out, `"try":1`)
}

// testWrongCluster: what is wrong with a cluster, or with what is said about it, is told in words that say what to do.
func testWrongCluster(t *testing.T, c *cluster) {
	cup := filepath.Join(t.TempDir(), "cup")
	if code, _, errOut := run(t, "", "tournament", "init", cup); code != 0 {
		t.Fatal(errOut)
	}
	other := filepath.Join(t.TempDir(), "other")
	if err := os.Mkdir(other, 0o700); err != nil {
		t.Fatal(err)
	}
	sh := exec.Command("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
		"-subj", "/CN=another", "-keyout", "key.pem", "-out", "ca.pem")
	sh.Dir = other
	if out, err := sh.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	plain, noAccount := freeport.Address(t), freeport.Address(t)
	c.write("plain/nats.conf", fmt.Sprintf("listen: %q\n", plain))
	c.write("noaccount/nats.conf", fmt.Sprintf("listen: %q\njetstream { store_dir: jetstream }\n"+
		"accounts { A { users: [ { user: a, password: b } ] }, B { jetstream: enabled, users: [ { user: c, password: d } ] } }\n",
		noAccount))
	for _, name := range []string{"plain", "noaccount"} {
		startNATS(t, c.program, c.path(name), name).ready(t)
	}
	text, err := os.ReadFile(c.path("brokers.txt"))
	if err != nil {
		t.Fatal(err)
	}
	brokers := strings.Fields(string(text))
	good := "@" + c.path("brokers.txt")
	for name, w := range map[string]struct {
		args []string
		says string
	}{
		"password": {[]string{"--nats", strings.Replace(brokers[0], "change-this", "guess", 1), "--nats-ca", c.path("ca.pem")},
			"it refuses this user and password: expected those of its configuration"},
		"another authority": {[]string{"--nats", good, "--nats-ca", filepath.Join(other, "ca.pem")},
			"who signed its certificate is not known here: expected the file with the certificate of that authority"},
		"no authority": {[]string{"--nats", good}, "who signed its certificate is not known here"},
		"another name": {[]string{"--nats", strings.Replace(brokers[0], "127.0.0.1", "localhost", 1), "--nats-ca", c.path("ca.pem")},
			"its certificate is for another name: "},
		"no TLS":         {[]string{"--nats", "tls://" + plain}, "it does not speak TLS: expected tls { … } in its configuration"},
		"no JetStream":   {[]string{"--nats", "nats://" + plain}, "JetStream is off there: expected jetstream { store_dir: … }"},
		"no account":     {[]string{"--nats", "nats://a:b@" + noAccount}, "the account of this user has no JetStream"},
		"no file":        {[]string{"--nats", "@" + c.path("nowhere.txt")}, "nowhere.txt"},
		"no certificate": {[]string{"--nats", good, "--nats-ca", c.path("brokers.txt")}, "there is no certificate in it"},
		"no user": {[]string{"--nats", good, "--nats-ca", c.path("ca.pem"), "--nats-worker", "worker"},
			"the user of workers: expected USER:PASSWORD"},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, errOut := run(t, "", append([]string{"tournament", "run", cup, "--quiet"}, w.args...)...)
			if code != 1 || !strings.Contains(errOut, w.says) {
				t.Errorf("%d %q, expected it to say %q", code, out+errOut, w.says)
			}
			if strings.Contains(errOut, "guess") || strings.Contains(errOut, "change-this") {
				t.Errorf("it tells a password: %s", errOut)
			}
		})
	}
}
