extension Links {
  /// Where a client that follows a reference of a tree asks this server: what stands behind a path, and what a deep link
  /// resolves to; nil for what is outside.
  static func local(_ reference: String) -> String? {
    if reference.hasPrefix("/") { return reference }
    let scheme = reference.prefix { $0 != ":" }
    return scheme.lowercased() == "valence" ? "/routes?url=\(percentEncoded(reference))" : nil
  }
}
