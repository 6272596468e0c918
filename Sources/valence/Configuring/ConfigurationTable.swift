/// Every key with what it takes, its default and what it says: the last table of `docs/reference.md`.
struct ConfigurationTable {
  /// The lines, in Markdown.
  let lines: [String]

  /// A row for each key.
  init(_ keys: [ConfigurationKey]) {
    lines =
      ["| key | takes | default | what it says |", "|---|---|---|---|"]
      + keys.map { "| `\($0.name)` | \(Self.takes($0)) | \(Self.standard($0)) | \($0.words) |" }
  }

  private static func takes(_ key: ConfigurationKey) -> String {
    key.form == .list ? "list of \(key.takes)" : key.takes
  }

  private static func standard(_ key: ConfigurationKey) -> String {
    key.standard.map { "`\($0)`" } ?? key.standardWords ?? (key.form == .list ? "empty" : "none")
  }
}
