package harness

// Members returns the ids of the bot's living processes: all descendants of its supervisor.
func (p *Process) Members() (ids []int) {
	if s, is := p.body.(*supervised); is {
		for _, st := range descendants(s.cmd.Process.Pid) {
			ids = append(ids, st.pid)
		}
	}
	return ids
}
