extension String {
  /// True if every engine can store the text. PostgreSQL rejects U+0000, also as an argument of a
  /// comparison.
  package var isStorable: Bool { !utf8.contains(0) }
}
