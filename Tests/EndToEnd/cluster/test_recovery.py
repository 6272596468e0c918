"""Restores a bank to a moment from a base backup and the archived log, as docs/scaling.md
describes.

Payments are signed before a base backup of the standby, after it, and after the moment. Then rows
are deleted that must never be deleted. The restored database has exactly the payments before the
moment, and `check-database`, `check-ledger` and `audit verify` find no fault. Then it replaces the
database of the cluster, with new standbys, and payments continue.
"""
import datetime
import os
import shutil
import subprocess
import tempfile
import time
import urllib.parse

import pytest

from EndToEnd.bank import PAYEE, Client, codes, expect, free_port, run
from EndToEnd.cluster.local_cluster import HOST, NOBODY, Cluster, until
from EndToEnd.orders import sign, state, submit

BIN = f"/usr/lib/postgresql/{max((name for name in os.listdir('/usr/lib/postgresql') if name.isdigit()), key=int)}/bin" \
    if os.path.isdir("/usr/lib/postgresql") else ""


def as_nobody(*command, **options):
    """Runs a program of PostgreSQL, as nobody if the caller is root."""
    user = ["setpriv", f"--reuid={NOBODY[0]}", f"--regid={NOBODY[1]}", "--clear-groups"] if os.getuid() == 0 else []
    done = subprocess.run([*user, *command], capture_output=True, text=True, **options)
    expect(done.returncode == 0, f"{command}: {done.stderr}")
    return done.stdout


def pay(cluster, times):
    """Signs `times` payments; returns their ids."""
    client, paid = Client(urllib.parse.urlsplit(cluster.url)).login("demo", "valence-demo"), []
    status, answer = client.send("GET", "/accounts")
    payer = answer["data"][0]["number"]
    for number in range(times):
        status, answer = submit(client, "pp.quick", {**PAYEE, "from": payer, "amount": "1.00"}, f"{time.monotonic_ns()}")
        expect(status == 201, f"submitting: {status} {answer}")
        status, answer = sign(client, answer["submission"]["id"], cluster.matrix, codes(answer["next"], cluster.matrix))
        expect(status == 200 and state(answer) == "executed", f"signing: {status} {answer}")
        paid.append(answer["submission"]["id"])
    return paid


def executed(address):
    done = subprocess.run(["psql", "-XAtd", address, "-c", "SELECT id FROM submission WHERE status = 'executed'"], capture_output=True, text=True)
    expect(done.returncode == 0, done.stderr)
    return set(done.stdout.split())


def check(cluster, address):
    for command in (["check-database"], ["check-ledger"], ["audit", "verify"]):
        status, output = run(cluster.program, *command, "--database", address, "--secret-key-file", cluster.path("keys"))
        expect(status == 0, f"{' '.join(command)}: {output}")


