# The two commands of a newcomer are `go run ./cmd/blastyard play` and `make test`.
GO ?= go
FUZZTIME ?= 10s
BENCHTIME ?= 1s

# What is compiled and tested in one clone need not be again in another one.
export GOFLAGS := $(GOFLAGS) -trimpath
# A program that looks for races waits for a second before it ends.
export GORACE := atexit_sleep_ms=0
# Python itself, and not what a version manager puts in its place; and before it, once make tools has made one, an empty
# environment of it, which reads nothing of what this machine adds to Python. Both start several times as fast.
export PATH := $(CURDIR)/.tools/bare/bin:$(shell python3 -c 'import os, sys; print(os.path.dirname(os.path.realpath(sys.executable)) + ":")' 2>/dev/null)$(PATH)

# Of the programs that tests build and are, nobody reads what a debugger needs: they are linked in half the time.
unit plain raced everything crowded memory web web-all: export GOFLAGS := $(GOFLAGS) -ldflags=-w

.PHONY: all test test-all test-world world-tools world-proxies world-training lint tools module check-format vet unit plain raced everything memory \
	crowded cross lab python python-types wheels web-check web-lint web web-all golangci bench fuzz build dist clean

all: test lint

# Released programs hold what others build when they first need it.
build: module
	CGO_ENABLED=0 $(GO) build -tags bundled -pgo=cmd/blastyard/release.pgo -o bin/ ./cmd/...

# The rules as WebAssembly, in show/lab/module/built: from the cache of this user, or else built.
module:
	$(GO) generate ./show/lab

# The everyday tests, for anyone who changes something. docs/inside.md says what is in which stage.
test:
	@GO="$(GO)" ./tools/scripts/stage.sh "make test" tools check-format vet module -- python web-check plain web -- unit raced

lint:
	@GO="$(GO)" ./tools/scripts/stage.sh "make lint" golangci python-types web-lint

# All tests, before a release: about an hour.
test-all:
	@GO="$(GO)" ./tools/scripts/stage.sh "make test-all" tools check-format vet module \
	  -- cross lab python web-check web-all lint fuzz crowded -- everything memory

# What others have made, as they made it: web servers, libraries that learn. It installs what it needs, also from registries.
test-world:
	@GO="$(GO)" ./tools/scripts/stage.sh "make test-world" tools world-tools -- world-proxies -- world-training

# RUNLEVEL keeps Debian from starting a service with its installation.
world-tools:
	@RUNLEVEL=1 ./tools/scripts/need.sh nginx nginx-light
	@./tools/scripts/need.sh openssl openssl
	$(GO) -C tools/caddy build -o ../../bin/caddy github.com/caddyserver/caddy/v2/cmd/caddy

# The pages behind nginx and Caddy, with the lines of docs/proxies.md.
world-proxies:
	CADDY=$(CURDIR)/bin/caddy ./tools/scripts/web.sh test/world/proxies.test.mjs

# The Python package in the hands of Gymnasium, PettingZoo, SuperSuit, Stable-Baselines3, CleanRL, TorchRL, tianshou, RLlib,
# PufferLib and Minari, and its types by pyright.
world-training:
	GO="$(GO)" ./tools/scripts/judges.sh

# What tests need beside Go; installed where that is possible, else named.
tools:
	@./tools/scripts/need.sh python3 python3
	@[ -x .tools/bare/bin/python3 ] || python3 -m venv --without-pip .tools/bare
	@./tools/scripts/need.sh cc gcc
	@./tools/scripts/need.sh g++ g++
	@./tools/scripts/need.sh node nodejs
	@./tools/scripts/need.sh javac default-jdk-headless
	@./tools/scripts/need.sh mcs mono-mcs
	@./tools/scripts/need.sh mono mono-runtime
	@./tools/scripts/need.sh mvn maven
	@./tools/scripts/need.sh cargo cargo
	@./tools/scripts/need.sh /usr/lib/mono/4.5/System.Runtime.Serialization.dll libmono-system-runtime-serialization4.0-cil
	@./tools/scripts/need.sh /usr/lib/mono/4.5/System.Xml.Linq.dll libmono-system-xml-linq4.0-cil
	@./tools/scripts/need.sh npm npm
	@./tools/scripts/need.sh chromium chromium

