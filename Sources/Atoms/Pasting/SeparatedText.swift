import Texts

/// The rows of a CSV file, or of cells that were copied from a spreadsheet.
///
/// A cell in quotation marks may contain separators, line breaks and doubled quotation marks. If a
/// quotation mark is not closed, or other characters follow the closing one, the cell is read as
/// written up to the next separator. Each byte is read a constant number of times.
package struct SeparatedText: Sendable {
  /// One row of cells.
  struct Row: Sendable {
    /// The number of the row in the text, from 1. Blank rows and the header count.
    let number: Int
    /// The first cells, at most as many as requested.
    fileprivate(set) var cells: [String] = []
    /// The number of cells up to the last one that is not blank.
    fileprivate(set) var count = 0
    /// The indexes of the cells with a wrong quotation mark.
    fileprivate(set) var broken: [Int] = []

    fileprivate init(_ number: Int) { self.number = number }

    var isBlank: Bool { count == 0 }
  }

  private static let quote = UInt8(ascii: "\"")
  private static let tab = UInt8(ascii: "\t")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// The text in UTF-8.
  private let units: [UInt8]
  private var place = 0
  private var rows = 0
  private var separator: UInt8 = 0

  /// Creates a reader of a text. A byte order mark at the beginning is skipped.
  package init(_ text: String) {
    let units = Array(text.utf8)
    self.units = units.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(units.dropFirst(3)) : units
  }

  /// Creates a reader of a file in UTF-8, or in Windows-1251 if it is not valid UTF-8.
  package init(_ file: [UInt8]) {
    self.init(String(validating: file, as: UTF8.self) ?? Windows1251.text(of: file))
  }

  /// True if a file is not text in an encoding that is read: it has the byte order mark of UTF-16,
  /// or a NUL.
  package static func isUnreadable(_ file: some Collection<UInt8>) -> Bool {
    file.starts(with: [0xFF, 0xFE]) || file.starts(with: [0xFE, 0xFF]) || file.contains(0)
  }

  /// The number of bytes.
  var size: Int { units.count }

  /// Determines the separator by the first line that is not blank: a tab, otherwise a semicolon,
  /// otherwise a comma. Commas do not separate the values of a single column.
  mutating func findSeparator(columns: Int) {
    var (found, isQuoted): (Set<UInt8>, Bool) = ([], false)
    for unit in units.drop(while: { $0 <= UInt8(ascii: " ") && $0 != Self.tab }) {
      if unit == Self.quote { isQuoted.toggle() }
      if isQuoted { continue }
      if unit == Self.lineFeed || unit == Self.carriageReturn { break }
      found.insert(unit)
    }
    let candidates = [Self.tab, UInt8(ascii: ";")] + (columns > 1 ? [UInt8(ascii: ",")] : [])
    separator = candidates.first(where: found.contains) ?? Self.tab
  }

  /// Returns the next row with at most `maximum` of its cells; nil at the end of the text.
  mutating func next(upTo maximum: Int) -> Row? {
    guard place < units.count else { return nil }
    rows += 1
    var (row, number) = (Row(rows), 0)
    while true {
      let start = place
      let (text, isBroken) = cell()
      if number < maximum {
        row.cells.append(text)
        if isBroken { row.broken.append(number) }
      }
      number += 1
      if units[start..<place].contains(where: { $0 > UInt8(ascii: " ") }) { row.count = number }
      guard place < units.count, units[place] == separator else { break }
      place += 1
    }
    if place < units.count {
      let isPair = units[place] == Self.carriageReturn && place + 1 < units.count && units[place + 1] == Self.lineFeed
      place += isPair ? 2 : 1
    }
    return row
  }

  /// Returns the text of the next cell, and true if it has a wrong quotation mark. Programs that
  /// copy cells with tabs do not quote texts that begin with a quotation mark.
  private mutating func cell() -> (text: String, isBroken: Bool) {
    let isQuoted = place < units.count && units[place] == Self.quote
    if isQuoted, let text = quotedCell() { return (text, false) }
    let start = place
    while place < units.count, !isEnd(units[place]) { place += 1 }
    return (String(decoding: units[start..<place], as: UTF8.self), isQuoted && separator != Self.tab)
  }

  private func isEnd(_ unit: UInt8) -> Bool {
    unit == separator || unit == Self.lineFeed || unit == Self.carriageReturn
  }

  /// Returns the text of a cell in quotation marks; nil, without a change, if it is not closed, or
  /// if another character follows.
  private mutating func quotedCell() -> String? {
    var (next, text): (Int, [UInt8]) = (place + 1, [])
    while next < units.count {
      let unit = units[next]
      next += 1
      guard unit == Self.quote else {
        text.append(unit)
        continue
      }
      if next < units.count, units[next] == Self.quote {
        text.append(unit)
        next += 1
        continue
      }
      guard next == units.count || isEnd(units[next]) else { return nil }
      place = next
      return String(decoding: text, as: UTF8.self)
    }
    return nil
  }
}
