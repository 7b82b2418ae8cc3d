#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks the map of the headers in docs/README.md, and the README.md of each folder that it names.

usage: rooms.py ROOT [--write]

The map: a folder includes only folders above it. Prints each include that goes up; each folder of
include/tileproof that the map lacks; each row of the map without a folder. A header of include/tileproof
itself, such as atom.hpp, stands where the lowest folder stands that it includes.

A folder's README.md, for each folder with a header that does more than include others: its numbered list
names each header of the folder once; every header that it names exists, one of another folder with its
path; a line `It includes core/ and lift/.` names the folders that its headers include. With --write
that line is written.

The exit status is 1 if anything is printed but the count.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r"^\s*#\s*include\s*<tileproof/([^>]+)>", re.M)
QUOTED = re.compile(r'^\s*#\s*include\s*"', re.M)
NAME = re.compile(r"([\w/]*/)?(\w+\.hpp)")


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


def only_includes(text):
    """Whether a header does nothing but include others, or refuse to be included."""
    lines = (re.sub(r"//.*", "", line).strip() for line in text.splitlines())
    return all(re.match(r"#\s*(pragma once|include\b|error\b)", line) for line in lines if line)


def sentence_of(folders):
    """The line of a README about the folders that its headers include."""
    names = [f"<tileproof/{name}>" if name.endswith(".hpp") else name + "/" for name in folders]
    if not names:
        return "It includes no other folder."
    return "It includes " + " and ".join(filter(None, [", ".join(names[:-1]), names[-1]])) + "."


def faults_of_readme(room, headers, included, text, texts):
    """The faults of a folder's README.md. HEADERS are the folder's own names of headers, INCLUDED the
    folders that they include."""
    page = f"include/tileproof/{room}/README.md"
    if text is None:
        return [f"{page}: missing"]
    items = "\n".join(re.findall(r"^\d+\. .*(?:\n   .*)*", text, re.M))
    listed = [name for folder, name in NAME.findall(items) if not folder]
    faults = [f"{page}: the list names {name} {listed.count(name)} times, and should once"
              for name in headers if listed.count(name) != 1]
    for folder, name in NAME.findall(text):
        if (folder.removeprefix("tileproof/") if folder else room + "/") + name not in texts:
            faults.append(f"{page}: there is no {folder}{name}")
    if sentence_of(included) not in text.splitlines():
        faults.append(f"{page}: a line should be: {sentence_of(included)}")
    return faults


def written(text, line):
    """A README with its line about the folders that its headers include."""
    if re.search(r"^It includes .*$", text, re.M):
        return re.sub(r"^It includes .*$", lambda _: line, text, count=1, flags=re.M)
    return text.rstrip("\n") + "\n\n" + line + "\n"


def main(root, *options):
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
    faults += [f"include/tileproof/{header}: an include in quotes, which this check does not follow"
               for header, text in texts.items() if header.endswith(".hpp") and QUOTED.search(text)]
    pages = 0
    for room in rooms:
        headers = [header for header in texts if room_of(header, rooms) == room
                   and header.endswith(".hpp") and not only_includes(texts[header])]
        if not headers:
            continue
        pages += 1
        others = {room_of(other, rooms) or other for header in headers for other in included[header]}
        others -= {room, "config.hpp", "version.hpp"}
        others = [other for other in rooms if other in others] + sorted(others - set(rooms))
        page = room + "/README.md"
        if "--write" in options and page in texts:
            texts[page] = written(texts[page], sentence_of(others))
            (include / page).write_text(texts[page], encoding="utf-8")
        faults += faults_of_readme(room, [pathlib.PurePath(header).name for header in headers], others,
                                   texts.get(page), texts)
    for fault in faults:
        print(fault)
    print(f"{len(rooms)} folders, {pages} pages, {arrows} includes from one to another, {len(faults)} faults")
    return 1 if faults or not arrows or not pages else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
