/// Tables of the Unicode character database as dictionaries.
package enum UnicodeTable {
  /// The full canonical decomposition of every character that has one, except Hangul syllables.
  package static let decompositions = parsed(DecompositionTable.entries)

  /// Parses a table that `generate-table` wrote.
  package static func parsed(_ table: StaticString) -> [UInt32: [UInt32]] {
    var map: [UInt32: [UInt32]] = [:]
    for entry in table.description.utf8.split(separator: UInt8(ascii: ";")) {
      let numbers = entry.split(separator: UInt8(ascii: " ")).compactMap { UInt32(Substring($0), radix: 16) }
      if let key = numbers.first { map[key] = Array(numbers.dropFirst()) }
    }
    return map
  }
}
