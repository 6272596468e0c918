extension String {
  /// True if every database can hold the text: PostgreSQL holds none with U+0000, also in a comparison.
  ///
  ///     guard id.isStorable else { return nil }  // no row has it
  package var isStorable: Bool { !utf8.contains(0) }
}
