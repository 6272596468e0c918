import SourceText
import Definitions
import Atoms
import Operations
import Testing
import YAML

/// Reading YAML into nodes with their places.
struct YAMLFileTests {
  private static func read(_ text: String) throws(Diagnostics) -> SourceNode {
    try YAMLFile(Array(text.utf8), name: "x.yaml").root
  }

  /// Every scalar as `line:column text`, quoted ones in quotes, in written order.
  private static func scalars(_ node: SourceNode) -> [String] {
    switch node.content {
    case .scalar(let text, let quoted):
      ["\(node.location.line):\(node.location.column) \(quoted ? "\"\(text)\"" : text)"]
    case .null: ["\(node.location.line):\(node.location.column) null"]
    case .sequence(let elements): elements.flatMap(scalars)
    case .mapping(let entries): entries.flatMap { scalars($0.key) + scalars($0.value) }
    }
  }

  @Test(
    "Every YAML scalar has its line and column",
    arguments: [
      ("a: 1\nb: [x, 'y', \"z\"]\n", ["1:1 a", "1:4 1", "2:1 b", "2:5 x", "2:8 \"y\"", "2:13 \"z\""]),
      ("- {a: b, c: {d: e}}\n", ["1:4 a", "1:7 b", "1:10 c", "1:14 d", "1:17 e"]),
      ("ключ: знач\n😀: 'ё'\n", ["1:1 ключ", "1:7 знач", "2:1 😀", "2:4 \"ё\""]),
      ("a: |\n  one\n  two\nb: >-\n  x\n  y\n", ["1:1 a", "1:4 \"one\ntwo\n\"", "4:1 b", "4:4 \"x y\""]),
      ("a:\r\n  - b\r\n", ["1:1 a", "2:5 b"]),
      ("\u{FEFF}a: b\n", ["1:1 a", "1:4 b"]),
      ("---\na: b\n...\n", ["2:1 a", "2:4 b"]),
    ] as [(String, [String])])
  func locatesScalars(text: String, expected: [String]) throws {
    #expect(try Self.scalars(Self.read(text)) == expected)
  }

  @Test(
    "A YAML run of more than 30 combining marks is rejected at its place",
    arguments: [
      ("a: b\n\(marks(500_000)): [c\n", "x.yaml:2:31: error: more than 30 combining marks in a row"),
      ("a: \(marks(31))\n", "x.yaml:1:34: error: more than 30 combining marks in a row"),
      (
        "a: \"\(String(repeating: "\\u0301", count: 31))\"\n",
        "x.yaml:1:4: error: more than 30 combining marks in a row"
      ),
      ("a: \(marks(30))\n", nil),
    ] as [(String, String?)])
  func rejectsLongCombiningRun(text: String, headline: String?) {
    do {
      _ = try Self.read(text)
      #expect(headline == nil)
    } catch {
      #expect(error.all.map(\.headline) == [headline])
    }
  }

  /// Returns that many combining marks.
  private static func marks(_ count: Int) -> String { String(repeating: "\u{301}", count: count) }

  @Test(
    "A syntax error in a very long YAML line is rejected",
    arguments: [
      "a: b: \(String(repeating: "👩\u{200D}", count: 100_000))\n",
      "a: {b: \(String(repeating: "🇷", count: 200_000))\nc: d\n",
      "\(String(repeating: "\u{1100}", count: 200_000)): b: c\n",
    ])
  func rejectsFaultyLongLine(text: String) {
    #expect(throws: Diagnostics.self) { try Self.read(text) }
  }

  @Test(
    "YAML numbers and words are read as text together with a flag for quotes",
    arguments: [
      ("yes", "yes", false), ("0x1F", "0x1F", false), ("1.50", "1.50", false), ("007", "007", false),
      ("no", "no", false), ("on", "on", false), ("True", "True", false), ("0o17", "0o17", false), (".5", ".5", false),
      ("1_000", "1_000", false), ("nul", "nul", false), ("'null'", "null", true), ("\"~\"", "~", true),
      ("''", "", true),
      ("2026-04-01", "2026-04-01", false), ("'1'", "1", true), ("\"a\\tb\\u0416\"", "a\tbЖ", true),
      ("'it''s'", "it's", true),
      ("1e400", "1e400", false),
    ])
  func readsScalarsAsText(written: String, text: String, isQuoted: Bool) throws {
    let entries = try #require(try Self.read("a: \(written)\n").mapping)
    guard case .scalar(let found, let quoted) = entries[0].value.content else {
      Issue.record("no scalar")
      return
    }
    #expect(found == text)
    #expect(quoted == isQuoted)
  }

  @Test(
    "An unquoted null is read as null by the YAML 1.2 core schema",
    arguments: ["a: null", "a: Null", "a: NULL", "a: ~", "a:", "{a: null}", "{a: }", "{a}", "? a", "a: # nothing"])
  func readsUnquotedNull(written: String) throws {
    let entries = try #require(try Self.read(written + "\n").mapping)
    #expect(entries[0].value.isNull)
    #expect(entries[0].value.scalar == nil)
    #expect(entries[0].value.noun == "null")
  }

  @Test("A YAML tag is rejected", arguments: ["a: !text b", "a: !!set [b]", "!name a: b", "!!omap [a]"])
  func rejectsTag(written: String) {
    let error = #expect(throws: Diagnostics.self) { try Self.read(written + "\n") }
    #expect(error?.all.map(\.message) == ["tags (`!name`) are not supported: put a text in quotes"])
  }

