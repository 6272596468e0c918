import JSON
import Testing

/// The limit on runs of combining marks. Composing and comparing a text takes quadratic time in the
/// length of a run.
@Suite struct CombiningRunTests {
  /// Returns alternating marks of the combining classes 220 and 230, which canonical order has to
  /// sort.
  private static func marks(_ count: Int) -> String {
    String(decoding: (0..<count).flatMap { $0 % 2 == 0 ? [0xCC, 0x96] : [0xCC, 0x81] as [UInt8] }, as: UTF8.self)
  }

  @Test(
    "A run of 30 combining characters is read",
    arguments: [
      #"["a<30>"]"#, #"["a<30>b<30>c<30>"]"#, #"{"a<30>": "<30>"}"#, #"["<30>я<30>", "\u0301"]"#, #"["<15>\n<30>"]"#,
    ])
  func readsCombiningRunOfThirty(pattern: String) throws {
    _ = try Value(reading: Self.filled(pattern))
  }

  @Test(
    "A run of more than 30 combining characters is rejected at the offset of its string",
    arguments: [
      (#"["a<31>"]"#, 1), (#"{"a<31>": 1}"#, 1), (#"{"b": {"c": ["d", "<40>"]}}"#, 18), (#"["<30>\u0301"]"#, 1),
      (#"["x\n<1000>"]"#, 1), (#"["a<30>я<30>\u0316<30>"]"#, 1),
    ])
  func rejectsLongerCombiningRun(pattern: String, offset: Int) throws {
    let error = #expect(throws: SyntaxError.self) { try Value(reading: Self.filled(pattern)) }
    #expect(error?.kind == .combiningRun(limit: 30))
    #expect(error?.offset == offset)
  }

  @Test("Combining characters written as escapes count toward the run limit") func countsEscapedMarks() throws {
    let escaped = String(repeating: #"\u0316\u0301"#, count: 16)
    let error = #expect(throws: SyntaxError.self) { try Value(reading: "[\"\(escaped)\"]") }
    #expect(error?.kind == .combiningRun(limit: 30))
  }

  /// Each of these characters has a combining class other than 0.
  @Test(
    "Combining characters of every script count toward the run limit",
    arguments: [0x5B0, 0x64B, 0xE38, 0x3099, 0x1D165, 0x20D0, 0xFE20, 0x0483] as [UInt32])
  func countsMarksOfEveryScript(number: UInt32) throws {
    let mark = String(try #require(Unicode.Scalar(number)))
    _ = try Value(reading: "[\"\(String(repeating: mark, count: 30))\"]")
    let error = #expect(throws: SyntaxError.self) {
      try Value(reading: "[\"\(String(repeating: mark, count: 31))\"]")
    }
    #expect(error?.kind == .combiningRun(limit: 30))
  }

  @Test(
    "A long JSON string of letters or emoji of any script is read unchanged",
    arguments: ["שלום", "مرحبا", "汉字", "ภาษา", "Ёж", "e\u{301}", "👩‍👩‍👧", "हिन्दी", "각", "ﬃ", "∑"])
  func readsLongTextOfEveryScript(word: String) throws {
    let text = String(repeating: word, count: 2000)
    #expect(try Value(reading: "[\"\(text)\"]") == [.string(text)])
  }

  @Test("Invalid UTF-8 bytes end a run of combining characters") func invalidUTF8EndsRun() {
    #expect(CombiningRuns.excess(in: Array(Self.marks(30).utf8) + [0xFF] + Array(Self.marks(30).utf8)) == nil)
    #expect(CombiningRuns.excess(in: Array(Self.marks(30).utf8) + [0xCC]) == nil)
    #expect(CombiningRuns.excess(in: [0x61] + Array(Self.marks(31).utf8)) == 61)
    #expect(CombiningRuns.excess(in: [0xF0, 0x9D, 0x85]) == nil)
  }

  /// Returns the pattern with `<30>` replaced by 30 combining marks, and likewise for other
  /// numbers.
  private static func filled(_ pattern: String) -> String {
    var text = ""
    for (place, part) in pattern.split(separator: "<", omittingEmptySubsequences: false).enumerated() {
      let halves = part.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
      text += place == 0 ? String(part) : marks(Int(halves[0]) ?? 0) + halves[1]
    }
    return text
  }
}
