"""The notebooks of examples/python run from top to bottom, and their last lines can be shown."""

import ast
import json
import os
import unittest

import matplotlib
from common import ROOT


def run(notebook):
    """Runs the code cells as Jupyter does, and yields what each shows."""
    names = {}
    for cell in json.loads(notebook.read_text())["cells"]:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, notebook.name, "exec"), names)
        if last is not None:
            yield eval(compile(ast.Expression(last.value), notebook.name, "eval"), names)


class Notebooks(unittest.TestCase):
    def test_they_run_and_are_stored_without_output(self):
        matplotlib.use("Agg")
        os.chdir(ROOT / "tests/conformance")
        notebooks = sorted((ROOT / "examples/python").glob("*.ipynb"))
        self.assertTrue(notebooks)
        for notebook in notebooks:
            shown = list(run(notebook))
            self.assertTrue(any(hasattr(value, "_repr_html_") for value in shown))
            self.assertTrue(any(hasattr(value, "_repr_svg_") for value in shown))
            for value in shown:
                for name in ["_repr_html_", "_repr_svg_"]:
                    # matplotlib's have the method, and None of it.
                    self.assertIn("<svg", getattr(value, name, lambda: None)() or "<svg")
            for cell in json.loads(notebook.read_text())["cells"]:
                self.assertEqual(cell.get("outputs", []), [])


if __name__ == "__main__":
    unittest.main()
