//go:build !race

#include "textflag.h"

// func vfork(flags, process uintptr) (child, errno uintptr)
TEXT ·vfork(SB),NOSPLIT,$0-32
	MOVD	flags+0(FP), R0
	MOVD	$0, R1
	MOVD	process+8(FP), R2
	MOVD	$0, R3
	MOVD	$0, R4
	MOVD	$220, R8 // SYS_clone
	SVC
	CMN	$4095, R0
	BCC	ok
	MOVD	$-1, R4
	MOVD	R4, child+16(FP)
	NEG	R0, R0
	MOVD	R0, errno+24(FP)
	RET
ok:
	MOVD	R0, child+16(FP)
	MOVD	ZR, errno+24(FP)
	RET
