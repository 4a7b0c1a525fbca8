package harness

// Members lists the numbers of the bot's living processes, as far as they are known; see group.
func (p *Process) Members() []int {
	pids, _ := p.group.members()
	return pids
}
