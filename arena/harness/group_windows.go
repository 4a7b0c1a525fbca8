package harness

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

const (
	errNotDir = windows.ERROR_DIRECTORY
	errFormat = windows.ERROR_BAD_EXE_FORMAT
)

// runnable reports whether Windows executes files with the ending of path.
func runnable(path string) bool {
	_, err := exec.LookPath(path)
	return err == nil
}

// group is a job object. What the bot starts is also in it, and is killed with it, even when this program dies.
type group struct {
	pid int
	job windows.Handle
}

// prepare starts the bot suspended, so that it is in the job before it can start anything.
func (g *group) prepare(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{
		CreationFlags: windows.CREATE_NEW_PROCESS_GROUP | windows.CREATE_SUSPENDED,
	}
}

func (g *group) attach(cmd *exec.Cmd) error {
	g.pid = cmd.Process.Pid
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return fmt.Errorf("job object: %w", err)
	}
	g.job = job
	info := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{}
	info.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)))
	if err != nil {
		return fmt.Errorf("limits of the job object: %w", err)
	}
	var assign error
	err = cmd.Process.WithHandle(func(h uintptr) { assign = windows.AssignProcessToJobObject(job, windows.Handle(h)) })
	if err = errors.Join(err, assign); err != nil {
		return fmt.Errorf("putting the bot into its job object: %w", err)
	}
	return resume(uint32(g.pid))
}

// resume resumes the threads of a process that was started suspended.
func resume(pid uint32) error {
	snapshot, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return fmt.Errorf("list of threads: %w", err)
	}
	defer func() { _ = windows.CloseHandle(snapshot) }()
	entry := windows.ThreadEntry32{Size: uint32(unsafe.Sizeof(windows.ThreadEntry32{}))}
	resumed := 0
	for err = windows.Thread32First(snapshot, &entry); err == nil; err = windows.Thread32Next(snapshot, &entry) {
		if entry.OwnerProcessID != pid {
			continue
		}
		thread, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, entry.ThreadID)
		if err != nil {
			return fmt.Errorf("opening a thread: %w", err)
		}
		_, err = windows.ResumeThread(thread)
		_ = windows.CloseHandle(thread)
		if err != nil {
			return fmt.Errorf("resuming a thread: %w", err)
		}
		resumed++
	}
	if resumed == 0 {
		return errors.New("the bot has no thread to resume")
	}
	return nil
}

// ask sends Ctrl-Break, which ends a console program that does not handle it.
func (g *group) ask() { _ = windows.GenerateConsoleCtrlEvent(windows.CTRL_BREAK_EVENT, uint32(g.pid)) }

// kill ends everything in the job.
func (g *group) kill() {
	if g.job != 0 {
		_ = windows.TerminateJobObject(g.job, 1)
	}
}

func (g *group) close() {
	if g.job != 0 {
		_ = windows.CloseHandle(g.job)
		g.job = 0
	}
}

func signalName(*os.ProcessState) string { return "" }

func maxRSS(*os.ProcessState) int64 { return 0 }
