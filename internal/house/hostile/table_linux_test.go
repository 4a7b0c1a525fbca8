package hostile

// level is a level of the sandbox.
type level int

// The levels, as the command line names them. never stands for an attack that none of them stops.
const (
	off level = iota
	limits
	files
	namespaces
	never
)

var levelNames = [...]string{"off", "limits", "files", "namespaces", "never"}

func (l level) String() string { return levelNames[l] }

// flag is the value of --sandbox.
func (l level) flag() string {
	if l == off {
		return "off"
	}
	return "require=" + l.String()
}

// An attack of the hostile bot, and from which level on it fails. Below that level it must succeed: where a level does
// not stop an attack, the manual says so.
type attack struct {
	name string
	from level
	// except holds the level for some players, the most particular one counts: "root" and "user" (who runs the arena),
	// and "bomberman".
	except except
	// game, where set, is the only game in which there is something to attack.
	game string
	// machine is set where a machine may refuse it by its own settings; then only denials are checked.
	machine bool
}

type except map[string]level

// deniedByUser is for what the user that root's bots run as cannot do.
var deniedByUser = except{"root": limits}

// level is where the attack fails in a game, for who runs the arena.
func (a attack) level(game string, root bool) level {
	who := "user"
	if root {
		who = "root"
	}
	for _, key := range []string{game + " " + who, game, who} {
		if l, set := a.except[key]; set {
			return l
		}
	}
	return a.from
}

// A promise is a row of the manual's table: what bots cannot do from a level on. All its attacks fail from that level
// on.
type promise struct {
	text    string
	attacks []attack
}

