"""Definition files that once stopped the program, in the playground and in the configuration
directory."""
import os
import time

from .attack import Attack
from .floods import heavy_files

TRAPS = ['"1"', '"$n + 1"', "\"TERNARY($n > 1, 1, 2)\"", '"1 +"', '"nil"', '"{1, 2}"', '"YES"', "\"'a'\"", '"v"', '"b"', '"$$"', '"$n.@sum.x"']


def trap(value, name="trap"):
    return (f"operation: {name}\ntitle: {{ru: Ловушка, en: Trap}}\ndefine: {{v: {value}, b: \"v > 0\"}}\natoms:\n"
            "  - {textInput: n, caption: {ru: Н, en: N}, type: number, showIf: b}\n"
            "  - {text: t, caption: {ru: Т, en: T}, showIf: b, }\n")


class Traps(Attack):
    name = "definitions that once trapped, in the playground"
    proves = "no file stops the server"
    cost = 300

    def run(self, enemy):
        turn = enemy.number
        while enemy.goes_on:
            file = trap(TRAPS[turn % len(TRAPS)])
            turn += 1
            enemy.ask("POST", "/playground/check", {"file": file}, address=enemy.address(turn))
            enemy.ask("POST", "/playground/evaluate", {"file": file, "values": {"n": 1}, "changed": ["n"], "commit": True}, address=enemy.address(turn))
            if enemy.statuses["unanswered"] > 20:
                return


class Reloading(Attack):
    name = "definitions that once trapped, on SIGHUP"
    proves = "reading faulty, heavy or new files does not delay requests, and replaced definitions are freed"
    attackers, seconds, least, cost, kept = 1, 6, 8, 6000, 64

    def prepare(self, stage):
        return stage.process.pid, os.path.join(stage.config, "operations", "trap.yaml")

    def run(self, enemy):
        pid, path = enemy.given
        texts = [trap(value) for value in TRAPS[:4]] + [text for _, text in heavy_files(900_000)[:2]] + ["#" * 10_000_000]
        turn = 0
        while enemy.goes_on:
            enemy.units += 1
            if turn % 2 == 0:
                with open(path, "w") as file:
                    file.write(texts[turn // 2 % len(texts)])
            elif os.path.exists(path):
                os.remove(path)
            turn += 1
            try:
                os.kill(pid, 1)
            except ProcessLookupError:
                return enemy.fault("the server has ended")
            time.sleep(0.25)

    def judge(self, stage, reports):
        if not stage.log.wait("trap.yaml", 3):
            yield "the faults are not in the log"


ATTACKS = [Traps, Reloading]
