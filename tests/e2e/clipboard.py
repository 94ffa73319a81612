#!/usr/bin/env python3
"""Owns the clipboard as a screenshot tool or a file manager does, until another program takes it or this one is ended.

    clipboard.py TYPE FILE [TYPE FILE]...

Offers what is in each file under its type, such as image/png. Says “ready” once it owns the clipboard. Needs python3-xlib.
"""
import sys

from Xlib import X, Xatom, display
from Xlib.protocol import event

connection = display.Display()
atom = connection.intern_atom
offers = {atom(kind): open(file, "rb").read() for kind, file in zip(sys.argv[1::2], sys.argv[2::2])}
CLIPBOARD, TARGETS = atom("CLIPBOARD"), atom("TARGETS")
# What is larger would have to be sent in pieces.
assert all(len(offer) < 200_000 for offer in offers.values())

owner = connection.screen().root.create_window(-10, -10, 1, 1, 0, connection.screen().root_depth)
owner.set_selection_owner(CLIPBOARD, X.CurrentTime)
connection.sync()
if connection.get_selection_owner(CLIPBOARD) != owner:
    sys.exit("another program keeps the clipboard")
print("ready", flush=True)

while True:
    request = connection.next_event()
    if request.type == X.SelectionClear:
        break
    if request.type != X.SelectionRequest:
        continue
    place = request.property or request.target
    answered = True
    if request.target == TARGETS:
        request.requestor.change_property(place, Xatom.ATOM, 32, [TARGETS, *offers])
    elif request.target in offers:
        request.requestor.change_property(place, request.target, 8, offers[request.target])
    else:
        answered = False
    request.requestor.send_event(
        event.SelectionNotify(
            time=request.time,
            requestor=request.requestor,
            selection=request.selection,
            target=request.target,
            property=place if answered else X.NONE,
        )
    )
    connection.flush()
