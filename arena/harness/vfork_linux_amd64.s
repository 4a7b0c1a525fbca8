//go:build !race

#include "textflag.h"

// func vfork(flags, process uintptr) (child, errno uintptr)
//
// The new process uses this stack before the old one returns from here. So the return address is kept in a register.
TEXT ·vfork(SB),NOSPLIT|NOFRAME,$0-32
	MOVQ	flags+0(FP), DI
	MOVQ	$0, SI
	MOVQ	process+8(FP), DX
	MOVQ	$0, R10
	MOVQ	$0, R8
	MOVQ	$56, AX // SYS_clone
	POPQ	R12
	SYSCALL
	PUSHQ	R12
	CMPQ	AX, $0xfffffffffffff001
	JLS	ok
	MOVQ	$-1, child+16(FP)
	NEGQ	AX
	MOVQ	AX, errno+24(FP)
	RET
ok:
	MOVQ	AX, child+16(FP)
	MOVQ	$0, errno+24(FP)
	RET
