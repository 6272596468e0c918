package import Model
import Dates
import FoundationEssentials

/// A file of the Bank of Russia's BIC directory: ED807, XML in Windows-1251.
///
/// The format is defined by the Bank of Russia's UFEBS schemas, v2024.2 (`cbr_ed807`). One invalid
/// entry makes the whole file invalid.
package struct DirectoryFile: Equatable, Sendable {
  /// The extent of a file (`InfoTypeCode`).
  package enum Scope: String, Sendable {
    /// The whole directory.
    case full = "FIRR"
    /// Changes of the directory in force.
    case changes = "SIRR"
  }

  package let scope: Scope
  /// The edition of the directory after an import.
  package let edition: DirectoryEdition
  /// The entries in the order of the file. Each BIC occurs once.
  package let entries: [DirectoryEntry]

  /// Reads the file at that path.
  package static func read(contentsOf path: String) throws(DirectoryError) -> DirectoryFile {
    let data: Data
    do { data = try Data(contentsOf: URL(filePath: path)) } catch {
      let isMissing = !FileManager.default.fileExists(atPath: path)
      let isRefused = (error as? CocoaError)?.code == .fileReadNoPermission
      let why = isRefused ? "access is denied" : "it is not a readable file"
      throw .unreadable(path: path, why: isMissing ? "the file does not exist" : why)
    }
    return try read([UInt8](data))
  }

  /// Reads the content of a file.
  package static func read(_ bytes: [UInt8]) throws(DirectoryError) -> DirectoryFile {
    if bytes.allSatisfy({ $0 <= 0x20 }) { throw .empty }
    if bytes.starts(with: "PK".utf8) { throw .archive }
    if let fault = encodingFault(in: bytes) { throw fault }
    return try DirectoryParser(bytes).file()
  }
}

/// The information of the root element about the whole file.
struct DirectoryHeader {
  let scope: DirectoryFile.Scope
  /// The edition of the directory after an import.
  let edition: DirectoryEdition

  /// Creates the header from the attributes of the root element.
  init(_ attributes: [String: String], at place: DirectoryPlace) throws(DirectoryError) {
    let code = attributes["InfoTypeCode"]
    guard let scope = code.flatMap(DirectoryFile.Scope.init) else {
      throw .header(attribute: "InfoTypeCode", text: code, expected: "FIRR or SIRR", at: place)
    }
    let day = attributes["BusinessDay"]
    guard let businessDay = day.flatMap({ CivilDate($0) }) else {
      throw .header(attribute: "BusinessDay", text: day, expected: "a date, YYYY-MM-DD", at: place)
    }
    self.scope = scope
    edition = DirectoryEdition(
      businessDay: businessDay, version: attributes["DirectoryVersion"].flatMap { Int($0) })
  }
}

/// The number of the file among the parts of a directory (`PartInfo`), read from attributes or from
/// elements.
struct DirectoryPart {
  let at: DirectoryPlace
  private var reported: [String: String]
  private var open: String?

  /// Creates the part from the attributes of the element.
  init(attributes: [String: String], at place: DirectoryPlace) {
    reported = attributes
    at = place
  }

  /// The number of parts; nil if the file does not contain it.
  var quantity: String? { reported["PartQuantity"] }
  /// The number of this part.
  var number: String? { reported["PartNo"] }

  /// Begins an inner element.
  mutating func begin(_ element: String) { open = element }
  /// Adds text of an inner element.
  mutating func read(_ text: String) {
    if let open { reported[open, default: ""] += text }
  }
  /// Ends an inner element.
  mutating func end() { open = nil }
}

// Finds bytes that are invalid in the declared encoding.
//
// The parser would read UTF-8 that is declared as Windows-1251, and produce unreadable names. For
// the reverse mistake it reports no position.

/// Returns an error if the bytes are invalid in their declared encoding; otherwise nil.
func encodingFault(in bytes: [UInt8]) -> DirectoryError? {
  let declared = declaredEncoding(in: bytes)
  switch declared.uppercased() {
  case "WINDOWS-1251", "CP1251":
    if let place = bytes.firstIndex(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) != nil {
      return .wrongEncoding(declared: declared, found: "UTF-8", at: DirectoryPlace(offset: place, in: bytes))
    }
    // The only byte without a character.
    return bytes.firstIndex(of: 0x98).map { wrongByte($0, in: bytes, declared) }
  case "UTF-8":
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    return wrongByte(firstFault(in: bytes), in: bytes, declared)
  default: return .unknownEncoding(declared)
  }
}

private func wrongByte(_ place: Int, in bytes: [UInt8], _ declared: String) -> DirectoryError {
  let byte = place < bytes.count ? "the byte \(String(bytes[place], radix: 16))" : "the end"
  return .wrongEncoding(declared: declared, found: byte, at: DirectoryPlace(offset: place, in: bytes))
}

/// Returns the encoding of the XML declaration; UTF-8 without a declaration, and UTF-16 for its
/// byte order mark.
private func declaredEncoding(in bytes: [UInt8]) -> String {
  if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
  let head = String(decoding: bytes.prefix(200).map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self)
  guard let end = head.firstRange(of: "?>"), let name = head[..<end.lowerBound].firstRange(of: "encoding") else {
    return "UTF-8"
  }
  let value = head[name.upperBound..<end.lowerBound].drop { $0 == " " || $0 == "=" }
  guard let quote = value.first, quote == "\"" || quote == "'" else { return "UTF-8" }
  return String(value.dropFirst().prefix { $0 != quote })
}

/// Returns the offset of the first byte that is not well-formed UTF-8.
private func firstFault(in bytes: [UInt8]) -> Int {
  var decoder = UTF8()
  var rest = bytes.makeIterator()
  var offset = 0
  while case .scalarValue(let scalar) = decoder.decode(&rest) { offset += UTF8.width(scalar) }
  return offset
}

/// A position in a directory file. Published files have one very long line, so a position also has
/// a column and an entry.
package struct DirectoryPlace: Equatable, Sendable {
  /// The line, from 1.
  package let line: Int
  /// The column, from 1. For an entry, the column at the end of its opening tag.
  package let column: Int
  /// The number of the entry, from 1; 0 before the first entry.
  let entry: Int

  package init(line: Int, column: Int, entry: Int) {
    self.line = line
    self.column = column
    self.entry = entry
  }

  /// Creates the position of the byte at that offset.
  init(offset: Int, in bytes: [UInt8], entry: Int = 0) {
    let before = bytes.prefix(offset)
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    self.init(line: before.count { $0 == 0x0A } + 1, column: offset - start + 1, entry: entry)
  }
}

extension DirectoryPlace: CustomStringConvertible {
  /// The position in the form `line 1, column 885, entry 2`.
  package var description: String { "line \(line), column \(column)" + (entry > 0 ? ", entry \(entry)" : "") }
}
