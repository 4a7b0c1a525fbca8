// This file lets fork_linux.go name functions of the runtime that have no body here.
