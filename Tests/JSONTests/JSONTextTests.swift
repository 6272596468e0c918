import JSON
import Testing

/// A row of `texts.json`: a text with its written form, or with the code and offset of its error.
struct TextCase: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let accept: String?
  let reject: String?
  let offset: Int64?
  var testDescription: String { name }

  init(_ row: Value) {
    name = row["name"]?.string ?? ""
    let hex = Array((row["hex"]?.string ?? "").utf8)
    bytes =
      row["text"]?.string.map { Array($0.utf8) }
      ?? stride(from: 0, to: hex.count, by: 2).compactMap {
        UInt8(String(decoding: hex[$0..<$0 + 2], as: UTF8.self), radix: 16)
      }
    accept = row["accept"]?.string
    reject = row["reject"]?.string
    offset = row["offset"]?.integer
  }

  static let all = try? cases("texts.json").map(TextCase.init)
}

@Suite struct JSONTextTests {
  @Test("The JSON text cases have unique names and one expected result each") func hasUniqueTextCases() throws {
    let all = try #require(TextCase.all)
    #expect(all.count >= 150)
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(all.allSatisfy { ($0.accept == nil) != ($0.reject == nil) })
  }

  @Test("Each JSON text case is read, or rejected at the expected offset", arguments: TextCase.all ?? [])
  func readsOrRejectsTextCase(_ row: TextCase) {
    do {
      let value = try Value(reading: row.bytes)
      #expect(value.description == row.accept)
    } catch {
      #expect(error.kind.code == row.reject, "\(error)")
      #expect(error.offset == row.offset.map(Int.init), "\(error)")
    }
  }

  @Test(
    "An accepted JSON text is read back from each written form",
    arguments: TextCase.all?.filter { $0.accept != nil } ?? [])
  func readsBackWrittenText(_ row: TextCase) throws {
    let value = try Value(reading: row.bytes)
    #expect(try Value(reading: value.description) == value)
    #expect(try Value(reading: value.pretty) == value)
    #expect(try Value(reading: value.canonical) == value)
  }

  /// Only objects, arrays and strings, because a prefix of a number can be a number.
  @Test(
    "A truncated JSON text is rejected at its end",
    arguments: TextCase.all?.filter { ($0.accept ?? "").first.map { "{[\"".contains($0) } ?? false } ?? [])
  func rejectsTruncatedText(_ row: TextCase) {
    let end = row.bytes.lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? 0
    for length in 0..<end {
      let error = #expect(throws: SyntaxError.self) { try Value(reading: Array(row.bytes[..<length])) }
      #expect(error?.offset == length && ["unexpected-end", "empty"].contains(error?.kind.code))
    }
  }
}
