package machine

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

var physicalMemory = windows.NewLazySystemDLL("kernel32.dll").NewProc("GetPhysicallyInstalledSystemMemory")

// totalMemory returns the memory of the machine in bytes; 0: not known.
func totalMemory() uint64 {
	var kilo uint64
	if physicalMemory.Find() != nil {
		return 0
	}
	if ok, _, _ := physicalMemory.Call(uintptr(unsafe.Pointer(&kilo))); ok == 0 {
		return 0
	}
	return kilo << 10
}
