import Conformance
import Foundation
import SourceText
import Testing

@Suite("Session files of the conformance kit") struct SessionFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "valence-kit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appending(path: "sessions"), withIntermediateDirectories: true)
    try write("kit.json", #"{"kit": "1.0", "profiles": ["core", "signing"]}"#)
    try write("rules.json", #"[{"id": "T1", "part": "taps", "rule": "Keep the key."}]"#)
  }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  /// A session with these parts.
  private func session(
    drive: String = #"[{"tap": "send"}]"#, faults: String = "[]", judge: String = #"[{"stored": 1}]"#
  ) -> String {
    """
    {"session": "a", "profile": "core", "rules": ["T1"], "open": "/operations/x", "person": {"en": ["Tap."], "ru": ["Тап."]},
    "drive": \(drive),
    "faults": \(faults),
    "judge": \(judge)}
    """
  }

  /// The faults of a kit with this session, without the directory.
  private func faults(_ text: String) throws -> [String] {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("sessions/a.json", text)
    do throws(Diagnostics) {
      _ = try ConformanceKit(directory: folder.path)
      return []
    } catch {
      return error.sorted.map { finding in
        let line = "\(finding)".split(separator: "\n").first ?? ""
        return String(line.replacingOccurrences(of: "\(folder.path)/sessions/", with: ""))
      }
    }
  }

  @Test("A session counts for its rules, its profile and the reports") func reads() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("sessions/a.json", session())
    let kit = try ConformanceKit(directory: folder.path)
    #expect(kit.sessions.map(\.id) == ["a"])
    #expect(kit.entries.map(\.id) == ["session: a"])
    #expect(kit.available == ["core"])
    #expect(kit.rulesWithoutCase.isEmpty)
    #expect(kit.sessions[0].person["en"] == ["Tap."])
  }

  @Test("A session may use each step, fault and judgement") func readsAll() throws {
    let found = try faults(
      session(
        drive: #"""
          [{"enter": ["a", "1"]}, {"leave": "a"}, {"choose": ["b", true]}, {"search": ["c", "x"]}, {"add": "d"},
           {"remove": ["d", 0]}, {"confirm": true}, {"tap": "send"}, {"settle": true}, {"login": true}, {"codes": "right"},
           {"await": "submit 1"}, {"expect": {"document": "tree", "has": ["x"], "lacks": "y", "values": {"a": "1"}, "notice": "z"}}]
          """#,
        faults: #"""
          [{"at": "submit", "nth": 1, "drop": "afterCommit"}, {"at": "evaluate", "delay": 0.5}, {"at": "events", "cut": 1},
           {"at": "evaluate", "nth": 1, "delayUntil": "evaluate 2"}, {"at": "form", "end": "session"}, {"at": "form", "version": "v"},
           {"at": "submit", "nth": 2, "replace": {"status": 503, "problem": "x", "headers": {"Retry-After": "1"}, "members": {"y": 1}}},
           {"at": "form", "patch": [{"op": "add", "path": "/a", "value": null}, {"op": "move", "from": "/a", "path": "/b"}]}]
          """#,
        judge: #"""
          [{"count": {"submit": 1, "draft": {"min": 1}}, "rule": "T1"}, {"same": ["submit 1", "submit 2"], "of": ["body", "/a", "Key"]},
           {"differ": ["submit 1", "submit 2"], "of": "body"}, {"body": "submit", "equal": {"/a": 1}, "present": ["/b"], "absent": ["/c"]},
           {"headers": "form 1", "equal": {"A": "b"}, "contains": {"C": "d"}, "present": ["E"], "absent": ["F"]}, {"stored": 0},
           {"shown": {"has": "x"}}, {"order": ["form 1", "submit 1"]}, {"within": ["submit 1", "submit 2"], "seconds": 1},
           {"apart": ["submit 1", "submit 2"], "seconds": 0.5}, {"never": "x", "in": ["draft"]}]
          """#))
    #expect(found.isEmpty, "\(found)")
  }

  @Test(
    "A malformed step, fault or judgement is reported with file, line and column",
    arguments: [
      (#"[{"tpa": "send"}]"#, "[]", #"[{"stored": 1}]"#, "a.json:2:12: error: unknown step `tpa`, did you mean `tap`?"),
      (#"[{"enter": "a"}]"#, "[]", #"[{"stored": 1}]"#, "a.json:2:21: error: `enter` takes a list of at, text"),
      (
        #"[{"await": "sumbit 1"}]"#, "[]", #"[{"stored": 1}]"#,
        "a.json:2:21: error: `sumbit 1` names no request, did you mean `submit`?"
      ),
      (
        #"[{"tap": "a"}]"#, #"[{"at": "submit"}]"#, #"[{"stored": 1}]"#,
        "a.json:3:12: error: a fault has one of delay, delayUntil, drop, replace, patch, version, end, cut"
      ),
      (
        #"[{"tap": "a"}]"#, #"[{"at": "submit", "delay": "soon"}]"#, #"[{"stored": 1}]"#,
        "a.json:3:38: error: a time is a number of seconds from 0 to 60"
      ),
      (#"[{"tap": "a"}]"#, "[]", #"[{"stored": 1, "rule": "T9"}]"#, "a.json:4:33: error: unknown rule `T9`"),
      (
        #"[{"tap": "a"}]"#, "[]", #"[{"same": ["submit 1", "submit"], "of": "body"}]"#,
        "a.json:4:20: error: this is a list of two requests, such as `submit 1`"
      ),
      (
        #"[{"tap": "a"}]"#, "[]", #"[{"body": "submit", "equal": {"a": 1}}]"#,
        "a.json:4:40: error: a path is empty or begins with `/`"
      ),
    ])
  func reportsFaults(drive: String, faults: String, judge: String, expected: String) throws {
    let found = try self.faults(session(drive: drive, faults: faults, judge: judge))
    #expect(found.contains(expected), "\(found)")
  }

  @Test("A session has the name of its file") func comparesNames() throws {
    let found = try faults(session().replacingOccurrences(of: #""session": "a""#, with: #""session": "b""#))
    #expect(found == ["a.json:1:13: error: the session `b` is in the file `a.json`"])
  }
}
