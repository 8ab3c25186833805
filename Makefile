# memory_graph: the two commands are `make demo` and `make test`; each installs what it needs.
# Options: PYTHON=/path/to/python  ARGS="…" for the demo, pytest or the dev server.

.DEFAULT_GOAL := help
.NOTPARALLEL:
unexport PYTHONPATH PYTHONHOME
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYTHON

VENV := .venv/bin
# In one shell variable, so that an interpreter below a path with spaces works too.
SETUP := python=$$(sh scripts/find_python.sh) && "$$python" scripts/setup_env.py

.PHONY: help
help: ## Show this help
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

.PHONY: demo
demo: env-demo ## Install, then show the memory at work: Chinese and English, two processes, a crash
	@$(VENV)/memory-graph demo $(ARGS)

.PHONY: test
test: env-dev ## Install, then run every test, in two processes
	@$(VENV)/python -m pytest -n 2 --dist loadfile $(ARGS)

.PHONY: test-local
test-local: env-local ## Try the sentence-transformers models for real, in .venv-local (550 MB to download)
	@HF_HUB_OFFLINE=1 .venv-local/bin/python -m pytest tests/local $(ARGS)

.PHONY: crash-test
crash-test: env-dev ## Kill the process 210 times, at every step, in all three durability modes
	@MEMORY_GRAPH_TEST_KILLS=210 $(VENV)/python -m pytest tests/graph/alignment/test_crash.py $(ARGS)

.PHONY: check
check: env-dev ## Format, lint, types, import layering, and the wheel tried in a clean environment
	@$(VENV)/ruff format --check .
	@$(VENV)/ruff check .
	@$(VENV)/python scripts/check_types.py
	@$(VENV)/python -m pytest -q tests/unit/test_layering.py tests/unit/test_packaging.py
	@$(VENV)/python scripts/check_wheel.py

.PHONY: bench
bench: env-dev ## Run every benchmark in benchmarks/
	@$(VENV)/python scripts/run_benchmarks.py $(ARGS)

.PHONY: dev-server
dev-server: env-dev ## Serve the graphs for LangGraph Studio (langgraph dev)
	@$(VENV)/langgraph dev --no-browser $(ARGS)

.PHONY: constraints
constraints: ## Resolve the dependencies afresh and rewrite constraints.txt
	@python=$$(sh scripts/find_python.sh) && "$$python" scripts/refresh_constraints.py

.PHONY: clean
clean: ## Remove the environment, caches and build results; stored memories are not touched
	@rm -rf .venv .venv-local .venv-constraints build dist *.egg-info .langgraph_api
	@rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: env-demo env-dev env-local
env-demo:
	@$(SETUP) demo
env-dev:
	@$(SETUP) dev
env-local:
	@$(SETUP) local