// promises are the rows of the table in docs/organiser.md.
var promises = []promise{
	{"read or list the folders of other bots, of the arena, and your home folder", []attack{
		{name: "read-rival", from: files}, {name: "read-arena", from: files}, {name: "read-home", from: files},
		{name: "read-by-link", from: files}, {name: "list-rival", from: files}, {name: "list-arena", from: files},
		{name: "list-home", from: files}, {name: "watch-rival", from: limits}, {name: "handle-rival", from: limits, except: except{"user": off}},
	}},
	{"write, make, rename or remove files there", []attack{
		{name: "write-rival", from: files, except: deniedByUser},
		{name: "write-arena", from: files, except: deniedByUser},
		{name: "write-home", from: files, except: deniedByUser},
		{name: "create-rival", from: files, except: deniedByUser},
		{name: "create-arena", from: files, except: deniedByUser},
		{name: "create-home", from: files, except: deniedByUser},
		{name: "remove-rival", from: files, except: deniedByUser},
		{name: "remove-arena", from: files, except: deniedByUser},
		{name: "rename-rival", from: files, except: deniedByUser},
		{name: "shared-tmp", from: files},
	}},
	{"change its own folder for its next match (in Bomberman a bot may)", []attack{{name: "write-own", from: files,
		except: deniedByUser, game: "hexabomb"}}},
	{"change the mode, the owner, the time or the attributes of a file there", []attack{
		{name: "chmod-rival", from: limits}, {name: "touch-rival", from: limits}, {name: "chown-rival", from: limits},
		{name: "attribute-rival", from: limits, machine: true},
	}},
	{"hold up others who open a file, by a lease", []attack{{name: "lease", from: limits}}},
	{"see the size and time of a file whose name it knows", []attack{{name: "stat-rival", from: namespaces}}},
	{"write to your terminal and read what is typed there", []attack{
		{name: "terminal", from: files, except: deniedByUser},
	}},
	{"read /etc/shadow, the kernel's log and its settings, as root", []attack{
		{name: "read-shadow", from: limits, except: except{"user": off}},
		{name: "kernel-log", from: limits, machine: true},
		{name: "kernel-settings", from: limits, except: except{"user": off}},
	}},
	{"find your secrets in its environment; use your ssh agent; use files that the arena has open", []attack{
		{name: "environment", from: limits}, {name: "agent", from: limits}, {name: "inherited-descriptor", from: off},
	}},
	{"see the processes of others and their command lines (the seed of the match is there, and a secret that was given without a file)", []attack{
		{name: "arena-command-line", from: files}, {name: "bystander-seen", from: files},
		{name: "rival-seen", from: files, game: "hexabomb"},
	}},
	{"find out which process numbers are in use", []attack{{name: "process-number", from: namespaces}}},
	{"read the environment, the memory and the open files of other processes", []attack{
		{name: "arena-environment", from: files, except: deniedByUser},
		{name: "arena-descriptors", from: files, except: deniedByUser},
		{name: "arena-folder", from: files, except: deniedByUser},
		{name: "arena-root", from: files, except: deniedByUser},
		{name: "arena-memory", from: files, except: deniedByUser},
		{name: "rival-environment", from: files, except: deniedByUser, game: "hexabomb"},
	}},
	{"trace other processes, read their memory, take their files", []attack{
		{name: "ptrace", from: limits, machine: true}, {name: "read-memory", from: limits, machine: true},
		{name: "steal-descriptor", from: limits, machine: true}, {name: "compare", from: limits, machine: true},
	}},
	{"send signals to other processes; make the kernel kill them first", []attack{
		{name: "signal-bystander", from: files, except: deniedByUser},
		{name: "signal-by-pidfd", from: files, except: deniedByUser},
		{name: "signal-arena", from: files, except: deniedByUser},
		{name: "signal-rival", from: files, except: deniedByUser, game: "hexabomb"},
		{name: "bystander-oom", from: files, except: deniedByUser},
	}},
	{"slow others down: their priority, processors, scheduling class, limits", []attack{
		{name: "renice", from: limits}, {name: "renice-user", from: limits}, {name: "io-priority", from: limits},
		{name: "affinity", from: limits}, {name: "scheduling-class", from: limits}, {name: "limits", from: limits},
		{name: "limits-of-arena", from: limits},
	}},
	{"get higher priority than others, as root", []attack{
		{name: "own-priority", from: limits, except: except{"user": off}},
		{name: "real-time", from: limits, except: except{"user": off}},
	}},
	{"connect to any port but that of its match", []attack{
		{name: "tcp", from: files}, {name: "tcp6", from: files, machine: true},
		{name: "mptcp", from: limits, machine: true},
		{name: "fast-open", from: limits, machine: true},
	}},
	{"connect to other addresses at the port number of its match", []attack{
		{name: "port-of-match", from: namespaces, game: "hexabomb"},
	}},
	{"send or receive UDP; use other protocols and raw sockets", []attack{
		{name: "udp-send", from: limits}, {name: "udp-receive", from: limits},
		{name: "packet", from: limits, except: except{"user": off}},
		{name: "raw", from: limits, except: except{"user": off}}, {name: "vsock", from: limits, machine: true},
	}},
	{"listen where others can connect", []attack{{name: "listen", from: limits},
		{name: "listen-unbound", from: limits}}},
	{"use Unix sockets", []attack{
		{name: "unix-path", from: limits}, {name: "unix-datagram", from: limits}, {name: "unix-abstract", from: limits},
		{name: "pair-datagram", from: limits},
	}},
	{"see the host's network: its interfaces, the ports of others", []attack{
		{name: "ports-of-others", from: namespaces}, {name: "interfaces", from: namespaces, machine: true},
		{name: "netlink", from: limits},
	}},
	{"log in on a rival's seat, or as special player", []attack{
		{name: "seat-of-rival", from: off, game: "hexabomb"}, {name: "seat-of-special", from: off, game: "hexabomb"},
	}},
	{"be root, have capabilities, get new privileges", []attack{
		{name: "be-root", from: limits, except: except{"user": off}},
		{name: "capabilities", from: limits, except: except{"user": off}},
		{name: "new-privileges", from: limits}, {name: "host-name", from: limits, except: except{"user": off}},
		{name: "mount", from: limits, except: except{"user": off}},
		{name: "change-root", from: limits, except: except{"user": off}},
		{name: "make-device", from: limits, except: except{"user": off}},
		{name: "kernel-module", from: limits, machine: true},
	}},
	{"use parts of the kernel that bots do not need: namespaces, keys, BPF, io_uring and others", []attack{
		{name: "new-user-namespace", from: limits, machine: true},
		{name: "unshare-mount", from: limits, except: except{"user": off}},
		{name: "enter-namespace", from: limits, except: except{"user": off}}, {name: "keys", from: limits, machine: true},
		{name: "bpf", from: limits, machine: true}, {name: "performance-events", from: limits, machine: true},
		{name: "user-faults", from: limits, machine: true}, {name: "io-uring", from: limits, machine: true},
	}},
	{"see what the machine is and does: its interrupts, its disks, when it was started", []attack{
		{name: "machine-interrupts", from: files, machine: true}, {name: "machine-disks", from: files, machine: true},
		{name: "machine-start", from: namespaces},
	}},
	{"use up what the kernel counts for each user or for all: descriptors in sockets, inotify instances, timers, " +
		"asynchronous requests", []attack{
		{name: "descriptors-in-flight", from: limits}, {name: "watches", from: limits, machine: true},
		{name: "timers", from: limits, machine: true}, {name: "asynchronous-requests", from: limits},
	}},
	{"start hundreds of processes, or have thousands of sockets", uses},
	{"reserve 9 GiB of memory, in its own or in shared segments", []attack{
		{name: "memory", from: limits}, {name: "memory-file", from: limits}, {name: "shared-segment", from: limits},
	}},
	{"make a file of 1 GiB", []attack{{name: "big-file", from: limits}}},
	{"fill a disk with small files", []attack{{name: "full-disk", from: namespaces,
		except: except{"bomberman": never}}, {name: "many-files", from: namespaces, except: except{"bomberman": never}}}},
	{"leave shared memory or message queues behind", []attack{
		{name: "leave-segment", from: limits}, {name: "leave-queue", from: limits},
	}},
	{"leave processes behind", []attack{
		{name: "survive-child", from: off}, {name: "survive-session", from: off}, {name: "survive-daemon", from: off},
		{name: "survive-user", from: off},
	}},
}

// uses are played in matches of their own, because a bot may be killed for them.
var uses = []attack{{name: "use-processes", from: limits}, {name: "use-sockets", from: limits}}

// rights are what a bot may do at every level.
var rights = []attack{
	{name: "right-own-file", from: never}, {name: "right-home", from: never}, {name: "right-tmp", from: never},
	{name: "right-program", from: never}, {name: "right-system", from: never}, {name: "right-child", from: never},
	{name: "right-time", from: never},
}