  @Test("A complex YAML key within another key is rejected") func rejectsNestedKey() {
    let long = "[" + String(repeating: "x,", count: 90_000) + "]"
    let error = #expect(throws: Diagnostics.self) { try Self.read(String(repeating: "? ", count: 900) + long) }
    #expect(error?.all.map(\.message) == ["a name must be a single value, without `?`"])
    #expect(error?.all.first?.location.column == 5)
  }

  @Test("A YAML key can be a list or a mapping") func readsListAsKey() throws {
    let entries = try #require(try Self.read("? [a, b]\n: c\n{}: d\n").mapping)
    #expect(entries.map(\.key.noun) == ["a list", "a mapping"])
    #expect(entries.map(\.value.scalar) == ["c", "d"])
  }

  @Test("YAML of 1,000 nested levels is read, and one more level is rejected", arguments: ["[", "{a: ", "- ", "? "])
  func limitsNesting(opening: String) {
    let levels = opening == "? " ? 1 : 999
    let text = String(repeating: opening, count: levels)
    let closing = opening == "[" ? "]" : opening == "{a: " ? "}" : ""
    #expect(throws: Never.self) { try Self.read(text + "[x]" + String(repeating: closing, count: levels)) }
    let error = #expect(throws: Diagnostics.self) {
      try Self.read(String(repeating: "[", count: 1001) + String(repeating: "]", count: 1001))
    }
    #expect(error?.all.map(\.headline) == ["x.yaml:1:1001: error: not YAML: nested too deeply"])
  }

  @Test("Only the first fault of a YAML file is reported") func reportsFirstFault() {
    let error = #expect(throws: Diagnostics.self) { try Self.read("a: &b c\nd: !e f\ng: [\n") }
    #expect(error?.all.map(\.location.line) == [1])
  }

  @Test("YAML files that share texts preserve the bytes of each text") func sharedTextsKeepBytes() throws {
    let texts = SharedTexts()
    // The second text is the first one with its last letter composed, which Swift takes for the same.
    let (plain, composed) = ("наименование и\u{306}", "наименование й")
    for text in [plain, composed, plain] {
      let root = try YAMLFile(Array("a: \(text)\n".utf8), name: "x.yaml", sharing: texts).root
      #expect(root.mapping?.first?.value.scalar.map { Array($0.utf8) } == Array(text.utf8))
    }
  }

  @Test("A number and a quoted text are different YAML keys") func distinguishesNumberAndTextKeys() throws {
    #expect(try Self.read("{1: a, \"1\": b, 01: c}\n").mapping?.count == 3)
    #expect(throws: Diagnostics.self) { try Self.read("{1: a, 1: b}\n") }
    #expect(throws: Diagnostics.self) { try Self.read("{\"a\": a, a: b}\n") }
  }

  @Test("A YAML file of more than 1 MiB is rejected") func rejectsHugeFile() {
    let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20 + 1)
    let error = #expect(throws: Diagnostics.self) { try YAMLFile(bytes, name: "huge.yaml") }
    #expect(
      error?.all.map(\.description) == [
        "huge.yaml:1:1: error: the file has more than 1048576 bytes, the limit for a file"
      ])
  }

  @Test("A YAML file of more than 100,000 nodes is rejected") func limitsNodeCount() {
    let error = #expect(throws: Diagnostics.self) {
      try Self.read("a: [" + String(repeating: "x,", count: 100_001) + "]\n")
    }
    #expect(error?.all.map(\.message) == ["the file has more than 100000 nodes"])
  }

  @Test("YAML of 20,000 unclosed levels is rejected", arguments: ["[", "{a: ", "- ", "? ", "- - ", "a:\n "])
  func rejectsUnclosedNesting(opening: String) {
    let text = String(repeating: opening, count: 20_000)
    #expect(throws: Diagnostics.self) { try Self.read(text) }
  }

  @Test(
    "YAML aliases that multiply are rejected in every position",
    arguments: ["*a30", "*a30 : x", "? *a30\n: x", "k: {*a30 : x}", "k: [*a30]", "k: {<<: *a30}"])
  func rejectsMultiplyingAliases(use: String) {
    let first = "a0: &a0 [x]\n"
    let bomb = (1...30).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]\n" }.joined()
    #expect(throws: Diagnostics.self) { try Self.read(first + bomb + use + "\n") }
  }

  @Test(
    "Ampersands and asterisks in YAML texts and comments are read as text",
    arguments: ["a: 'A & B * C'", "a: \"&x *x\"", "a: AT&T", "# &x *x\na: b", "a: b # &x *x"])
  func readsAmpersandsAsText(text: String) throws {
    let lines = (0..<20).map { text.replacing("a:", with: "a\($0):") }.joined(separator: "\n")
    #expect(throws: Never.self) { try Self.read(lines + "\n") }
  }

  @Test("Random bytes are read as YAML or rejected with a description") func readsOrRejectsRandomBytes() {
    var state: UInt64 = 20_260_401
    let alphabet = Array("{}[]:,-?&*!|>'\"%@#\\ \n\tab1жё\u{FEFF}\u{85}".utf8) + [0x00, 0xFF, 0xC3, 0xED]
    for _ in 0..<3000 {
      var bytes: [UInt8] = []
      for _ in 0..<40 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.append(alphabet[Int(state >> 33) % alphabet.count])
      }
      do throws(Diagnostics) {
        let root = try YAMLFile(bytes, name: "x.yaml").root
        #expect(root.location.line >= 1)
      } catch {
        #expect(error.hasErrors)
        #expect(error.all.allSatisfy { !$0.description.isEmpty })
      }
    }
  }
}
