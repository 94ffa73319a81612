"""Serves one GGUF model with llama.cpp's own HTTP server, on this machine only.

Prints one line when the model is ready. Ends on SIGINT, on SIGTERM, and, with --until-eof, when its
standard input is closed: a parent that dies takes its model with it.
"""

import argparse
import os
import signal
import sys
import threading

import xllamacpp


def arguments():
    parser = argparse.ArgumentParser(description="Serves one GGUF model on this machine.")
    parser.add_argument("model", help="the .gguf file")
    parser.add_argument("--name", help="the model's name (default: the file's)")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8765)
    half = max(1, (os.cpu_count() or 2) // 2)
    parser.add_argument("--threads", type=int, default=half, help="default: half of the cores")
    parser.add_argument("--context", type=int, default=8192, help="the window, in tokens")
    parser.add_argument("--template", help="a file with another chat template than the model's own")
    parser.add_argument("--until-eof", action="store_true", help="end when standard input is closed")
    return parser.parse_args()


def parameters(args):
    params = xllamacpp.CommonParams()
    params.model.path = args.model
    params.model_alias = {args.name or os.path.splitext(os.path.basename(args.model))[0]}
    params.hostnames = [args.host]
    params.port = args.port
    params.n_ctx = args.context
    # One question at a time gets the whole window, and all the threads.
    params.n_parallel = 1
    params.cpuparams.n_threads = args.threads
    params.cpuparams_batch.n_threads = args.threads
    # Small models fall into saying the same for ever; this is what Qwen's makers advise against it.
    params.sampling.penalty_repeat = 1.1
    params.use_jinja = True
    if args.template:
        with open(args.template, encoding="utf-8") as template:
            params.chat_template = template.read()
    params.warmup = True
    params.offline = True
    params.ui = False
    # Warnings and errors only.
    params.verbosity = 2
    return params


def main():
    args = arguments()
    ended = threading.Event()
    for name in ("SIGINT", "SIGTERM"):
        signal.signal(getattr(signal, name), lambda *_: ended.set())
    if args.until_eof:
        threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
    server = xllamacpp.Server(parameters(args))
    print(f"Ready at {server.listening_address}", flush=True)
    # With a time limit, because signals aren't handled within an endless wait on Windows.
    while not ended.wait(1):
        pass
    # Unloading the model in order would wait for an answer that is still being made.
    os._exit(0)


main()
