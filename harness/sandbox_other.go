//go:build !linux

package harness

const sandboxProgram = ""

func sandboxLevel() SandboxLevel { return SandboxGroup }
