import Foundation
package import Model

/// A file of the Bank of Russia's BIC directory: ED807, XML in Windows-1251.
///
/// Source of the form: the Bank of Russia's UFEBS schemas, v2024.2 (`cbr_ed807`).
package struct DirectoryFile: Equatable, Sendable {
  /// Whether the file holds the whole directory (`InfoTypeCode` FIRR) or changes of it (SIRR).
  package enum Scope: String, Sendable {
    /// The whole directory.
    case full = "FIRR"
    /// Changes since the day before.
    case changes = "SIRR"
  }

  /// What the file holds; nil where it does not say.
  package internal(set) var scope: Scope?
  /// The day from which the directory is in force; nil where the file does not say.
  package internal(set) var businessDay: CivilDate?
  /// The entries in the order of the file, each BIC once.
  package internal(set) var entries: [DirectoryEntry] = []
  /// The entries that were not taken, in the order of the file.
  package internal(set) var refusals: [DirectoryRefusal] = []

  /// How many entries the file has.
  package var count: Int { entries.count + refusals.count }

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
