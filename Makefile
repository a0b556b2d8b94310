# What CI runs is .ci/run; `make check` is what every commit passes.
GO       ?= go
BIN      := bin
TOOLS    := $(CURDIR)/$(BIN)/tools
FUZZTIME ?= 5s

.PHONY: build test check faults bench format tools clean

build: ## the binary, in bin/caplo
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags='-s -w' -o $(BIN)/caplo ./cmd/caplo

test: ## everything that is quick: no network, no key
	$(GO) test ./...

check: tools ## format, vet, staticcheck, the module file, tests
	@out="$$($(TOOLS)/gofumpt -l $$(git ls-files '*.go'))"; test -z "$$out" || { echo "not formatted (make format):"; echo "$$out"; exit 1; }
	$(GO) vet ./...
	$(GO) vet -tags faults ./...
	$(TOOLS)/staticcheck -tags faults ./...
	$(GO) mod tidy -diff
	$(MAKE) test

faults: ## what is slow or violent: fuzzing, race detector, kill -9, full disks
	$(GO) test -race ./...
	$(GO) test -race -tags faults -run Fault -timeout 20m ./...
	FUZZTIME=$(FUZZTIME) GO=$(GO) ./internal/arch/fuzz.sh

bench: ## figures, not verdicts
	$(GO) run ./internal/bench

format:
	$(TOOLS)/gofumpt -w $$(git ls-files '*.go')

tools: $(TOOLS)/gofumpt $(TOOLS)/staticcheck

$(TOOLS)/gofumpt: tools/go.mod
	cd tools && $(GO) build -o $@ mvdan.cc/gofumpt

$(TOOLS)/staticcheck: tools/go.mod
	cd tools && $(GO) build -o $@ honnef.co/go/tools/cmd/staticcheck

clean:
	rm -rf $(BIN)
