#!/usr/bin/env python3
"""Drops files on a window as a file manager does, by the XDND protocol.

    drop.py TITLE X Y FILE...

X and Y are in the window. Needs python3-xlib. Exits with 1 if the window refuses the drop.
"""
import sys
import time
import urllib.parse

from Xlib import X, Xatom, display, error
from Xlib.protocol import event

title, x, y, files = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
connection = display.Display()
screen = connection.screen()
atom = connection.intern_atom


def windows(window):
    yield window
    for child in window.query_tree().children:
        yield from windows(child)


def name(window):
    found = window.get_full_property(atom("_NET_WM_NAME"), X.AnyPropertyType)
    return found.value.decode() if found is not None else window.get_wm_name()


def aware(window):
    return window.get_full_property(atom("XdndAware"), X.AnyPropertyType) is not None


def found(seconds=60):
    """The window, once it accepts drops: it does so a moment after it is mapped."""
    end = time.time() + seconds
    while time.time() < end:
        try:
            for window in windows(screen.root):
                if aware(window) and name(window) == title:
                    return window
        except error.BadWindow:
            pass  # One of the others was closed while it was looked at.
        time.sleep(0.05)
    sys.exit(f"no window called {title} takes drops")


target = found()
origin = target.translate_coords(screen.root, 0, 0)
origin_x, origin_y = -origin.x, -origin.y

source = screen.root.create_window(-10, -10, 1, 1, 0, screen.root_depth)
URI_LIST = atom("text/uri-list")
source.set_selection_owner(atom("XdndSelection"), X.CurrentTime)
payload = "".join(f"file://{urllib.parse.quote(file)}\r\n" for file in files).encode()


def send(kind, *values):
    data = (32, list(values) + [0] * (5 - len(values)))
    target.send_event(event.ClientMessage(window=target, client_type=atom(kind), data=data), event_mask=0)
    connection.flush()


def answer_request(request):
    ok = request.target == URI_LIST
    if ok:
        request.requestor.change_property(request.property, URI_LIST, 8, payload)
    request.requestor.send_event(
        event.SelectionNotify(
            time=request.time,
            requestor=request.requestor,
            selection=request.selection,
            target=request.target,
            property=request.property if ok else X.NONE,
        )
    )
    connection.flush()


def wait_for(kind, seconds):
    end = time.time() + seconds
    while time.time() < end:
        while connection.pending_events():
            got = connection.next_event()
            if got.type == X.SelectionRequest:
                answer_request(got)
            elif got.type == X.ClientMessage and got.client_type == atom(kind):
                return got.data[1]
        time.sleep(0.01)
    return None


# The page decides in its own process whether it accepts the files, so the first replies say no, and while that process is
# busy the web view may not reply at all. A person goes on holding the files over the window, or moves out of it and back,
# until the pointer shows that it accepts them; so does this loop.
LIMIT = 120
end = time.time() + LIMIT
moves = entered = 0
accepted = False
while not (accepted and moves > 3):
    if time.time() > end:
        sys.exit(f"the window refuses the files: {moves} replies in {LIMIT} seconds, {entered} times entered")
    if moves == 0:
        entered += 1
        send("XdndEnter", source.id, 5 << 24, URI_LIST)
    at = (origin_x + x + moves % 8) << 16 | (origin_y + y + moves % 8)
    send("XdndPosition", source.id, 0, at, X.CurrentTime, atom("XdndActionCopy"))
    status = wait_for("XdndStatus", 5)
    if status is None:
        send("XdndLeave", source.id, 0)
        moves, accepted = 0, False
        continue
    moves, accepted = moves + 1, bool(status[1] & 1)
    time.sleep(0.05)
send("XdndDrop", source.id, 0, X.CurrentTime)
finished = wait_for("XdndFinished", LIMIT)
sys.exit(0 if finished and finished[1] & 1 else "the window didn't finish the drop")