check-format:
	@files=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$files" ]; then echo "not formatted (run gofmt -w):" $$files; exit 1; fi

vet:
	$(GO) vet ./...

# Runs tests; those that fail run again. It knows from their sources which packages are tested with the race detector
# (@raced) and which without (@unit), and which tests of the former run without it, too (@plain): see its packages.go.
TESTRUN := $(GO) run ./tools/testrun

unit:
	$(TESTRUN) unit -vet=off -p=4 -timeout=20m -- @unit

plain:
	$(TESTRUN) plain -vet=off -p=4 -timeout=20m -- @plain

raced:
	$(TESTRUN) raced -vet=off -race -p=4 -timeout=20m -- @raced

# All tests of all packages with the race detector, in any order.
everything:
	BLASTYARD_TEST=all $(TESTRUN) everything -vet=off -race -shuffle=on -p=2 -timeout=60m -- ./...

# Tests that start processes, again and again, pinned to two processors beside two busy ones.
crowded:
	GO="$(GO)" ./tools/scripts/crowded.sh

# How much memory things take; with the race detector it would be more.
memory:
	BLASTYARD_TEST=all $(TESTRUN) memory -vet=off -timeout=30m \
	  -run='Memory|^Test(ManyResults|HostileFilesAreBounded|WhatABotUsesIsBounded)$$' -- ./cmd/program ./arena/harness ./rules/maps \
	  ./tournament/...

# The rules, the forecasts and the games in node, as the laboratory has them: all vectors, state by state. Go's programs
# there take one processor and a short environment only.
lab:
	$(GO) build -o bin/testrun ./tools/testrun
	GOOS=js GOARCH=wasm bin/testrun lab -vet=off -p=2 -timeout=20m \
	  -exec="env -i 'PATH=$$PATH' BLASTYARD_TEST=all '$$($(GO) env GOROOT)/lib/wasm/go_js_wasm_exec'" -- \
	  ./internal/letters ./show/lab ./game/games ./replay/explain ./rules/hexabomb/... ./rules/bomberman/...

# What is special to other systems and processors at least compiles.
cross:
	@for target in windows/amd64 darwin/arm64 darwin/amd64 linux/arm64 linux/arm; do \
	  echo "vet $$target"; GOOS=$${target%/*} GOARCH=$${target#*/} $(GO) vet ./... || exit 1; \
	done; echo "vet js/wasm"; GOOS=js GOARCH=wasm $(GO) vet ./show/lab ./show/lab/wasm ./replay/explain ./show/playback

# The Python package, from its wheel in a fresh environment.
python:
	GO="$(GO)" ./tools/scripts/python.sh

# The Python package for all platforms, in bin/wheels.
wheels:
	GO="$(GO)" ./tools/scripts/wheels.sh

# The committed page is what its sources give.
web-check:
	$(GO) -C tools/esbuild run . -check

# The page: types, unit tests, and in a real browser; web-all runs every browser test.
web:
	./tools/scripts/web.sh

web-all:
	./tools/scripts/web.sh all

# The linter is built from its sources, once: what it is made of stays in Go's build cache.
golangci:
	$(GO) tool -modfile=tools/golangci-lint/go.mod golangci-lint run --allow-parallel-runners ./...

# The types of the Python package.
python-types:
	./tools/scripts/pytypes.sh

# The format of the page's sources, and mistakes in them; tools/scripts/weblint.sh --write formats them.
web-lint:
	./tools/scripts/weblint.sh

# Programs for Linux, macOS and Windows, with checksums, in bin/dist.
dist:
	GO="$(GO)" ./tools/scripts/dist.sh

bench:
	$(GO) test -run '^$$' -bench . -benchtime $(BENCHTIME) ./...

# Each fuzz target for FUZZTIME.
fuzz:
	@for p in $$(git grep -l '^func Fuzz' -- '*_test.go' | xargs -n1 dirname | sort -u); do \
	  for f in $$(grep -ho '^func Fuzz[A-Za-z0-9_]*' $$p/*_test.go | cut -c6-); do \
	    echo "== $$p $$f"; $(GO) test ./$$p -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x -parallel=1 || exit 1; \
	  done; done

clean:
	rm -rf bin .tools show/lab/module/built
