package game

// Words is what a player asks for in the coming turn, an action a line; what cannot be read stands there as its reason.
func (m *HexabombMatch) Words(player int) []string {
	asked := &m.asked[player]
	words := make([]string, 0, len(asked.actions)+len(asked.unreadable))
	for _, a := range asked.actions {
		words = append(words, a.String())
	}
	for _, u := range asked.unreadable {
		words = append(words, u.Why)
	}
	return words
}

// Words is what a player asks for in the coming turn: its command; what cannot be read stands there as its reason.
func (m *BombermanMatch) Words(player int) []string {
	if asked := &m.asked[player]; asked.fault != "" {
		return []string{asked.fault}
	}
	return []string{m.asked[player].command.String()}
}
