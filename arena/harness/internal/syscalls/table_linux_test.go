package syscalls

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

var processors = map[string]*Processor{"amd64": X86, "arm64": ARM}

// TestNumbers: the numbers are those that golang.org/x/sys has made from the kernel's sources.
func TestNumbers(t *testing.T) {
	folder, err := exec.Command("go", "list", "-f", "{{.Dir}}", "golang.org/x/sys/unix").Output()
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`^\s+SYS_(\w+)\s+= (\d+)`)
	for name, p := range processors {
		f, err := os.Open(filepath.Join(strings.TrimSpace(string(folder)), "zsysnum_linux_"+name+".go"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		seen := 0
		for s := bufio.NewScanner(f); s.Scan(); {
			m := line.FindStringSubmatch(s.Text())
			if m == nil || m[1] == "ARCH_SPECIFIC_SYSCALL" {
				continue
			}
			seen++
			want := strings.ToLower(m[1])
			if want == "fstatat" {
				want = "newfstatat" // the kernel's name
			}
			if number := slices.Index(p.names(), want); fmt.Sprint(number) != m[2] {
				t.Errorf("%s: %s is %d, expected %s", name, want, number, m[2])
			}
		}
		known := 0
		for _, call := range p.names() {
			if call != "" {
				known++
			}
		}
		if seen < 300 || seen != known {
			t.Errorf("%s: the table has %d numbers, golang.org/x/sys %d", name, known, seen)
		}
	}
}

// TestEachCallOnce: each call of each processor is in one group, and each group says why.
func TestEachCallOnce(t *testing.T) {
	count := map[string]int{}
	for _, g := range groups {
		if g.Why == "" {
			t.Errorf("no reason for %q", g.Calls)
		}
		for _, r := range g.Rules {
			if r.Why == "" {
				t.Errorf("%q: no reason for a rule", g.Calls)
			}
		}
		for call := range strings.FieldsSeq(g.Calls) {
			count[call]++
			if !slices.Contains(X86.names(), call) && !slices.Contains(ARM.names(), call) {
				t.Errorf("no processor has a call %s", call)
			}
		}
	}
	for name, p := range processors {
		for number, call := range p.names() {
			if call != "" && count[call] != 1 {
				t.Errorf("%s: call %d, %s, is in %d groups", name, number, call, count[call])
			}
		}
	}
}

func places() (all []Place) {
	for _, level := range []Levels{Limits, Files, Namespaces} {
		for _, modes := range []bool{false, true} {
			for _, shared := range []bool{false, true} {
				all = append(all, Place{level, modes, shared, false}, Place{level, modes, shared, true})
			}
		}
	}
	return all
}

// TestProgramDecides: the program for the kernel says what Decide says, for each number, and for each value of an
// argument that a rule names, with its neighbours, in all combinations of two arguments.
func TestProgramDecides(t *testing.T) {
	for name, p := range processors {
		for _, at := range places() {
			for tell := TellNothing; tell <= TellAll; tell++ {
				program := p.Program(at, tell)
				if len(program) > 4096 {
					t.Fatalf("%d instructions, the kernel takes 4096", len(program))
				}
				for number := range 1024 {
					for _, args := range argumentsOf(p.group(number)) {
						answer := p.Decide(at, number, args)
						want := answer.errno()
						if tell.tells(answer.Verdict, answer.Quiet) {
							want = unix.SECCOMP_RET_USER_NOTIF
						}
						if got := run(program, p.audit, number, args); got != want {
							t.Fatalf("%s %+v: call %d %#x: the program says %#x, expected %#x", name, at, number, args, got, want)
						}
					}
				}
			}
		}
	}
}

// argumentsOf returns arguments that try the rules of a group.
func argumentsOf(g *Group) (all [][6]uint64) {
	var values [6][]uint64
	for i := range values {
		values[i] = []uint64{0}
	}
	if g != nil {
		for _, r := range g.Rules {
			for _, test := range r.Tests {
				for _, v := range test.Values {
					n := uint64(v.Number)
					values[test.Arg] = append(values[test.Arg], n, n+1, n-1, n|1<<32, n|uint64(test.Mask), n|0x10000)
				}
			}
		}
	}
	for i := range values {
		slices.Sort(values[i])
		values[i] = slices.Compact(values[i])
	}
	for i := range values {
		for j := range i {
			for _, a := range values[i] {
				for _, b := range values[j] {
					args := [6]uint64{}
					args[i], args[j] = a, b
					all = append(all, args)
				}
			}
		}
	}
	return all
}

// run does what the kernel does with a program.
func run(program []unix.SockFilter, audit uint32, number int, args [6]uint64) uint32 {
	data := [16]uint32{uint32(number), audit}
	for i, a := range args {
		data[4+2*i], data[5+2*i] = uint32(a), uint32(a>>32)
	}
	accumulator := uint32(0)
	jump := func(holds bool, in unix.SockFilter) int {
		if holds {
			return int(in.Jt)
		}
		return int(in.Jf)
	}
	for at := 0; ; at++ {
		switch in := program[at]; in.Code {
		case unix.BPF_LD | unix.BPF_W | unix.BPF_ABS:
			accumulator = data[in.K/4]
		case unix.BPF_ALU | unix.BPF_AND | unix.BPF_K:
			accumulator &= in.K
		case jumpIfEqual:
			at += jump(accumulator == in.K, in)
		case jumpIfAtLeast:
			at += jump(accumulator >= in.K, in)
		case jumpAlways:
			at += int(in.K)
		case unix.BPF_RET | unix.BPF_K:
			return in.K
		default:
			panic(in)
		}
	}
}

// TestOtherProcessors: the calls of other processors are refused, those of the x32 ABI are missing.
func TestOtherProcessors(t *testing.T) {
	program := X86.Program(Place{Level: Files}, TellUnexpected)
	if got := run(program, unix.AUDIT_ARCH_I386, 1, [6]uint64{}); got != Refuse.errno() {
		t.Errorf("32 bits: %#x", got)
	}
	if got := run(program, unix.AUDIT_ARCH_X86_64, 0x40000001, [6]uint64{}); got != Missing.errno() {
		t.Errorf("x32: %#x", got)
	}
}
