package tui

import tea "charm.land/bubbletea/v2"

const panStep = 4 // columns, and twice the number of lines

// key handles a key.
func (m *model) key(msg tea.KeyPressMsg) tea.Cmd {
	m.stale = true
	switch msg.String() {
	case "ctrl+c":
		m.seen = false
		return tea.Quit
	case "q", "esc":
		m.seen = m.ended
		return tea.Quit
	case "space":
		return m.pause(!m.paused)
	case "right":
		return m.step(+1)
	case "left":
		return m.step(-1)
	case "home":
		return m.step(-m.at)
	case "end":
		return m.catchUp()
	case "+", "=":
		return m.faster(+1)
	case "-", "_":
		return m.faster(-1)
	case "l":
		m.opt.Letters = !m.opt.Letters
	case "w":
		m.opt.PanY -= panStep / 2
	case "s":
		m.opt.PanY += panStep / 2
	case "a":
		m.opt.PanX -= panStep
	case "d":
		m.opt.PanX += panStep
	}
	return nil
}

// pause stops or starts the clock.
func (m *model) pause(on bool) tea.Cmd {
	m.paused = on
	m.clock++
	if on || len(m.frames) == 0 {
		return nil
	}
	return m.next()
}

// step pauses and moves n frames forward or back.
func (m *model) step(n int) tea.Cmd {
	if len(m.frames) == 0 {
		return nil
	}
	m.at = min(max(m.at+n, 0), len(m.frames)-1)
	return m.pause(true)
}

// catchUp moves to the newest frame and continues from there.
func (m *model) catchUp() tea.Cmd {
	if len(m.frames) == 0 {
		return nil
	}
	m.at = max(m.at, len(m.frames)-2) // next moves to the last one
	return m.pause(false)
}

func (m *model) faster(n int) tea.Cmd {
	m.speed = min(max(m.speed+n, 0), len(speeds)-1)
	if m.paused || m.due || len(m.frames) == 0 {
		return nil
	}
	return m.wait(m.interval())
}
