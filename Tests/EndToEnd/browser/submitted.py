"""A plugin that fails a complete run of the browser tests if an operation of the bank was never
submitted."""
import os

import pytest

SUBMITTED = pytest.StashKey[set]()


def submitted(config):
    """Returns the operations that tests of this run have submitted."""
    return config.stash.setdefault(SUBMITTED, set())


def never_submitted(config):
    """Returns the operations that were not submitted. Empty if tests were selected by name, or no
    test has submitted one."""
    from EndToEnd.browser.scenes import OPERATIONS
    is_whole = not config.option.keyword and all(os.path.isdir(argument) for argument in config.args)
    return sorted(OPERATIONS - submitted(config)) if is_whole and submitted(config) else []


def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["submitted"] = sorted(submitted(session.config))
    elif never_submitted(session.config) and session.exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    submitted(node.config).update(getattr(node, "workeroutput", {}).get("submitted", []))


def pytest_terminal_summary(terminalreporter, config):
    if missing := never_submitted(config):
        terminalreporter.line("FAILED: operations that no test of browser/ submitted: " + ", ".join(missing), red=True)
