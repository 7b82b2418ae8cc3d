#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks the map of the headers in docs/README.md: a folder includes only folders above it.

usage: rooms.py ROOT

Prints each include that goes up; each folder of include/tileproof that the map lacks; each row of the
map without a folder. A header of include/tileproof itself, such as atom.hpp, stands where the lowest
folder stands that it includes. The exit status is 1 if anything is printed but the count.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r"^\s*#\s*include\s*<tileproof/([^>]+)>", re.M)


def rooms_of(page):
    """The folders of the map, from above to below."""
    section = page.split("## The map of the headers", 1)[1].split("\n## ", 1)[0]
    return re.findall(r"^\| ([\w/]+)/ \|", section, re.M)


def room_of(header, rooms):
    """The innermost folder of the map that a header is in, or None."""
    return max((room for room in rooms if header.startswith(room + "/")), key=len, default=None)


def folders_of(texts, rooms):
    """The folders that the map has to name: those of include/tileproof, and the folders in a folder of
    which the map names one."""
    parents = {room.rpartition("/")[0] for room in rooms} | {""}
    folders = {parent for header in texts for parent in map(str, pathlib.PurePath(header).parents)}
    return {folder for folder in folders - {"."} if folder.rpartition("/")[0] in parents}


def main(root):
    include = pathlib.Path(root, "include/tileproof")
    rooms = rooms_of(pathlib.Path(root, "docs/README.md").read_text(encoding="utf-8"))
    texts = {file.relative_to(include).as_posix(): file.read_text(encoding="utf-8")
             for file in sorted(include.rglob("*")) if file.is_file()}
    included = {header: INCLUDE.findall(text) for header, text in texts.items()}
    folders = folders_of(texts, rooms)
    faults = [f"docs/README.md: the map lacks {folder}/" for folder in sorted(folders - set(rooms))]
    faults += [f"docs/README.md: the map names {room}/, which does not exist"
               for room in rooms if room not in folders]
    places = {}

    def place(header):
        if header not in places:
            room = room_of(header, rooms)
            places[header] = (rooms.index(room) if room else
                              max((place(other) for other in included.get(header, [])), default=-1))
        return places[header]

    arrows = 0
    for header, others in included.items():
        room = room_of(header, rooms)
        for other in others if room else []:
            arrows += room_of(other, rooms) != room
            if place(other) > place(header):
                faults.append(f"include/tileproof/{header}: {other} is below {room}/ in the map")
    for fault in faults:
        print(fault)
    print(f"{len(rooms)} folders, {arrows} includes from one to another, {len(faults)} faults")
    return 1 if faults or not arrows else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
