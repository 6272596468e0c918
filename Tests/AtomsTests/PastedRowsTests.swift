import Atoms
import JSON
import Testing
import Texts

/// Pasted rows as items of a repeat. The cases are in `Cases/rows`.
struct PastedRowsTests {
  private static let surroundings = TestSurroundings(facts: [:], answers: [:])

  private static func rows(
    _ text: SeparatedText, at path: String = "lines", of operation: Atoms.Operation, values: Object = Object(),
    kept: Int = 0, in language: Language = .en
  ) throws -> PastedRows {
    try #require(
      PastedRows(
        text, at: PastedRows.Target(path: path, values: values, kept: kept), of: operation, in: language, surroundings))
  }

  private static func operation(_ lines: String) throws -> Atoms.Operation {
    try EvaluationTests.operation("operation: trial\ntitle: Trial\natoms:\n\(lines)")
  }

  /// A definition, and texts that are pasted into it.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let definition: String
    let text: String
    let about: Value
    var testDescription: String { "\(name): \(text.prefix(40))" }
  }

  private static func cases() throws -> [Case] {
    try CaseFiles.names(in: "rows", ending: ".json").flatMap { file in
      let groups = try Value(reading: CaseFiles.bytes("rows/\(file).json")).array ?? []
      return groups.flatMap { group in
        let definition = (group["definition"]?.array ?? []).compactMap(\.string).joined(separator: "\n")
        return (group["pasted"]?.array ?? []).map { about in
          Case(
            name: group["name"]?.string ?? "", definition: definition, text: about["text"]?.string ?? "", about: about)
        }
      }
    }
  }

  @Test("Pasted text becomes items, and the violations name their inputs", arguments: try cases())
  func readsRows(each: Case) throws {
    let operation = try EvaluationTests.operation(each.definition)
    let rows = try Self.rows(
      SeparatedText(each.text), at: each.about["atom"]?.string ?? "lines", of: operation,
      values: each.about["values"]?.object ?? Object(), kept: each.about["keep"]?.integer.map(Int.init) ?? 0,
      in: each.about["language"]?.string == "ru" ? .ru : .en)
    #expect(.array(rows.items) == each.about["items"])
    #expect(rows.violations.map { "\($0.atom) \($0.code)" } == each.about["errors"]?.array?.compactMap(\.string) ?? [])
  }

  @Test("UTF-8 with and without a byte order mark and Windows-1251 give the same rows")
  func readsEncodings() throws {
    let operation = try Self.operation("  - {repeat: lines, paste: [name], atoms: [{textInput: name}]}\n")
    let text = "ООО «Ёж» № 1\nПАО"
    let windows: [UInt8] = [
      0xCE, 0xCE, 0xCE, 0x20, 0xAB, 0xA8, 0xE6, 0xBB, 0x20, 0xB9, 0x20, 0x31, 0x0D, 0x0A, 0xCF, 0xC0, 0xCE,
    ]
    let items: [Value] = [["name": "ООО «Ёж» № 1"], ["name": "ПАО"]]
    for file in [Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), windows] {
      #expect(try Self.rows(SeparatedText(file), of: operation).items == items)
    }
    #expect(try Self.rows(SeparatedText("\u{FEFF}" + text), of: operation).items == items)
  }

  @Test("UTF-16 and NUL characters are not text") func refusesUTF16() {
    for file: [UInt8] in [[0xFF, 0xFE, 0x41, 0x04], [0xFE, 0xFF, 0x04, 0x41], [0x41, 0x00]] {
      #expect(SeparatedText.isUnreadable(file))
    }
    #expect(!SeparatedText.isUnreadable([0xEF, 0xBB, 0xBF, 0x41]))
  }

  @Test("Rows beyond the maximum are left out with one violation, and the work grows with the text")
  func leavesSurplusOut() throws {
    let operation = try Self.operation(
      "  - {repeat: lines, max: 1000, paste: [a, b], atoms: [{textInput: a, maxLength: 9}, {textInput: b}]}\n")
    let rows = try Self.rows(SeparatedText(String(repeating: "x;\"y\"\"z\"\r\n", count: 1_001)), of: operation)
    #expect(rows.items.count == 1_000 && rows.items[999] == ["a": "x", "b": "y\"z"])
    #expect(rows.violations.map(\.code) == ["max"] && rows.violations[0].atom == "lines")
    #expect(rows.violations[0].params.map { "\($0.name) \($0.value.plainText)" } == ["max 1000", "surplus 1"])
    let steps = try [50_000, 100_000].map { count in
      // Quotation marks that are never closed, and rows of separators.
      try EvaluationBudget.measured {
        _ = try Self.rows(SeparatedText(String(repeating: "\"\"\"a;\n;;;", count: count)), of: operation)
      }.steps
    }
    #expect(steps[1] <= 2 * steps[0] + 1_000, "\(steps)")
  }

  @Test("A path without `paste`, and values without the kept items, are rejected")
  func rejectsOtherTargets() throws {
    let operation = try Self.operation(
      """
        - {repeat: lines, paste: [a], atoms: [{textInput: a}]}
        - {repeat: plain, atoms: [{textInput: b}, {repeat: inner, paste: [c], atoms: [{textInput: c}]}]}
      """)
    for (path, kept) in [("plain", 0), ("a", 0), ("", 0), ("lines", 1), ("plain[0].inner", 0)] {
      let target = PastedRows.Target(path: path, values: [:], kept: kept)
      #expect(PastedRows(SeparatedText("x"), at: target, of: operation, in: .en, Self.surroundings) == nil, "\(path)")
    }
  }
}
