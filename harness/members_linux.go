package harness

// Members lists the numbers of the bot's living processes: all that descends from its supervisor.
func (p *Process) Members() []int {
	if s, is := p.body.(*supervised); is {
		return descendants(s.cmd.Process.Pid)
	}
	return nil
}
