/// Reads the imports of Swift sources.
enum ImportedModules {
  private static let accessLevels: Set = ["public", "package", "internal", "fileprivate", "private"]
  private static let kinds: Set<Substring> = [
    "struct", "class", "enum", "protocol", "typealias", "func", "var", "let",
  ]

  /// Returns the modules that a source file imports, in order.
  static func all(in source: String) -> [String] {
    source.split(separator: "\n").compactMap { line in
      // Attributes and access levels precede the word `import`; a kind of declaration can follow
      // it.
      let words = line.split { $0 == " " || $0 == "\t" }
      guard let place = words.firstIndex(of: "import"),
        words[..<place].allSatisfy({ $0.hasPrefix("@") || accessLevels.contains(String($0)) }),
        place + 1 < words.count
      else { return nil }
      let name = kinds.contains(words[place + 1]) ? words.dropFirst(place + 2).first ?? "" : words[place + 1]
      return String(name.prefix { $0 != "." && $0 != ";" })
    }
  }
}
