#!/usr/bin/env python3
"""Asks the window manager to close a window, as a task bar does.

    close.py WINDOW

WINDOW is its number. Needs python3-xlib. A key such as Alt+F4 is lost while the window manager takes its keys again,
which it does when the first simulated key changes the keyboard's map.
"""
import sys

from Xlib import X, display
from Xlib.protocol import event

connection = display.Display()
root = connection.screen().root
request = event.ClientMessage(
    window=connection.create_resource_object("window", int(sys.argv[1])),
    client_type=connection.intern_atom("_NET_CLOSE_WINDOW"),
    data=(32, [X.CurrentTime, 2, 0, 0, 0]),  # 2: asked by a user, not by a program
)
root.send_event(request, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
connection.sync()
