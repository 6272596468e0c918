import Conformance
import Foundation
import JSON
import SourceText
import Testing

@Suite("Files of the conformance kit") struct ConformanceKitTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "valence-kit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appending(path: "cases"), withIntermediateDirectories: true)
    try write("kit.json", #"{"kit": "1.0", "profiles": ["core", "typing"]}"#)
    try write(
      "rules.json",
      #"[{"id": "Y1", "part": "typing", "rule": "Send a point."}, {"id": "W1", "part": "wire", "rule": "Send it."}]"#)
  }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  /// The faults of a kit with this case file, without the directory.
  private func faults(_ cases: String) throws -> [String] {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("cases/a.json", cases)
    do throws(Diagnostics) {
      _ = try ConformanceKit(directory: folder.path)
      return []
    } catch {
      return error.sorted.map { finding in
        let line = "\(finding)".split(separator: "\n").first ?? ""
        return String(line.replacingOccurrences(of: "\(folder.path)/", with: ""))
      }
    }
  }

  /// The cases and faults of a kit with this file of conditions.
  private func conditions(_ text: String) throws -> (cases: [KitCase], faults: [String]) {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "cases/conditions"), withIntermediateDirectories: true)
    try write("kit.json", #"{"kit": "1.0", "profiles": ["conditions"]}"#)
    try write("rules.json", #"[{"id": "C1", "part": "conditions", "rule": "Get the results of the server."}]"#)
    try write("cases/conditions/a.json", text)
    do throws(Diagnostics) {
      return (try ConformanceKit(directory: folder.path).cases, [])
    } catch {
      return ([], error.sorted.map { "\($0)".replacingOccurrences(of: "\(folder.path)/", with: "") })
    }
  }

  @Test("A file of conditions has a case for each line, with composed formats") func readsConditions() throws {
    let (cases, faults) = try conditions(
      """
      [
        {"name": "a", "format": "$x > 1.0", "vars": {"x": 2}, "expected": true},
        {"name": "b", "repeat": {"prefix": "", "unit": "(", "count": 2, "middle": "1 == 1", "suffixUnit": ")", "suffix": ""}, "expected": "parse-error"}
      ]
      """)
    #expect(faults == [])
    #expect(cases.map(\.id) == ["conditions/a: a", "conditions/a: b"])
    #expect(
      cases.map { "\(Value.object($0.given))" } == [
        #"{"format":"$x > 1.0","vars":{"x":2}}"#, #"{"format":"((1 == 1))"}"#,
      ])
    #expect(cases.map { $0.expected["result"]?.string } == ["true", "parse-error"])
  }

  @Test(
    "A malformed file of conditions is reported with its line",
    arguments: [
      ("[\n  {\"name\": \"a\", \"expected\": true}\n]", "cases/conditions/a.json:2:3: error: a condition has"),
      ("[\n  {\"name\": }\n]", "cases/conditions/a.json:2:12: error: "),
      ("{}", "cases/conditions/a.json:1:1: error: a file of conditions is a list"),
    ])
  func reportsConditions(text: String, beginning: String) throws {
    let faults = try conditions(text).faults
    #expect(faults.count == 1 && faults[0].hasPrefix(beginning), "\(faults)")
  }

  @Test("A kit has its cases in the order of profiles, and names rules without a case") func reads() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(
      "cases/a.json",
      #"{"profile": "typing", "rules": ["Y1"], "do": "decimal", "cases": [{"name": "1,5", "level": "should", "given": {"typed": "1,5"}, "expected": {"value": "1.5"}}]}"#
    )
    try write(
      "cases/b.json",
      #"{"profile": "core", "rules": ["Y1"], "do": "text", "cases": [{"name": "x", "given": {}, "expected": {"value": null}}]}"#
    )
    let kit = try ConformanceKit(directory: folder.path)
    #expect(kit.version == "1.0")
    #expect(kit.cases.map(\.id) == ["b: x", "a: 1,5"])
    #expect(kit.cases.map(\.level) == [.must, .should])
    #expect(kit.available == ["core", "typing"])
    #expect(kit.rulesWithoutCase.map(\.id) == ["W1"])
  }

  @Test(
    "A malformed case file is reported with file, line and column",
    arguments: [
      ("[]", "cases/a.json:1:1: error: a case file is an object, not a list"),
      (
        #"{"profile": "typng", "rules": ["Y1"], "do": "x", "cases": [{"name": "a", "given": {}, "expected": {"a": 1}}]}"#,
        "cases/a.json:1:13: error: unknown profile `typng`, did you mean `typing`?"
      ),
      (
        #"{"profile": "typing", "rules": ["Y9"], "do": "x", "cases": [{"name": "a", "given": {}, "expected": {"a": 1}}]}"#,
        "cases/a.json:1:33: error: unknown rule `Y9`, did you mean `Y1`?"
      ),
      (
        #"{"profile": "typing", "rules": ["Y1"], "do": "x", "cases": [{"name": "a", "given": [], "expected": {"a": 1}}]}"#,
        "cases/a.json:1:84: error: `given` takes an object, not a list"
      ),
      (
        #"{"profile": "typing", "rules": ["Y1"], "do": "x", "cases": [{"name": "a", "given": {}, "expected": {}}]}"#,
        "cases/a.json:1:61: error: a case expects at least one member"
      ),
      (
        #"{"profile": "typing", "rules": ["Y1"], "do": "x", "cases": [{"name": "a", "given": {"id": 1}, "expected": {"a": 1}}]}"#,
        "cases/a.json:1:61: error: `id` is a member of every question"
      ),
      (
        #"{"profile": "typing", "rules": ["Y1"], "do": "x", "steps": [], "cases": [{"name": "a", "given": {}, "expected": {"a": 1}}]}"#,
        "cases/a.json:1:51: error: unknown property `steps` of a case file; there is cases, do, level, profile, rules"
      ),
      (
        #"{"profile": "typing", "rules": [], "do": "x", "level": "may", "cases": [{"name": "a", "given": {}, "expected": {"a": 1}}]}"#,
        "cases/a.json:1:32: error: `rules` takes a list of ids"
      ),
      (
        #"{"profile": "core", "rules": ["W1"], "do": "form", "cases": [{"name": "a", "tree": {}, "steps": [{"entre": "a", "expect": {"asks": []}}]}]}"#,
        "cases/a.json:1:99: error: unknown property `entre` of a step, did you mean `enter`?"
      ),
      (
        #"{"profile": "core", "rules": ["W1"], "do": "form", "cases": [{"name": "a", "tree": {}, "steps": [{"leave": "a"}]}]}"#,
        "cases/a.json:1:62: error: a case expects something of at least one step"
      ),
      (
        #"{"profile": "core", "rules": ["W1"], "do": "form", "cases": [{"name": "a", "steps": [{"leave": "a", "expect": {"asks": []}}]}]}"#,
        "cases/a.json:1:62: error: a form case has a `tree`, or its file has one for all"
      ),
      (
        #"{"profile": "core", "rules": ["W1"], "do": "draw", "cases": [{"name": "a", "given": {"tree": {}}, "expected": {"outline": []}}]}"#,
        "cases/a.json:1:62: error: `given` has a `language`"
      ),
      (
        #"{"profile": "core", "rules": ["W1"], "do": "draw", "cases": [{"name": "a", "given": {"language": "en"}, "expected": {"outline": []}}]}"#,
        "cases/a.json:1:62: error: `given` has a `tree`"
      ),
      (
        #"{"profile": "core", "rules": ["W1"], "do": "draw", "cases": [{"name": "a", "given": {"language": "en", "tree": {}}, "expected": {"lines": []}}]}"#,
        "cases/a.json:1:129: error: a drawing case expects an `outline`"
      ),
      (
        #"{"profile": "core", "rules": ["W1"], "do": "draw", "cases": [{"name": "a", "given": {"language": "en", "tree": {}}, "expected": {"outline": [{"role": "textbx"}]}}]}"#,
        "cases/a.json:1:151: error: unknown role `textbx`, did you mean `textbox`?"
      ),
      (
        #"{"profile": "core", "rules": ["W1"], "do": "draw", "cases": [{"name": "a", "given": {"language": "en", "tree": {}}, "expected": {"outline": [{"role": "text", "states": ["wrong"]}]}}]}"#,
        "cases/a.json:1:170: error: unknown state `wrong`"
      ),
      (
        #"{"profile": "core", "rules": ["W1"], "do": "draw", "cases": [{"name": "a", "given": {"language": "en", "tree": {}}, "expected": {"outline": [{"rle": "text"}]}}]}"#,
        "cases/a.json:1:143: error: unknown property `rle` of a line of an outline, did you mean `role`?"
      ),
      (#"{"profile": "typing""#, "cases/a.json:1:1: error: not YAML: this `{` is not closed"),
    ])
  func reportsFaults(file: String, expected: String) throws {
    let found = try faults(file)
    #expect(found.contains(expected), "\(found)")
  }

  @Test("Two cases of a file cannot have the same name") func refusesDuplicates() throws {
    let line = #"{"name": "a", "given": {}, "expected": {"a": 1}}"#
    let found = try faults(#"{"profile": "typing", "rules": ["Y1"], "do": "x", "cases": [\#(line), \#(line)]}"#)
    #expect(found.count == 1 && found[0].contains("error: the file has another case with this name"), "\(found)")
  }
}
