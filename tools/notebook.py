#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Executes a notebook with the Python that runs this program, without Jupyter.

usage: notebook.py [--check] NOTEBOOK

Writes the outputs of its cells, or with --check compares them with those it has. An output is what a
cell prints, its last value (with _repr_svg_ where it has one), or the error that it raises.
"""
import ast
import contextlib
import io
import json
import pathlib
import sys
import traceback


def shown(value, count):
    data = {"text/plain": lines_of(repr(value))}
    svg = value._repr_svg_() if hasattr(value, "_repr_svg_") else None
    if svg is not None:
        data = {"image/svg+xml": lines_of(svg), **data}
    return {"output_type": "execute_result", "execution_count": count, "metadata": {}, "data": data}


def lines_of(text):
    return text.splitlines(keepends=True)


def executed(source, names, count):
    """The outputs of one cell."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, outputs = io.StringIO(), []
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(tree, "<cell>", "exec"), names)  # pylint: disable=exec-used
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if last else None
            if value is not None:
                outputs.append(shown(value, count))
        except Exception as error:  # pylint: disable=broad-exception-caught
            text = "".join(traceback.format_exception_only(type(error), error))
            outputs.append({"output_type": "error", "ename": type(error).__name__,
                            "evalue": str(error), "traceback": lines_of(text)})
    if printed.getvalue():
        outputs.insert(0, {"output_type": "stream", "name": "stdout",
                           "text": lines_of(printed.getvalue())})
    return outputs


def main(*arguments):
    is_check, file = arguments[0] == "--check", pathlib.Path(arguments[-1])
    notebook = json.loads(file.read_text(encoding="utf-8"))
    names, count, wrong = {}, 0, 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        count += 1
        outputs = executed("".join(cell["source"]), names, count)
        if outputs != cell["outputs"]:
            wrong += 1
            print(f"cell {count}: other outputs than before")
        cell.update(outputs=outputs, execution_count=count)
    if not is_check:
        file.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        return 0
    print(f"{count} cells, {wrong} with other outputs")
    return int(wrong > 0 or count == 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
