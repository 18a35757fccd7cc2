"""The package as it is installed: its parts, its stub, its documentation's examples, and what it needs."""

import ast
import doctest
import importlib.metadata
import inspect
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import outpost_rbc
from outpost_rbc import _native

FOLDER = Path(outpost_rbc.__file__).parent


class Package(unittest.TestCase):
    def test_it_is_the_installed_one(self):
        self.assertIn("site-packages", str(FOLDER))
        self.assertEqual(importlib.metadata.version("outpost-rbc"), outpost_rbc.__version__)
        for file in ["py.typed", "_native.pyi", "siamese.onnx"]:
            self.assertTrue((FOLDER / file).is_file(), file)

    def test_it_needs_numpy_alone(self):
        needs = importlib.metadata.requires("outpost-rbc")
        self.assertEqual([need.split(">")[0] for need in needs if "extra ==" not in need], ["numpy"])
        # Neither python-chess nor reconchess is imported where they are not used.
        program = "import sys, outpost_rbc; outpost_rbc.InformationSet('white').draw(); print(*sys.modules)"
        loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        self.assertTrue({"chess", "reconchess"}.isdisjoint(loaded.stdout.split()))

    def test_the_stub_has_every_item_with_its_arguments(self):
        stub = ast.parse((FOLDER / "_native.pyi").read_text())
        self.compare("", stub.body, _native)

    def compare(self, prefix, body, there):
        named = {}
        for item in body:
            if isinstance(item, (ast.FunctionDef, ast.ClassDef)):
                named[item.name] = item
            elif isinstance(item, ast.AnnAssign):
                named[item.target.id] = item
        public = {name for name in vars(there) if not name.startswith("_")}
        self.assertEqual(public, {name for name in named if not name.startswith("_")}, prefix)
        for name in sorted(public):
            item, value = named[name], getattr(there, name)
            if isinstance(item, ast.ClassDef):
                self.assertTrue(inspect.isclass(value), name)
                if not issubclass(value, BaseException):
                    self.compare(f"{prefix}{name}.", item.body, value)
            elif isinstance(item, ast.FunctionDef) and not item.decorator_list:
                in_stub = [argument.arg for argument in item.args.args]
                self.assertEqual(list(inspect.signature(value).parameters), in_stub, prefix + name)

    def test_types_are_those_that_mypy_finds(self):
        # The installed package, and a bot that uses it; then the stub against the native module.
        folder = Path(__file__).resolve().parent
        checked = ["mypy", "--strict", "-p", "outpost_rbc", "-m", "typed_bot"]
        compared = ["mypy.stubtest", "outpost_rbc._native", "--ignore-missing-stub"]
        with tempfile.TemporaryDirectory() as cache:
            environment = {**os.environ, "MYPYPATH": str(folder), "MYPY_CACHE_DIR": cache}
            for program in [checked, compared]:
                run = subprocess.run(
                    [sys.executable, "-m", *program], cwd=cache, env=environment, capture_output=True, text=True
                )
                self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
                self.assertIn("Success: no issues found", run.stdout)

    def test_every_public_item_is_documented(self):
        for name in outpost_rbc.__all__:
            item = getattr(outpost_rbc, name)
            if inspect.isclass(item) or inspect.isfunction(item):
                self.assertTrue(inspect.getdoc(item), name)
                for part, value in vars(item).items():
                    if inspect.isclass(item) and not part.startswith("_") and callable(value):
                        self.assertTrue(inspect.getdoc(value), f"{name}.{part}")

    def test_the_examples_of_the_documentation_run(self):
        for module in [outpost_rbc.rules, outpost_rbc.information_set]:
            failed, tried = doctest.testmod(module)
            self.assertGreater(tried, 0, module)
            self.assertEqual(failed, 0, module)


if __name__ == "__main__":
    unittest.main()
