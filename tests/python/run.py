"""Runs the tests of this folder, or those named (`test_sets.Sets.test_weights_count`), with the packages of another
environment behind those of this one."""

import os
import site
import sys
import unittest
from pathlib import Path

site.addsitedir(os.environ["OUTPOST_PACKAGES"])
FOLDER = Path(__file__).resolve().parent
# Their programs need them too.
os.environ["PYTHONPATH"] = os.pathsep.join([str(FOLDER), os.environ["OUTPOST_PACKAGES"]])

names = sys.argv[1:] or sorted(file.stem for file in FOLDER.glob("test_*.py"))
result = unittest.TextTestRunner(verbosity=1).run(unittest.defaultTestLoader.loadTestsFromNames(names))
print(f"{result.testsRun} tests, {len(result.skipped)} skipped")
sys.exit(not result.wasSuccessful())
