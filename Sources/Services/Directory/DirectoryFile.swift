import Foundation
package import Model

/// A file of the Bank of Russia's BIC directory: ED807, XML in Windows-1251.
///
/// Source of the form: the Bank of Russia's UFEBS schemas, v2024.2 (`cbr_ed807`). A file is taken whole or not at all: one
/// entry that breaks the form refuses it.
package struct DirectoryFile: Equatable, Sendable {
  /// Whether the file holds the whole directory (`InfoTypeCode` FIRR) or changes of it (SIRR).
  package enum Scope: String, Sendable {
    /// The whole directory.
    case full = "FIRR"
    /// Changes of the directory that is in force.
    case changes = "SIRR"
  }

  /// What the file holds.
  package let scope: Scope
  /// Which directory the file makes.
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
