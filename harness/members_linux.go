package harness

// Members returns the ids of the bot's living processes: all descendants of its supervisor.
func (p *Process) Members() []int {
	if s, is := p.body.(*supervised); is {
		return descendants(s.cmd.Process.Pid)
	}
	return nil
}
