# The two commands of a newcomer are `go run ./cmd/blastyard play` and `make test`.
GO ?= go
LINT := .tools/golangci-lint
FUZZTIME ?= 20s
BENCHTIME ?= 1s

.PHONY: all test tools check-format vet unit cross web-check web lint bench fuzz build dist clean

all: test lint

build:
	CGO_ENABLED=0 $(GO) build -o bin/blastyard ./cmd/blastyard

# Everything that shows that the program works.
test: tools check-format vet unit cross web-check web
	@echo "make test: all passed"

# What tests need beside Go; installed where that is possible, else named.
tools:
	@./scripts/need.sh python3 python3
	@./scripts/need.sh cc gcc
	@./scripts/need.sh g++ g++
	@./scripts/need.sh node nodejs
	@./scripts/need.sh javac default-jdk-headless
	@./scripts/need.sh mcs mono-mcs
	@./scripts/need.sh mono mono-runtime
	@./scripts/need.sh mvn maven
	@./scripts/need.sh cargo cargo
	@./scripts/need.sh /usr/include/nlohmann/json.hpp nlohmann-json3-dev
	@./scripts/need.sh /usr/lib/mono/4.5/System.Runtime.Serialization.dll libmono-system-runtime-serialization4.0-cil
	@./scripts/need.sh /usr/lib/mono/4.5/System.Xml.Linq.dll libmono-system-xml-linq4.0-cil
	@./scripts/need.sh npm npm
	@./scripts/need.sh chromium chromium

check-format:
	@files=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$files" ]; then echo "not formatted (run gofmt -w):" $$files; exit 1; fi

vet:
	$(GO) vet ./...

# Unit, conformance and command-line tests and the starter bots, with the race detector.
unit:
	$(GO) test -race -timeout 15m ./...
	$(GO) test -timeout 10m -run '^(TestWatchMemory|TestHostileFilesAreBounded)$$' ./cmd/blastyard ./maps   # too slow or too big with it

# What is special to other systems and processors at least compiles.
cross:
	GOOS=windows $(GO) vet ./...
	GOOS=darwin $(GO) vet ./...
	GOARCH=arm64 $(GO) build ./...
	GOARCH=386 $(GO) vet ./...
	GOARCH=arm $(GO) build ./...

# The committed page is what its sources give.
web-check:
	$(GO) -C tools/esbuild run . -check

# The page: types, unit tests, and in a real browser.
web:
	./scripts/web.sh

lint: $(LINT)
	$(LINT) run ./...

$(LINT): tools/golangci-lint/go.mod
	$(GO) -C tools/golangci-lint build -o ../../$(LINT) github.com/golangci/golangci-lint/v2/cmd/golangci-lint

# Programs for Linux, macOS and Windows, with checksums, in bin/dist.
dist:
	GO="$(GO)" ./scripts/dist.sh

bench:
	$(GO) test -run '^$$' -bench . -benchtime $(BENCHTIME) ./...

# Each fuzz target for FUZZTIME.
fuzz:
	@for p in $$(git grep -l '^func Fuzz' -- '*_test.go' | xargs -n1 dirname | sort -u); do \
	  for f in $$(grep -ho '^func Fuzz[A-Za-z0-9_]*' $$p/*_test.go | cut -c6-); do \
	    echo "== $$p $$f"; $(GO) test ./$$p -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x || exit 1; \
	  done; done

clean:
	rm -rf bin .tools
