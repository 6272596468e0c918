import Foundation
import Support
import Testing

/// The table of `docs/personal-data.md` is made from the registry.
@Suite struct PersonalDataDocumentTests {
  private static let page = "docs/personal-data.md"
  private static let head = [
    "| data | table | purpose | legal ground | kept | at erasure |", "|---|---|---|---|---|---|",
  ]

  private static func row(_ data: PersonalData) -> String {
    let part = data.part.map { "`\($0)`" } ?? "not exported"
    let kept = data.retention.text(in: DataRetention.Periods(), isKeyNamed: true)
    let erasure =
      switch data.erasure {
      case .deleted: "deleted"
      case .anonymized: "overwritten"
      case .keptUnderID: "kept under the id"
      case .afterRetention: "values deleted after their retention"
      }
    return "| \(part) | `\(data.table)` | \(data.purpose) | \(data.ground.rawValue) | \(kept) | \(erasure) |"
  }

  @Test("The table of personal data in the documents matches the registry") func tableMatchesRegistry() throws {
    let expected = Self.head + PersonalData.all.map(Self.row)
    let lines = try Repository.text(of: Self.page).split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0 == Self.head[0] }, "\(Self.page) has no table with this head")
    let end = lines[start...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
    guard lines[start..<end].map(String.init) != expected else { return }
    guard ProcessInfo.processInfo.environment["VALENCE_RECORD"] == "1" else {
      Issue.record("the table of \(Self.page) differs from `PersonalData`; VALENCE_RECORD=1 records it")
      return
    }
    let text = (lines[..<start].map(String.init) + expected + lines[end...].map(String.init)).joined(separator: "\n")
    try Data(text.utf8).write(to: Repository.root.appending(path: Self.page))
    Issue.record("recorded the table of \(Self.page): review it and run again without VALENCE_RECORD")
  }

  @Test("The page of personal data explains each legal ground and has at most 150 lines") func pageExplainsGrounds()
    throws
  {
    let text = try Repository.text(of: Self.page)
    for ground in PersonalData.Ground.allCases {
      #expect(text.contains("- `\(ground.rawValue)`: \(ground.text)"), "\(ground)")
    }
    #expect(text.utf8.count { $0 == UInt8(ascii: "\n") } <= 150)
  }
}
