"""A hostile bot in Python: what its author would write first. It plays hexabomb without moving."""
import ctypes
import json
import multiprocessing
import os
import socket
import struct
import subprocess
import sys
import tempfile
import threading

folder = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(folder, "scene.json")) as f:
    scene = json.load(f)


def read(path):
    with open(os.path.join(path, "secret.txt")) as f:
        assert scene["Secret"] in f.read()


def write(path):
    with open(os.path.join(path, "victim.txt"), "r+") as f:
        f.write("write-")


def udp():
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    s.sendto(b"hostile py-udp\n", ("127.0.0.1", scene["UDP"]))


def tcp():
    with socket.create_connection(("127.0.0.1", scene["TCP"]), timeout=5) as s:
        s.sendall(b"hostile py-tcp\n")


def unix_socket():
    with socket.socket(socket.AF_UNIX) as s:
        s.connect(scene["Socket"])
        s.sendall(b"hostile py-unix\n")


def shell():
    out = subprocess.run(["/bin/sh", "-c", "cat " + scene["Home"] + "/secret.txt"], capture_output=True, check=True)
    assert scene["Secret"] in out.stdout.decode()


def by_libc():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.setpriority(0, scene["Bystander"], 9):
        raise OSError(ctypes.get_errno(), "setpriority")


def threads():
    done = []
    workers = [threading.Thread(target=done.append, args=(i,)) for i in range(20)]
    for w in workers:
        w.start()
    for w in workers:
        w.join()
    assert len(done) == 20


def double(x):
    return 2 * x


def processes():
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(double, [1, 2, 3]) == [2, 4, 6]


def temporary():
    with tempfile.TemporaryDirectory() as d, open(os.path.join(d, "x"), "w") as f:
        f.write("x")


ATTEMPTS = [
    ("py-read-rival", lambda: read(scene["Rival"])),
    ("py-read-home", lambda: read(scene["Home"])),
    ("py-write-rival", lambda: write(scene["Rival"])),
    ("py-list-arena", lambda: os.listdir(scene["Arena"]).index("secret.txt")),
    ("py-udp", udp),
    ("py-tcp", tcp),
    ("py-unix", unix_socket),
    ("py-signal", lambda: os.kill(scene["Bystander"], 0)),
    ("py-shell", shell),
    ("py-libc", by_libc),
    ("py-environment", lambda: [v for v in os.environ.values() if scene["Secret"] in v][0]),
    ("py-right-threads", threads),
    ("py-right-processes", processes),
    ("py-right-temporary", temporary),
    ("py-right-program", lambda: subprocess.run(["/bin/true"], check=True)),
]


def attack():
    for name, attempt in ATTEMPTS:
        try:
            attempt()
            print("ATTACK", name, "succeeded", flush=True)
        except Exception as e:  # whatever stops it
            print("ATTACK", name, "denied:", repr(e).replace("\n", " "), flush=True)


def main():
    conn = socket.create_connection((os.environ["NETORCAI_HOST"], int(os.environ["NETORCAI_PORT"])))

    def send(message):
        text = json.dumps(message).encode() + b"\n"
        conn.sendall(struct.pack("<I", len(text)) + text)

    def exactly(n):
        data = b""
        while len(data) < n:
            part = conn.recv(n - len(data))
            if not part:
                sys.exit(0)
            data += part
        return data

    send({"message_type": "LOGIN", "nickname": "python", "role": "player", "metaprotocol_version": sys.argv[1]})
    while True:
        message = json.loads(exactly(struct.unpack("<I", exactly(4))[0]))
        if message["message_type"] == "TURN":
            if message["turn_number"] == 0:
                attack()
            send({"message_type": "TURN_ACK", "turn_number": message["turn_number"], "actions": []})
        elif message["message_type"] in ("GAME_ENDS", "KICK"):
            return


if __name__ == "__main__":
    main()
