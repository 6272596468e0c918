import Foundation
import Hosting
import Testing

@testable import valence

/// `docs/limits.md`, which lists each limit with its default and its reason, compared with the
/// configuration keys.
@Suite struct LimitsDocumentTests {
  /// Numeric keys that do not limit requests.
  private static let others: Set = [
    "port", "metrics-port", "threads", "matrix-columns", "matrix-rows", "matrix-code-length", "matrix-cells",
    "core-silence",
    "retain-sessions", "retain-unsigned", "retain-notifications", "retain-documents",
  ]

  /// A row of a table with a column of keys.
  private struct Row {
    let bound: String
    let standard: String
    let keys: [String]
    let reason: String
  }

  private static func rows() throws -> [Row] {
    let text = try String(contentsOf: Repository.root.appending(path: "docs/limits.md"), encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard cells.count == 6, cells[1] != "bound", !cells[1].hasPrefix("---") else { return nil }
      let keys = cells[3].split(separator: "`").map(String.init).filter { !$0.contains(" ") && !$0.contains(",") }
      return Row(bound: cells[1], standard: cells[2], keys: keys, reason: cells[4])
    }
  }

  @Test("The rows of docs/limits.md name existing keys with their defaults")
  func documentedDefaultsAreCorrect() throws {
    let known = Dictionary(uniqueKeysWithValues: ConfigurationKey.keys(of: Serve.self).map { ($0.name, $0) })
    for row in try Self.rows() {
      #expect(!row.standard.isEmpty && !row.reason.isEmpty, "\(row.bound) has no default or no reason")
      for name in row.keys {
        guard let key = known[name] else {
          Issue.record("\(row.bound): `\(name)` is not a key")
          continue
        }
        guard let standard = key.standard else { continue }
        let reported = row.standard.replacing(",", with: "").split { !$0.isNumber }.map(String.init)
        #expect(
          reported.contains(standard), "\(row.bound): \(row.standard), and the default of `\(name)` is \(standard)")
      }
    }
  }

  @Test("Every numeric configuration key that limits requests has a row in docs/limits.md")
  func documentsEveryNumericKey() throws {
    let reported = Set(try Self.rows().flatMap(\.keys))
    let numbers = ConfigurationKey.keys(of: Serve.self).filter { $0.takes.wholeMatch(of: /\d+ to \d+.*/) != nil }
    let missing = numbers.map(\.name).filter { !reported.contains($0) && !Self.others.contains($0) }
    #expect(missing == [], "these keys have no row in docs/limits.md")
  }
}
