package main

import "runtime/debug"

// version is what make dist names; empty in other builds.
var version string

// software is what this program is called in files, with its version.
func software() string {
	return "blastyard " + versionName()
}

func versionName() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
