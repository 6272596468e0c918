"""Checks the files of `deploy` without Docker and Grafana, with saved responses of `/metrics`.

- `grafana/valence.json` is a valid dashboard. Panels do not overlap, each has a source and a query,
  and promtool parses its queries.
- `prometheus/alerts.yaml` is valid and its tests pass (promtool). Without promtool, only the names
  of metrics are checked.
- Each metric of a query is in one of the responses. A prefix that no response has, such as
  `patroni_`, is reported as unchecked.
- `compose.yaml` refers to existing files and sets each variable that `haproxy.cfg` reads. If
  haproxy is installed, it accepts `haproxy.cfg`.

To run it with responses of a server, of Patroni and of the balancer:

    PYTHONPATH=Tests .build/python/bin/python -m EndToEnd.cluster.deployment FILE...
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

from EndToEnd import ROOT

DEPLOY = os.path.join(ROOT, "deploy")
NAME = re.compile(r"\b(?:valence|process|patroni|haproxy)_\w+")
faults = []


def expect(holds, fault):
    if not holds:
        faults.append(fault)


def load(*path):
    with open(os.path.join(DEPLOY, *path), encoding="utf-8") as file:
        return json.load(file) if path[-1].endswith(".json") else yaml.safe_load(file)


def answered(paths):
    """Returns the names of all samples that the responses can have, from their `# TYPE` lines."""
    names = set()
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for line in file:
                if found := re.match(r"# TYPE (\S+) (\w+)", line):
                    name, kind = found.groups()
                    names |= {name + end for end in ("_bucket", "_sum", "_count")} if kind == "histogram" else {name}
    return names


def judge_names(what, expressions, names):
    """Checks that the responses have the metrics of PromQL expressions; returns the prefixes that
    no response has."""
    prefixes, unseen = {name.split("_")[0] for name in names}, set()
    for expression in expressions:
        for name in NAME.findall(expression):
            if name.split("_")[0] not in prefixes:
                unseen.add(name.split("_")[0])
            else:
                expect(name in names, f"{what}: no response has {name}")
    return unseen


def judge_dashboard(dashboard):
    """Checks the structure of a Grafana dashboard; returns its queries."""
    for key, kind in {"uid": str, "title": str, "schemaVersion": int, "panels": list, "templating": dict, "time": dict}.items():
        expect(isinstance(dashboard.get(key), kind), f"the dashboard's {key} is {dashboard.get(key)!r}")
    taken, ids, queries = set(), set(), []
    variables = {f"${each['name']}" for each in dashboard["templating"]["list"]} | {"$__rate_interval"}
    for panel in dashboard["panels"]:
        title, place = panel.get("title"), panel.get("gridPos", {})
        expect(title and panel.get("id") not in ids, f"panel {panel.get('id')}, {title!r}: expected a title and a unique id")
        ids.add(panel.get("id"))
        expect(set(place) == set("hwxy") and place["x"] + place["w"] <= 24 and min(place.values()) >= 0, f"{title}: {place}")
        cells = {(place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])}
        expect(not cells & taken, f"{title} overlaps another panel")
        taken |= cells
        if panel.get("type") == "row":
            continue
        expect(panel.get("type") in ("timeseries", "stat"), f"{title}: {panel.get('type')}")
        expect(panel.get("datasource", {}).get("uid") == "prometheus", f"{title}: {panel.get('datasource')}")
        expect(isinstance(panel.get("fieldConfig", {}).get("defaults", {}).get("unit"), str), f"{title} has no unit")
        expect(panel.get("targets"), f"{title} has no query")
        expect(len({target.get("refId") for target in panel["targets"]}) == len(panel["targets"]), f"{title}: refIds")
        for target in panel["targets"]:
            queries.append(target["expr"])
            expect(set(re.findall(r"\$\w+", target["expr"])) <= variables, f"{title}: {target['expr']}")
    return queries


def promtool(*arguments):
    done = subprocess.run(["promtool", *arguments], capture_output=True, text=True)
    expect(done.returncode == 0, f"promtool {' '.join(arguments)}: {done.stdout}{done.stderr}")


def judge_compose(compose):
    services = compose["services"]
    for name, service in services.items():
        expect("image" in service or "build" in service, f"{name} has no image")
        needed = service.get("depends_on", [])
        for other in needed:
            expect(other in services, f"{name} depends on {other}")
        for network in service.get("networks", []):
            expect(network in compose["networks"], f"{name}: network {network}")
        build = service.get("build")
        if build:
            context = build["context"] if isinstance(build, dict) else build
            file = build.get("dockerfile", "Dockerfile") if isinstance(build, dict) else "Dockerfile"
            expect(os.path.exists(os.path.join(DEPLOY, context, file)), f"{name}: {context}/{file}")
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            known = os.path.exists(os.path.join(DEPLOY, source)) if source.startswith(".") else source in compose["volumes"]
            expect(known, f"{name}: volume {source}")
    images = {service.get("image") for service in services.values() if "build" in service} | {None}
    for name, service in services.items():
        expect(service.get("image") in images or ":" in service["image"], f"{name}: no service builds {service.get('image')}")
    with open(os.path.join(DEPLOY, "haproxy.cfg"), encoding="utf-8") as file:
        read = set(re.findall(r"\$\{(\w+)\}", file.read()))
    expect(read == set(services["balancer"]["environment"]), f"haproxy.cfg reads {sorted(read)}")
    if haproxy := shutil.which("haproxy", path=os.environ.get("PATH", "") + ":/usr/sbin"):
        environment = {**{name: "127.0.0.1:8080" for name in read}, "BALANCER_SOCKET": "/tmp/balancer.socket"}
        done = subprocess.run([haproxy, "-c", "-f", os.path.join(DEPLOY, "haproxy.cfg")], capture_output=True, text=True, env=environment)
        expect(done.returncode == 0, f"haproxy.cfg: {done.stdout}{done.stderr}")
    jobs = load("prometheus", "prometheus.yml")["scrape_configs"]
    for target in (target for job in jobs for each in job["static_configs"] for target in each["targets"]):
        expect(target.split(":")[0] in services, f"prometheus.yml watches {target}")


def judge(paths):
    """Checks the files of `deploy`; returns the faults and a summary."""
    faults.clear()
    names = answered(paths)
    queries = judge_dashboard(load("grafana", "valence.json"))
    rules = [rule for group in load("prometheus", "alerts.yaml")["groups"] for rule in group["rules"]]
    unseen = judge_names("dashboard", queries, names) | judge_names("alerts", [rule["expr"] for rule in rules], names)
    judge_compose(load("compose.yaml"))
    if shutil.which("promtool"):
        promtool("check", "rules", os.path.join(DEPLOY, "prometheus/alerts.yaml"))
        promtool("test", "rules", os.path.join(DEPLOY, "prometheus/alerts-test.yaml"))
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            # promtool has no check of single queries, so each query becomes a recording rule.
            plain = [query.replace("$__rate_interval", "1m").replace("$server", ".*") for query in queries]
            yaml.safe_dump({"groups": [{"name": "queries", "rules": [
                {"record": f"query{number}", "expr": query} for number, query in enumerate(plain)]}]}, file)
            file.flush()
            promtool("check", "rules", file.name)
    else:
        print("promtool is not installed (scripts/prepare watching): PromQL was not checked")
    looked = f"; {', '.join(sorted(f'{prefix}_' for prefix in unseen))} were not checked" if unseen else ""
    return list(faults), f"{len(queries)} queries, {len(rules)} alerts, {len(names)} metrics{looked}"


if __name__ == "__main__":
    found, summary = judge(sys.argv[1:])
    print("\n".join([*found, summary]))
    sys.exit(bool(found))
