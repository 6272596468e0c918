"""A plugin that fails a run of all scenes in which an operation of the bank was never submitted."""
import os

import pytest

SUBMITTED = pytest.StashKey[set]()


def submitted(config):
    """The operations that scenes of this run have submitted so far."""
    return config.stash.setdefault(SUBMITTED, set())


def never_submitted(config):
    """The operations that no scene has submitted; empty if scenes were selected by their names, or none has run."""
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
        terminalreporter.line("FAILED: operations that no scene of browser/ submitted: " + ", ".join(missing), red=True)
