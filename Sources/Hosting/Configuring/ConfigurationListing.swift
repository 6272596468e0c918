import JSON

/// A configuration in the format of a configuration file, with the origin of each value.
package struct ConfigurationListing {
  package let lines: [String]

  /// Lists settings. A secret is listed as a comment without its value.
  package init(_ settings: [ConfigurationSetting]) {
    let rows = settings.map { ($0, Self.text(of: $0)) }
    let width = min(rows.map(\.1.count).max() ?? 0, 44)
    lines = rows.map { setting, text in
      "\(text)\(String(repeating: " ", count: max(0, width - text.count)))  # \(Self.origin(of: setting))"
    }
  }

  private static func text(of setting: ConfigurationSetting) -> String {
    let key = setting.key
    if key.isSecret, !setting.values.isEmpty { return "# \(key.name): redacted" }
    let values = setting.values.map(scalar)
    switch key.form {
    case .list: return "\(key.name): [\(values.joined(separator: ", "))]"
    case .one, .toggle: return values.first.map { "\(key.name): \($0)" } ?? "\(key.name):"
    }
  }

  private static func origin(of setting: ConfigurationSetting) -> String {
    guard setting.written.isEmpty, let words = setting.key.standardWords else { return "\(setting.origin)" }
    return "default: \(words)"
  }

  /// Returns the text as a YAML scalar, quoted unless the plain form means the same text.
  private static func scalar(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789./_-".unicodeScalars.contains($0))
    }
    let isWord = !["", "null", "-", "--", "---"].contains(text.lowercased()) && !text.hasPrefix("-")
    if isPlain && isWord { return text }
    var writer = Writer()
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// The keys with types, defaults and descriptions, as the last table of `docs/reference.md`.
package struct ConfigurationTable {
  /// The lines, in Markdown.
  package let lines: [String]

  package init(_ keys: [ConfigurationKey]) {
    lines =
      ["| key | takes | default | description |", "|---|---|---|---|"]
      + keys.map { "| `\($0.name)` | \(Self.takes($0)) | \(Self.standard($0)) | \($0.words) |" }
  }

  private static func takes(_ key: ConfigurationKey) -> String {
    key.form == .list ? "list of \(key.takes)" : key.takes
  }

  private static func standard(_ key: ConfigurationKey) -> String {
    key.standard.map { "`\($0)`" } ?? key.standardWords ?? (key.form == .list ? "empty" : "none")
  }
}
