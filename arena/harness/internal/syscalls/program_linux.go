package syscalls

import "golang.org/x/sys/unix"

// A filter is a program for the kernel's packet filter. The kernel runs it for each call of the bot, except for those
// that it allows whatever their arguments are: it finds these out when the filter is installed. The program searches
// the number of the call by halving.

// Offsets in what the filter looks at, struct seccomp_data.
const (
	offsetCall      = 0
	offsetProcessor = 4
	offsetArguments = 16
)

const (
	jumpIfEqual   = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	jumpIfAtLeast = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
	jumpAlways    = unix.BPF_JMP | unix.BPF_JA
	farthest      = 255 // that a conditional jump reaches
)

// Program returns the filter of a place. Who listens to the filter must answer the calls that it is told, as Decide
// says.
func (p *Processor) Program(at Place, tell Tell) []unix.SockFilter {
	program := []unix.SockFilter{
		load(offsetProcessor),
		{Code: jumpIfEqual, K: p.audit, Jt: 1},
		end(Refuse.errno()), // a program for another processor, whose calls have other numbers
		load(offsetCall),
	}
	return append(program, search(p.spans(at, tell))...)
}

// span are calls from a number up to that of the next span, with what the program does with them.
type span struct {
	first int
	do    []unix.SockFilter
}

// spans returns all numbers. Neighbours with the same answer share a span.
func (p *Processor) spans(at Place, tell Tell) (spans []span) {
	for number := range len(p.names()) + 1 { // what follows the last is not known
		do := []unix.SockFilter{result(Missing, true, tell)}
		if g := p.group(number); g != nil {
			do = g.program(at, tell)
		}
		if n := len(spans); n > 0 && len(do) == 1 && len(spans[n-1].do) == 1 && spans[n-1].do[0] == do[0] {
			continue
		}
		spans = append(spans, span{number, do})
	}
	return spans
}

// search returns a program that finds the span of a number.
func search(spans []span) []unix.SockFilter {
	if len(spans) == 1 {
		return spans[0].do
	}
	middle := len(spans) / 2
	lower, upper := search(spans[:middle]), search(spans[middle:])
	test := unix.SockFilter{Code: jumpIfAtLeast, K: uint32(spans[middle].first)}
	if len(lower) <= farthest {
		test.Jt = uint8(len(lower))
		return append(append([]unix.SockFilter{test}, lower...), upper...)
	}
	test.Jf = 1
	far := unix.SockFilter{Code: jumpAlways, K: uint32(len(lower))}
	return append(append([]unix.SockFilter{test, far}, lower...), upper...)
}

// program returns what the filter does with the calls of a group.
func (g *Group) program(at Place, tell Tell) (program []unix.SockFilter) {
	for _, r := range g.rules(at) {
		tests := append(r.program(), result(r.Then, g.Quiet || r.Quiet, tell))
		program = append(program, tests...)
		if len(r.Tests) == 0 {
			return program // it always holds
		}
	}
	return append(program, result(g.Then, g.Quiet, tell))
}

// program returns instructions that go on behind the next instruction, the verdict, unless all tests hold.
func (r Rule) program() (program []unix.SockFilter) {
	for i := len(r.Tests) - 1; i >= 0; i-- { // each test is put before those that follow it
		program = append(r.Tests[i].program(len(program)), program...)
	}
	return program
}

// program returns instructions that jump over rest instructions and the verdict unless the test holds.
func (t Test) program(rest int) []unix.SockFilter {
	past := uint8(rest + 1)
	offset := offsetArguments + 8*uint32(t.Arg) // all processors with a table store the lower half first
	if t.Nil {
		program := []unix.SockFilter{load(offset), {Code: jumpIfEqual}, load(offset + 4), {Code: jumpIfEqual}}
		if t.Not {
			program[1].Jf, program[3].Jt = 2, past
		} else {
			program[1].Jf, program[3].Jf = past+2, past
		}
		return program
	}
	program := []unix.SockFilter{load(offset)}
	if t.Mask != 0 {
		program = append(program, unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: t.Mask})
	}
	for i, v := range t.Values {
		left := uint8(len(t.Values) - 1 - i)
		jump := unix.SockFilter{Code: jumpIfEqual, K: v.Number}
		switch {
		case t.Not:
			jump.Jt = left + past
		case left > 0:
			jump.Jt = left
		default:
			jump.Jf = past
		}
		program = append(program, jump)
	}
	return program
}

func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

func result(v Verdict, quiet bool, tell Tell) unix.SockFilter {
	if tell.tells(v, quiet) {
		return end(unix.SECCOMP_RET_USER_NOTIF)
	}
	return end(v.errno())
}

func end(result uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: result}
}

// errno returns how the kernel itself answers.
func (v Verdict) errno() uint32 {
	if v == Allow {
		return unix.SECCOMP_RET_ALLOW
	}
	return unix.SECCOMP_RET_ERRNO | uint32(v.Errno())
}
