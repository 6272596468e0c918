"""Options, markers and fixtures of the end-to-end tests.

Each test has a marker `landing` or `full`, whose arguments are its numbers. `-m landing` runs the
tests of a landing with their landing numbers, `-m full` runs all tests with their full numbers.
"""
import os
import random
import resource
import shutil
import subprocess

import pytest

from EndToEnd import ROOT
from EndToEnd.bank import Client, Server
from EndToEnd.browser.halves import place
from EndToEnd.cluster.local_cluster import missing

pytest_plugins = ["EndToEnd.browser.submitted"]


def pytest_addoption(parser):
    group = parser.getgroup("valence")
    group.addoption("--program", default=os.path.join(ROOT, ".build/debug/valence"), metavar="PATH",
                    help="the program under test (default: .build/debug/valence)")
    group.addoption("--rounds", type=int, metavar="N", help="rounds of each selected test, without a timeout")
    group.addoption("--seconds", type=int, metavar="N", help="duration of test_read_your_writes")
    group.addoption("--only", default="", metavar="WORD",
                    help="failures of test_failover, such as \"primary frozen\", or endpoints of test_linear_cost (default: all)")
    group.addoption("--nodes", type=int, default=3, choices=[2, 3], help="number of PostgreSQL nodes in test_failover (default: 3)")
    group.addoption("--pictures", action="store_true", help="save pictures of all screens of browser/ in .build/screenshots")
    group.addoption("--seed", type=int, metavar="N", help="seed of random choices (default: random, shown on failure)")


def pytest_configure(config):
    # Workers of xdist inherit the options of the main process, so they use the same seed.
    if not hasattr(config.option, "drawn_seed"):
        config.option.drawn_seed = random.randrange(1 << 30)
    for line in (
            "landing(**numbers): runs at each landing, and with `full`",
            "full(**numbers): runs with `-m full`; its numbers replace those of `landing`",
            "alone: measures, or needs the release build; must not run in parallel with other work"):
        config.addinivalue_line("markers", line)


def pytest_report_header(config):
    return f"program {config.option.program}, --seed {drawn_seed(config)}"


def drawn_seed(config):
    return config.option.drawn_seed if config.option.seed is None else config.option.seed


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    unmarked = []
    for item in items:
        if item.get_closest_marker("landing"):
            if not item.get_closest_marker("full"):
                item.add_marker(pytest.mark.full)
        elif not item.get_closest_marker("full"):
            unmarked.append(item.nodeid)
        if config.option.rounds:
            item.add_marker(pytest.mark.timeout(0), append=False)
    if unmarked:
        raise pytest.UsageError("these tests have neither the marker `landing` nor `full`: " + ", ".join(unmarked))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Runs the tests of a file in one process of xdist, because they share servers. Each half of
    the browser tests has one process."""
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            path = nodeid.split("::")[0]
            stem = os.path.basename(path).removesuffix(".py")
            return f"browser {place(stem)[0]}" if "browser" in path.split("/") and stem != "test_weight" else path
    return Scheduling(config, log)


def is_full(config):
    """True if `-m full` selects the full numbers."""
    return "full" in config.option.markexpr.replace("not full", "")


@pytest.fixture(autouse=True)
def surroundings():
    """Starts each test in the root. Restores the directory, the environment and the limit on open
    files after it."""
    environment, limit = dict(os.environ), resource.getrlimit(resource.RLIMIT_NOFILE)
    os.chdir(ROOT)
    yield
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    resource.setrlimit(resource.RLIMIT_NOFILE, limit)


@pytest.fixture(scope="session")
def valence(request):
    """The path of the program under test."""
    path = os.path.realpath(request.config.option.program)
    if not os.access(path, os.X_OK):
        pytest.exit(f"no program at {path}; build it, or set --program", 2)
    return path


@pytest.fixture
def numbers(request):
    """The numbers of a test, from the arguments of its markers."""
    numbers = {}
    for name in ("landing", "full") if is_full(request.config) else ("landing",):
        if marker := request.node.get_closest_marker(name):
            numbers.update(marker.kwargs)
    return numbers


@pytest.fixture
def rounds(request, numbers):
    """The number of repetitions in a test: `--rounds`, or the number of its marker."""
    return request.config.option.rounds or numbers["rounds"]


@pytest.fixture(scope="session")
def seed(request):
    """The seed of random choices: `--seed`, or a random number. The header of the report shows
    it."""
    return drawn_seed(request.config)


@pytest.fixture
def bank(valence, tmp_path):
    """A running server with demo data, which must stop with status 0."""
    server = Server(valence, str(tmp_path / "valence.sqlite"), log=str(tmp_path / "log"))
    assert server.address, "the server did not start:\n" + "".join(server.greeting)
    yield server
    assert server.stop() == 0, "the server did not stop with status 0"


@pytest.fixture
def person(bank):
    """The person of the demo data, logged in."""
    return Client(bank.address).login("demo", "valence-demo")


@pytest.fixture(scope="session")
def postgresql():
    """The path of Tests/PostgreSQL/server. Skips the test if PostgreSQL is not installed."""
    script = os.path.join(ROOT, "Tests/PostgreSQL/server")
    if subprocess.run([script], capture_output=True).returncode == 69:
        pytest.skip("PostgreSQL's server is not installed (scripts/prepare databases)")
    return script


@pytest.fixture(scope="session")
def cluster_programs():
    """Skips the test if a program of the cluster is not installed."""
    if absent := missing():
        pytest.skip(f"{', '.join(absent)} not installed (scripts/prepare cluster)")


@pytest.fixture(scope="session")
def shared_library(tmp_path_factory):
    """Compiles C files to shared libraries that a program can preload."""
    def compile(source):
        compiler = shutil.which("clang") or shutil.which("cc")
        if not compiler:
            pytest.skip("no C compiler is installed")
        library = tmp_path_factory.mktemp("library") / (os.path.basename(source) + ".so")
        subprocess.run([compiler, "-O1", "-shared", "-fPIC", source, "-o", library, "-ldl"], check=True)
        return str(library)
    return compile
