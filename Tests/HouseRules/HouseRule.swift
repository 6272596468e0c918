import Foundation
import Testing

/// A rule about sources that has exceptions in `exceptions.json`.
enum HouseRule: String, CaseIterable {
  case fileLines, functionLines, longComments, glibcConditions, underscoredMembers, tupleAssignments, missingPurpose

  /// Returns the exceptions: for each rule the limits by file, function or folder.
  static func exceptions() throws -> [String: [String: Int]] {
    try JSONDecoder().decode(
      [String: [String: Int]].self, from: Data(Repository.text(of: "Tests/HouseRules/exceptions.json").utf8))
  }

  /// Records an issue for each figure above its exception, and for each exception without a figure.
  ///
  /// `figures` contains only violations of the rule.
  func compare(_ figures: [String: Int]) throws {
    let exceptions = try Self.exceptions()[rawValue] ?? [:]
    for issue in Self.issues(of: figures, exceptions) { Issue.record("\(rawValue): \(issue)") }
  }

  /// Returns a message for each figure above its exception, and for each unused exception.
  static func issues(of figures: [String: Int], _ exceptions: [String: Int]) -> [String] {
    let above = figures.filter { $0.value > exceptions[$0.key, default: 0] }.map { name, figure in
      "\(name) has \(figure), the limit is \(exceptions[name].map(String.init) ?? "the rule's")"
    }
    let unused = exceptions.keys.filter { figures[$0] == nil }.map { "\($0) needs no exception any more: delete it" }
    return (above + unused).sorted()
  }
}
