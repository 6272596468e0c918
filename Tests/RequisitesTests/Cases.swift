import Foundation
import JSON
import Testing

/// One row of a case file: what is verified, and the reason's text or none.
struct Case: Sendable, CustomTestStringConvertible {
  let row: Value
  var expect: String? { row["expect"]?.string }
  var testDescription: String { "\(row["value"] ?? row["account"] ?? nil) \(row["why"]?.string ?? "")" }
  func text(_ name: String) -> String { row[name]?.string ?? "" }

  /// The rows of a file in `Cases`; none where it cannot be read, which `CaseFileTests` reports.
  static func all(_ file: String) -> [Case] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")
    guard let data = try? Data(contentsOf: folder.appending(path: file)) else { return [] }
    return ((try? Value(reading: [UInt8](data)))?.array ?? []).map(Case.init)
  }
}

@Suite struct CaseFileTests {
  @Test(arguments: [("inn.json", 60), ("kpp.json", 20), ("bic.json", 18), ("account.json", 80), ("text.json", 35)])
  func everyFileIsReadWhole(file: String, atLeast: Int) {
    let rows = Case.all(file)
    #expect(rows.count >= atLeast)
    #expect(rows.contains { $0.expect == nil } && rows.contains { $0.expect != nil })
    #expect(rows.allSatisfy { $0.row["expect"] != nil && !$0.text("why").isEmpty })
  }
}
