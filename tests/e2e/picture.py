#!/usr/bin/env python3
"""Saves what is on the display as a PNG, dialogs of other programs included: picture.py FILE. Needs python3-xlib."""
import struct
import sys
import zlib

from Xlib import X, display

root = display.Display().screen().root
size = root.get_geometry()
pixels = root.get_image(0, 0, size.width, size.height, X.ZPixmap, 0xFFFFFFFF).data
rows = bytearray()
for y in range(size.height):
    row = pixels[y * size.width * 4 : (y + 1) * size.width * 4]
    line = bytearray(size.width * 3)
    line[0::3], line[1::3], line[2::3] = row[2::4], row[1::4], row[0::4]
    rows += b"\0" + line


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


head = struct.pack(">IIBBBBB", size.width, size.height, 8, 2, 0, 0, 0)
with open(sys.argv[1], "wb") as file:
    file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(rows))) + chunk(b"IEND", b""))
