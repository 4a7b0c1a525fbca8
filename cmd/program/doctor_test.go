package program

import (
	"context"
	"encoding/json"
	"io"
	"runtime"
	"strings"
	"testing"

	"blastyard/arena/doctor"
	"blastyard/cmd/internal/command"
	"blastyard/cmd/internal/machine"
)

func TestDoctorJSON(t *testing.T) {
	code, stdout, stderr := run(t, "", "doctor", "--json")
	var d doctor.Diagnosis
	if err := json.Unmarshal([]byte(stdout), &d); err != nil || stderr != "" {
		t.Fatalf("%v: %s%s", err, stdout, stderr)
	}
	if code != command.OK || !d.OK || d.System != runtime.GOOS+"/"+runtime.GOARCH {
		t.Errorf("exit %d, %+v", code, d)
	}
	if len(d.Machine) != len(machine.Checks(playShortMatch, io.Discard)) || len(d.Bots) != len(doctor.Tools()) {
		t.Errorf("%d and %d findings", len(d.Machine), len(d.Bots))
	}
	for i, f := range append(d.Machine, d.Bots...) {
		if f.Name == "" || f.Verdict != doctor.OK && f.Verdict != doctor.Note || f.Detail == "" {
			t.Errorf("finding %d: %+v", i, f)
		}
		if f.Verdict == doctor.OK && f.Means != "" || strings.Contains(f.Detail+f.Means+f.Fix, "\n") {
			t.Errorf("finding %d is not what it should be: %+v", i, f)
		}
	}
}

// TestDoctorWithoutTools: built-in bots play where nothing is installed.
func TestDoctorWithoutTools(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	code, stdout, _ := run(t, "", "doctor")
	if code != command.OK || strings.Count(stdout, "not found: ") != len(doctor.Tools()) || !strings.Contains(stdout, "matches can be played and shown") {
		t.Errorf("exit %d\n%s", code, stdout)
	}
}

func TestShortMatch(t *testing.T) {
	if err := playShortMatch(t.Context()); err != nil {
		t.Error(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := playShortMatch(ended); err == nil {
		t.Error("a match was played after its time")
	}
}
