import Foundation
import JSON
import RussianPayments
import Testing

/// A row of a case file: a value, and the description of the expected reason or null.
struct Case: Sendable, CustomTestStringConvertible {
  let row: Value
  var expect: String? { row["expect"]?.string }
  var testDescription: String {
    "\(row["rule"]?.string ?? "") \(row["value"] ?? row["account"] ?? row["arguments"] ?? nil) \(row["why"]?.string ?? "")"
  }
  func text(_ name: String) -> String { row[name]?.string ?? "" }
  var arguments: [String] { row["arguments"]?.array?.map { $0.string ?? "" } ?? [] }

  /// Returns the rows of a file in `Cases`. Returns none for an unreadable file, which
  /// `CaseFileTests` reports.
  static func all(_ file: String) -> [Case] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")
    guard let data = try? Data(contentsOf: folder.appending(path: file)) else { return [] }
    return ((try? Value(reading: [UInt8](data)))?.array ?? []).map(Case.init)
  }
}

@Suite struct CaseFileTests {
  @Test(
    "Each case file has its minimum number of rows, both valid and invalid",
    arguments: [
      ("inn.json", 60), ("kpp.json", 20), ("bic.json", 18), ("account.json", 80), ("text.json", 35),
      ("ogrn.json", 25), ("ogrnip.json", 17), ("snils.json", 25), ("kbk.json", 8), ("oktmo.json", 11), ("uin.json", 13),
      ("treasury.json", 9), ("number.json", 8), ("phone.json", 18), ("card.json", 18), ("dated.json", 85),
      ("pairs.json", 85), ("normalization.json", 12), ("iban.json", 120), ("swift.json", 24), ("lei.json", 25),
      ("email.json", 38),
    ])
  func readsAllCaseFiles(file: String, minimum: Int) {
    let rows = Case.all(file)
    #expect(rows.count >= minimum)
    #expect(rows.contains { $0.expect == nil } && rows.contains { $0.expect != nil })
    #expect(rows.allSatisfy { $0.row["expect"] != nil && !$0.text("why").isEmpty })
  }
}

/// Returns the reason with its confidence, in the format of the case files.
func reported(_ finding: Finding?) -> String? {
  guard let finding else { return nil }
  return "\(finding.reason) (\(finding.confidence))"
}
