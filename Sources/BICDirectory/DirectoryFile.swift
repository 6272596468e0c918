package import Model
import Dates
import Foundation

/// A file of the Bank of Russia's BIC directory: ED807, XML in Windows-1251.
///
/// Source of the form: the Bank of Russia's UFEBS schemas, v2024.2 (`cbr_ed807`). A file is taken whole or not at all: one
/// entry that breaks the form refuses it.
///
///     let file = try DirectoryFile.read(contentsOf: path)
///     let isWhole = file.scope == .full  // .changes for a file of changes
///     let banks = file.entries.compactMap(\.bank)
package struct DirectoryFile: Equatable, Sendable {
  /// The extent of a file: the whole directory (`InfoTypeCode` FIRR) or changes of it (SIRR).
  package enum Scope: String, Sendable {
    /// The whole directory.
    case full = "FIRR"
    /// Changes of the directory that is in force.
    case changes = "SIRR"
  }

  /// The extent of the file.
  package let scope: Scope
  /// The edition of the directory after an import.
  package let edition: DirectoryEdition
  /// The entries in the order of the file, each BIC once.
  package let entries: [DirectoryEntry]

  /// Reads the file at that path.
  package static func read(contentsOf path: String) throws(DirectoryError) -> DirectoryFile {
    let data: Data
    do { data = try Data(contentsOf: URL(filePath: path)) } catch {
      throw .unreadable(path: path, why: error.localizedDescription)
    }
    return try read([UInt8](data))
  }

  /// Reads the bytes of a file.
  package static func read(_ bytes: [UInt8]) throws(DirectoryError) -> DirectoryFile {
    if bytes.allSatisfy({ $0 <= 0x20 }) { throw .empty }
    if bytes.starts(with: "PK".utf8) { throw .archive }
    if let fault = encodingFault(in: bytes) { throw fault }
    return try DirectoryParser(bytes).file()
  }
}

/// The root element's information about the whole file.
struct DirectoryHeader {
  /// The extent of the file.
  let scope: DirectoryFile.Scope
  /// The edition of the directory after an import.
  let edition: DirectoryEdition

  /// Creates the header that the root's attributes write.
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

/// The part of a document that a file is (`PartInfo`), read from attributes or from elements.
struct DirectoryPart {
  /// The place of the element.
  let at: DirectoryPlace
  private var reported: [String: String]
  private var open: String?

  /// Creates an empty part.
  init(attributes: [String: String], at place: DirectoryPlace) {
    reported = attributes
    at = place
  }

  /// The number of parts; nil if the file does not give it.
  var quantity: String? { reported["PartQuantity"] }
  /// The number of this part.
  var number: String? { reported["PartNo"] }

  /// Takes in the beginning of an element inside.
  mutating func begin(_ element: String) { open = element }
  /// Takes in text inside.
  mutating func read(_ text: String) {
    if let open { reported[open, default: ""] += text }
  }
  /// Takes in the end of an element inside.
  mutating func end() { open = nil }
}

// Finds bytes that the declared encoding does not allow.
//
// The parser would read UTF-8 that is declared as Windows-1251 as that, and store unreadable names. For the reverse
// mistake it gives no place.

/// The fault of bytes that are not in the encoding that they declare; nil if they are.
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

/// Returns the encoding of the XML declaration; UTF-8 without one, and UTF-16 by its byte order mark.
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

/// The offset of the first byte that is not well-formed UTF-8.
private func firstFault(in bytes: [UInt8]) -> Int {
  var decoder = UTF8()
  var rest = bytes.makeIterator()
  var offset = 0
  while case .scalarValue(let scalar) = decoder.decode(&rest) { offset += UTF8.width(scalar) }
  return offset
}

/// A place in a directory file. Real files are one line of a million characters: the column and the entry tell more.
package struct DirectoryPlace: Equatable, Sendable {
  /// The line, from 1.
  package let line: Int
  /// The column, from 1; for an entry that of the end of its opening tag.
  package let column: Int
  /// The entry, counted from 1; 0 before the first.
  let entry: Int

  /// Creates a place.
  package init(line: Int, column: Int, entry: Int) {
    self.line = line
    self.column = column
    self.entry = entry
  }

  /// Creates the place of the byte at that offset.
  init(offset: Int, in bytes: [UInt8], entry: Int = 0) {
    let before = bytes.prefix(offset)
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    self.init(line: before.count { $0 == 0x0A } + 1, column: offset - start + 1, entry: entry)
  }
}

extension DirectoryPlace: CustomStringConvertible {
  /// `line 1, column 885, entry 2`.
  package var description: String { "line \(line), column \(column)" + (entry > 0 ? ", entry \(entry)" : "") }
}
