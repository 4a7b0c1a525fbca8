"""Runs a bot in a worker of the page: its streams, its files, and what is told of its errors."""
import builtins
import codecs
import io
import json
import linecache
import os
import random
import signal
import sys
import traceback
import types

from pyodide.ffi import run_sync

HOME = "/bot/"


class Input(io.RawIOBase):
    """The standard input: the lines of the match as they come."""

    def __init__(self, line):
        self._line, self._rest = line, b""

    def readable(self):
        return True

    def readinto(self, buffer):
        if not self._rest:
            line = self._line()
            if line is None:
                return 0
            self._rest = line.encode() + b"\n"
        part, self._rest = self._rest[:len(buffer)], self._rest[len(buffer):]
        buffer[:len(part)] = part
        return len(part)


class Output(io.RawIOBase):
    """The standard output, or that for errors."""

    def __init__(self, write):
        self._write, self._decoder = write, codecs.getincrementaldecoder("utf-8")("replace")

    def writable(self):
        return True

    def write(self, data):
        self._write(self._decoder.decode(bytes(data)))
        return len(data)


def streams(host):
    """Puts the page in the place of a terminal."""
    def reads():
        host.readsInput()
        return run_sync(host.line())
    sys.stdin = io.TextIOWrapper(io.BufferedReader(Input(reads)), encoding="utf-8")
    for name, error in ("stdout", False), ("stderr", True):
        raw = Output(lambda text, error=error: host.write(text, error))
        setattr(sys, name, io.TextIOWrapper(io.BufferedWriter(raw), encoding="utf-8", line_buffering=True))


def pause(host):
    """Lets the worker hear that it shall end, even if the bot computes for ever."""
    try:
        run_sync(host.pause())
    except RuntimeError:
        pass  # a function of JavaScript has called the bot: nothing can wait here


def place_of(error):
    """Where an error is in the author's files: file, line and column, from 1."""
    if isinstance(error, SyntaxError) and str(error.filename).startswith(HOME):
        return error.filename[len(HOME):], error.lineno or 0, error.offset or 0
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename.startswith(HOME) and frame.filename != HOME + "netorcai.py":
            return frame.filename[len(HOME):], frame.lineno or 0, 0 if frame.colno is None else frame.colno + 1
    return None


def problem_of(error, entry):
    file, line, column = place_of(error) or (entry, 0, 0)
    if isinstance(error, SyntaxError):
        text = f"{type(error).__name__}: {error.msg}"
    else:
        text = "".join(traceback.format_exception_only(error)).strip()
    return {"file": file, "line": line, "column": column, "text": text}


def check(names):
    """The errors in the syntax of files, none of which is run."""
    problems = []
    for name in json.loads(names):
        try:
            with open(HOME + name, encoding="utf-8") as file:
                compile(file.read(), HOME + name, "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            problems.append(problem_of(error, name))
    return json.dumps(problems)


def run(host, entry, env):
    """Runs a bot to its end, and tells how that was: {} is a good one."""
    page = types.ModuleType("blastyard_page")
    page.answer, page.message = host.answer, lambda: run_sync(host.message())
    sys.modules["blastyard_page"] = page
    os.environ.update(json.loads(env))
    os.chdir(HOME)
    sys.argv, sys.path[0] = [entry], HOME.rstrip("/")
    streams(host)
    signal.signal(signal.SIGINT, lambda *_: pause(host))
    random.seed()
    main = types.ModuleType("__main__")
    main.__file__ = HOME + entry
    main.__builtins__ = builtins
    sys.modules["__main__"] = main
    end = {}
    try:
        with open(main.__file__, encoding="utf-8") as file:
            code = compile(file.read(), main.__file__, "exec", dont_inherit=True)
        exec(code, main.__dict__)
    except SystemExit as error:
        if isinstance(error.code, (int, type(None))):
            end = {"code": error.code or 0}
        else:
            print(error.code, file=sys.stderr)
            end = {"code": 1, "refused": str(error.code)}
    except BaseException as error:
        linecache.checkcache()
        end = problem_of(error, entry)
        own = error.with_traceback(error.__traceback__ and error.__traceback__.tb_next)
        end["stack"] = "".join(traceback.format_exception(own)).replace(f'File "{HOME}', 'File "')
    for stream in sys.stdout, sys.stderr:
        try:
            stream.flush()
        except Exception:
            pass
    return json.dumps(end)
