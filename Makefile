# The two commands of a newcomer are `go run ./cmd/blastyard play` and `make test`.
GO ?= go
LINT := .tools/golangci-lint
FUZZTIME ?= 20s
BENCHTIME ?= 1s

.PHONY: all test tools check-format vet unit race strength cross python python-types wheels web-check web lint bench fuzz faults build dist clean

all: test lint

build:
	CGO_ENABLED=0 $(GO) build -pgo=cmd/blastyard/release.pgo -o bin/blastyard ./cmd/blastyard

# Everything that shows that the program works.
test: tools check-format vet unit cross python web-check web
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
	@./scripts/need.sh /usr/lib/mono/4.5/System.Runtime.Serialization.dll libmono-system-runtime-serialization4.0-cil
	@./scripts/need.sh /usr/lib/mono/4.5/System.Xml.Linq.dll libmono-system-xml-linq4.0-cil
	@./scripts/need.sh npm npm
	@./scripts/need.sh chromium chromium

check-format:
	@files=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$files" ]; then echo "not formatted (run gofmt -w):" $$files; exit 1; fi

vet:
	$(GO) vet ./...

# Packages that start goroutines or guard something against them: the race detector looks at these. In all others it has
# nothing to find, and makes them several times slower. TestRacedPackages keeps the list honest; `make race` ignores it.
RACED := arena arena/human arena/lines arena/livepage arena/record arena/resultfile bomberman/console \
	bomberman/netconsole bots/internal/startertest branch doctor entrant/build harness harness/rounds \
	internal/enginetest internal/gametest internal/hostile/bot internal/hostlag internal/listeners internal/ptytest \
	internal/results match netorcai/logform netorcai/prompt netorcai/server stdio tournament/archive tournament/engine \
	tournament/site tournament/verify tournament/web tournament/worker train train/dataset train/render viewer/catalog viewer/live \
	viewer/picture viewer/playback viewer/serve viewer/tui

# Of such packages, those whose tests take minutes with it, for they start many programs, play many matches or fill
# databases: only `make race` runs all of these with it. What they start is tested with it in packages of its own.
SLOW := cmd/blastyard replay tournament/control tournament/rating tournament/store tournament/submission train/observe

# Unit, conformance and command-line tests and the starter bots; with the race detector where it can find something.
unit:
	$(GO) test -race -p 3 -timeout 30m $(RACED:%=./%)
	$(GO) test -race -short -skip '^Test(ARealBotEnters|Hostile.*)$$' ./tournament/rating ./tournament/submission
	$(GO) test -race -run '^Test(Writer|OpenWhile|KilledIn|RoundTripOfMatches|Survey)' ./replay
	$(GO) test -race -run '^TestHexabombTogether$$' ./train/observe
	$(GO) test -p 4 -timeout 30m $$($(GO) list ./... | grep -vxF $(RACED:%=-e blastyard/%) -e blastyard/cmd/blastyard)
	$(GO) test -timeout 30m ./cmd/blastyard   # alone: real bots with real time limits play in its tests
	$(GO) test -timeout 10m -run '^TestManyResults$$' ./tournament/engine   # too big with it

# All of them with it.
race:
	$(GO) test -race -timeout 30m ./...

# Every starter of every language in 40 matches against random; make test plays fewer of those that start slowly.
strength:
	BLASTYARD_STRENGTH=full $(GO) test -count=1 -timeout 30m -v -run '^TestStartersBeatRandom$$' ./bots

# What is special to other systems and processors at least compiles: each system, 64 and 32 bits, both processors.
cross:
	GOOS=windows GOARCH=amd64 $(GO) vet ./...
	GOOS=darwin GOARCH=arm64 $(GO) vet ./...
	GOOS=linux GOARCH=arm $(GO) vet ./...

# The Python package, from its wheel in a fresh environment.
python:
	GO="$(GO)" ./scripts/python.sh

# The Python package for all platforms, in bin/wheels.
wheels:
	GO="$(GO)" ./scripts/wheels.sh

# The committed page is what its sources give.
web-check:
	$(GO) -C tools/esbuild run . -check

# The page: types, unit tests, and in a real browser.
web:
	./scripts/web.sh

lint: $(LINT) python-types
	$(LINT) run ./...

# The types of the Python package.
python-types:
	./scripts/pytypes.sh

$(LINT): tools/golangci-lint/go.mod
	$(GO) -C tools/golangci-lint build -o ../../$(LINT) github.com/golangci/golangci-lint/v2/cmd/golangci-lint

# Programs for Linux, macOS and Windows, with checksums, in bin/dist.
dist:
	GO="$(GO)" ./scripts/dist.sh

bench:
	$(GO) test -run '^$$' -bench . -benchtime $(BENCHTIME) ./...

# Competitions of full size: 10,000 matches whose processes are killed 20 times, 1,000,000 results. Minutes.
faults:
	BLASTYARD_FAULTS=full $(GO) test -count=1 -timeout 30m -v -run '^Test(Killed|LadderKilled|ManyResults)$$' ./tournament/engine

# Each fuzz target for FUZZTIME.
fuzz:
	@for p in $$(git grep -l '^func Fuzz' -- '*_test.go' | xargs -n1 dirname | sort -u); do \
	  for f in $$(grep -ho '^func Fuzz[A-Za-z0-9_]*' $$p/*_test.go | cut -c6-); do \
	    echo "== $$p $$f"; $(GO) test ./$$p -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x || exit 1; \
	  done; done

clean:
	rm -rf bin .tools
