package train

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

var openFileMapping = windows.NewLazySystemDLL("kernel32.dll").NewProc("OpenFileMappingW")

// openMemory maps memory that the parent created: a named mapping of at least size bytes.
func openMemory(m *memoryName, size int) ([]byte, error) {
	if m.FD != nil || m.Name == "" {
		return nil, fmt.Errorf(`memory: expected {"memory":{"name":"..."}} on this system`)
	}
	name, err := windows.UTF16PtrFromString(m.Name)
	if err != nil {
		return nil, fmt.Errorf("memory: name %q: %w", m.Name, err)
	}
	handle, _, err := openFileMapping.Call(windows.FILE_MAP_READ|windows.FILE_MAP_WRITE, 0,
		uintptr(unsafe.Pointer(name)))
	if handle == 0 {
		return nil, fmt.Errorf("memory: opening the mapping %q: %w", m.Name, err)
	}
	defer windows.CloseHandle(windows.Handle(handle)) // the view keeps the mapping
	at, err := windows.MapViewOfFile(windows.Handle(handle), windows.FILE_MAP_READ|windows.FILE_MAP_WRITE, 0, 0,
		uintptr(size))
	if err != nil {
		return nil, fmt.Errorf("memory: mapping %d bytes of %q: %w", size, m.Name, err)
	}
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&at))), size), nil
}

func closeMemory(mem []byte) {
	_ = windows.UnmapViewOfFile(uintptr(unsafe.Pointer(unsafe.SliceData(mem))))
}
