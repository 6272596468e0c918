import Foundation
import JSON
import TestBank
import Testing

/// `valence check` with `--json` and `--watch`.
struct CheckCommandTests {
  /// Returns an operation with one more line.
  private static func trial(_ line: String) -> String {
    """
    operation: trial
    title: {ru: Проба, en: Trial}
    atoms:
      - {textInput: sum, caption: {ru: Сумма, en: Sum}, type: number}
    \(line)

    """
  }

  private static let right = "  - {toggle: agreed, caption: {ru: Да, en: Yes}}"
  private static let faulty = "  - {toggle: agreed, caption: {ru: Да, en: Yes}, showIf: \"$som > 1\"}"

  @Test("`check --json` prints one object for each finding") func printsObjects() throws {
    let place = try Workplace(
      with: Self.trial(Self.faulty + "\n  - include: payer\n  - {toggle: b, captoin: B, once: maybe}"),
      in: "own/operations/trial.yaml")
    try place.write(
      "atoms:\n  - {textInput: name, caption: {ru: Имя, en: Name}, check: \"lenght($name) > 1\"}\n",
      to: "own/fragments/payer.yaml")
    let outcome = try place.run("check", "--config", "own", "--json")
    #expect(outcome.status == 1)
    #expect(outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        {"severity":"error","code":"unknown-name","file":"own/fragments/payer.yaml","line":2,"column":61,\
        "message":"unknown function `lenght`","remedy":"did you mean `length`?",\
        "includedFrom":[{"file":"own/operations/trial.yaml","line":6,"column":14}]}
        {"severity":"error","code":"unknown-name","file":"own/operations/trial.yaml","line":5,"column":59,\
        "message":"unknown variable `$som`","remedy":"did you mean `$sum`?"}
        {"severity":"error","code":"unknown-property","file":"own/operations/trial.yaml","line":7,"column":17,\
        "message":"unknown property `captoin` of toggle","remedy":"did you mean `caption`?"}
        {"severity":"error","code":"wrong-value","file":"own/operations/trial.yaml","line":7,"column":35,\
        "message":"`once` takes true or false"}

        """)
    let objects = try Self.objects(outcome.output)
    #expect(objects.allSatisfy { $0["file"]?.string?.hasSuffix(".yaml") == true })
  }

  @Test("`check --json` prints warnings, and nothing without findings") func printsWarnings() throws {
    let place = try Workplace(with: Self.trial("  - {toggle: b, caption: Б}"), in: "own/operations/trial.yaml")
    let outcome = try place.run("check", "own/operations/trial.yaml", "--json")
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        {"severity":"warning","code":"missing-translation","file":"own/operations/trial.yaml","line":5,"column":26,\
        "message":"`caption` has no translation into `en`"}

        """)
    try place.write(Self.trial(Self.right), to: "own/operations/trial.yaml")
    let sound = try place.run("check", "--config", "own", "--json")
    #expect((sound.status, sound.output, sound.errors) == (0, "", ""))
  }

  @Test("`check --ignore` omits the warnings of a code, and refuses an unknown code") func ignoresWarnings() throws {
    let place = try Workplace(with: Self.trial("  - {toggle: b, caption: Б}"), in: "own/operations/trial.yaml")
    let path = "own/operations/trial.yaml"
    let outcome = try place.run("check", path, "--ignore", "missing-translation")
    #expect((outcome.status, outcome.output) == (0, "1 operation, no faults\n"))
    let unknown = try place.run("check", path, "--ignore", "missing-translations")
    #expect(unknown.status == 64 && unknown.errors.contains("missing-translation"), "\(unknown.errors)")
  }

  @Test("`check --json` prints all findings, the text only the first 100") func printsAllFindings() throws {
    let lines = (1...120).map { "  - {toggle: t\($0), caption: {ru: Да, en: Yes}, wrong: 1}" }
    let place = try Workplace(with: Self.trial(lines.joined(separator: "\n")), in: "own/operations/trial.yaml")
    let found = try Self.objects(try place.run("check", "--config", "own", "--json").output)
    #expect(found.count == 120)
    #expect(found.allSatisfy { $0["code"] == "unknown-property" })
    #expect(try place.run("check", "--config", "own").output.hasSuffix("\nand 20 more findings\n"))
  }

  @Test("`check --watch` checks after each change until Ctrl-C") func watches() throws {
    let place = try Workplace(with: Self.trial(Self.faulty), in: "own/operations/trial.yaml")
    let program = try Program(["check", "--watch", "--config", "own"], in: place)
    let first = try program.said(upTo: "1 error").split(separator: "\n")
    #expect(first.first?.wholeMatch(of: /--- \d\d:\d\d:\d\d ---/) != nil)
    #expect(first.contains { $0.contains("unknown variable `$som`, did you mean `$sum`?") })
    try place.write(Self.trial(Self.right), to: "own/operations/trial.yaml")
    let second = try program.said(upTo: "1 operation, no faults")
    #expect(second.split(separator: "\n").count { $0.hasPrefix("--- ") } == 2)
    // A new file, and a directory that did not exist.
    try place.write("atoms: 1\n", to: "own/fragments/payer.yaml")
    #expect(try program.said(upTo: "own/fragments/payer.yaml:1:8: error: `atoms` takes").hasPrefix("--- "))
    program.signal(SIGINT)
    #expect(try program.outcome().status == 0)
  }

  @Test("`check --json --watch` ends each check with an object that has its time") func watchesInJSON() throws {
    let place = try Workplace(with: Self.trial(Self.faulty), in: "own/operations/trial.yaml")
    let program = try Program(["check", "own/operations/trial.yaml", "--json", "--watch"], in: place)
    let first = try Self.objects(program.said(upTo: "{\"checked\":"))
    #expect(first.count == 2)
    #expect(first.first?["remedy"] == "did you mean `$sum`?")
    #expect((first.last?["errors"], first.last?["warnings"]) == (1, 0))
    try place.write(Self.trial("  - {toggle: b, caption: Б}"), to: "own/operations/trial.yaml")
    _ = try program.said(upTo: "{\"severity\":\"warning\",\"code\":\"missing-translation\"")
    program.signal(SIGTERM)
    let outcome = try program.outcome()
    #expect(outcome.status == 0)
    #expect(try Self.objects(outcome.output).count >= 3)
  }

  @Test("`check --watch` reports an unreadable configuration and continues") func watchesUnreadable() throws {
    let place = try Workplace()
    let program = try Program(["check", "--watch", "--config", "own"], in: place)
    try program.hears("own/operations")
    try place.write(Self.trial(Self.right), to: "own/operations/trial.yaml")
    _ = try program.said(upTo: "1 operation, no faults")
    program.signal(SIGINT)
    #expect(try program.outcome().status == 0)
  }

  private static func objects(_ text: String) throws -> [Value] {
    try text.split(separator: "\n").map { try Value(reading: Array($0.utf8)) }
  }
}