@pytest.mark.full
def test_bank_is_restored_to_a_moment(valence, cluster_programs):
    """The restored database has exactly the payments before the moment, first outside the cluster
    and then as its database."""
    with tempfile.TemporaryDirectory(prefix="valence-recovery-", dir="/tmp") as place:
        os.chmod(place, 0o711)
        cluster = Cluster.make(os.path.join(place, "cluster"), valence, servers=1, archive=True)
        # Commands of Valence use the migrations of the cluster.
        os.chdir(cluster.place)
        base, archive = cluster.path("archive", "base"), cluster.path("archive")
        try:
            cluster.start()
            known = pay(cluster, 5)
            hosts, ports = zip(*((HOST, str(cluster.ports[node])) for node in cluster.nodes))
            source = f"host={','.join(hosts)} port={','.join(ports)} user=replicator target_session_attrs=standby dbname=replication"
            as_nobody(f"{BIN}/pg_basebackup", "-d", source, "-D", base, "--checkpoint=fast",
                      env={**os.environ, "PGPASSWORD": cluster.made["passwords"]["replicator"]})
            known += pay(cluster, 5)
            time.sleep(1)
            moment = datetime.datetime.now(datetime.timezone.utc).isoformat()
            time.sleep(1)
            later = pay(cluster, 3)
            superuser = f"postgresql://postgres@{','.join(f'{host}:{port}' for host, port in zip(hosts, ports))}/valence?target_session_attrs=read-write"
            secret = {**os.environ, "PGPASSWORD": cluster.made["passwords"]["superuser"]}
            last = subprocess.run(
                ["psql", "-XqAtd", superuser, "-c", "SET session_replication_role = replica; DELETE FROM ledger; SELECT pg_walfile_name(pg_switch_wal())"],
                check=True, capture_output=True, text=True, env=secret).stdout.strip()
            until(lambda: os.path.exists(os.path.join(archive, last)), 60, f"{last} in the archive")
            began, port = time.monotonic(), free_port()
            settings = {"port": port, "restore_command": f'cp "{archive}/%f" "%p"', "recovery_target_time": moment,
                        "recovery_target_action": "promote", "archive_mode": "off", "synchronous_standby_names": "", "listen_addresses": HOST,
                        "primary_conninfo": "", "primary_slot_name": ""}
            with open(os.path.join(base, "postgresql.auto.conf"), "a") as file:
                file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())
            open(os.path.join(base, "recovery.signal"), "w").close()
            as_nobody(f"{BIN}/pg_ctl", "-D", base, "-l", os.path.join(base, "log"), "-w", "-t", "120", "start", stdin=subprocess.DEVNULL)
            address = f"postgresql://owner@{HOST}:{port}/valence?passfile={cluster.path('passwords-of-owner')}"
            with open(cluster.path("passwords-of-owner"), "a") as file:
                file.write(f"{HOST}:{port}:valence:owner:{cluster.made['passwords']['owner']}\n")
            until(lambda: subprocess.run(["psql", "-XqAtd", address, "-c", "SELECT pg_is_in_recovery()"], capture_output=True, text=True).stdout.strip() == "f",
                  60, "the end of recovery")
            found = executed(address)
            expect(found == set(known), f"{len(found)} executed submissions, expected {len(known)} before {moment}, without {len(later)} after it")
            check(cluster, address)
            print(f"restored to {moment} after {time.monotonic() - began:.1f} s: {len(known)} payments, without {len(later)} later ones; all checks pass")

            began = time.monotonic()
            as_nobody(f"{BIN}/pg_ctl", "-D", base, "-w", "-m", "fast", "stop")
            for part in ["balancer", *cluster.servers, *cluster.nodes]:
                cluster.end(part)
            subprocess.run(["etcdctl", "--endpoints", f"http://{HOST}:{cluster.ports['etcd-1']}", "rm", "--recursive", "/bank/valence"],
                           check=True, capture_output=True, env={**os.environ, "ETCDCTL_API": "2"})
            for node in cluster.nodes:
                shutil.rmtree(cluster.path(node, "data"))
            # Remove the settings of the recovery. Patroni writes its own.
            os.remove(os.path.join(base, "postgresql.auto.conf"))
            as_nobody("touch", os.path.join(base, "postgresql.auto.conf"))
            shutil.move(base, cluster.path("node-1", "data"))
            cluster.launch("node-1")
            until(lambda: any(member["role"] == "leader" and member["state"] == "running" for member in cluster.roles()), 60, "the restored node")
            cluster.start()
            again = pay(cluster, 3)
            owner = cluster.address("owner", target_session_attrs="read-write")
            expect(executed(owner) == set(known + again), "the restored cluster has other payments")
            check(cluster, cluster.address("owner"))
            print(f"it replaced the cluster's database after {time.monotonic() - began:.1f} s, with new standbys; payments continue")
        finally:
            subprocess.run(["pkill", "-F", os.path.join(base, "postmaster.pid")], capture_output=True)
            cluster.stop()

