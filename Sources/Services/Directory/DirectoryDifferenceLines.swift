import Model

extension DirectoryDifference {
  /// The difference for people, a line for each bank: `+` added, `-` removed, `~` changed with what changed.
  package var lines: [String] {
    added.map { "+ \($0.bic) \($0.name)" } + removed.map { "- \($0.bic) \($0.name)" }
      + changed.map { "~ \($0.after.bic) \($0.after.name): \($0.fields.joined(separator: "; "))" }
  }
}

extension DirectoryDifference.Change {
  /// What changed, each as `name "А" -> "Б"`.
  package var fields: [String] {
    let rows: [(name: String, before: String?, after: String?)] = [
      ("name", before.name, after.name), ("place", before.place, after.place), ("type", before.type, after.type),
      ("correspondent account", before.correspondentAccount?.rawValue, after.correspondentAccount?.rawValue),
      ("treasury account", before.treasuryAccount?.rawValue, after.treasuryAccount?.rawValue),
      ("SWIFT", before.swift, after.swift),
      ("restrictions", Self.text(before.restrictions), Self.text(after.restrictions)),
      ("out", before.dateOut?.description, after.dateOut?.description),
    ]
    return rows.filter { $0.before != $0.after }.map {
      "\($0.name) \(Self.quoted($0.before)) -> \(Self.quoted($0.after))"
    }
  }

  private static func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "none" }

  private static func text(_ restrictions: [BankRestriction]) -> String? {
    if restrictions.isEmpty { return nil }
    return restrictions.map { $0.code + ($0.since.map { " from \($0)" } ?? "") }.joined(separator: ", ")
  }
}
