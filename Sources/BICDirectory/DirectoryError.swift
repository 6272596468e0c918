package import Model
package import RussianPayments

/// A fault of a BIC directory file. The directory in force remains.
package enum DirectoryError: Error, Equatable, Sendable {
  /// The file cannot be opened or read.
  case unreadable(path: String, why: String)
  /// The file is empty or contains only whitespace.
  case empty
  /// The file is a ZIP archive, the format in which the Bank of Russia publishes it.
  case archive
  /// The root element is not ED807.
  case notDirectory(root: String, namespace: String, at: DirectoryPlace)
  /// The declared encoding is neither Windows-1251 nor UTF-8.
  case unknownEncoding(String)
  /// A byte is invalid in the declared encoding. `found` describes the byte or the actual encoding.
  case wrongEncoding(declared: String, found: String, at: DirectoryPlace)
  /// The file ends before the end of its root element.
  case cutOff(at: DirectoryPlace)
  /// The file is not well-formed XML. The code is an error code of libxml2.
  case malformed(code: Int, at: DirectoryPlace)
  /// An attribute of the root element is missing or invalid.
  case header(attribute: String, text: String?, expected: String, at: DirectoryPlace)
  /// The file is one of several parts of a directory.
  case part(number: String, of: String, at: DirectoryPlace)
  /// The invalid entries, and the number of all entries.
  case entries([DirectoryRefusal], of: Int)
  /// A full directory has no participants.
  case noEntries
  /// The file is older than the directory in force.
  case older(DirectoryEdition, inForce: DirectoryEdition)
  /// The file contains changes, but no directory is in force.
  case nothingToChange(DirectoryEdition)
}

extension DirectoryError: CustomStringConvertible {
  /// A message for the person who imports the file. Invalid entries follow, one per line.
  package var description: String {
    switch self {
    case .unreadable(let path, let why): "cannot read \(path): \(why)"
    case .empty: "the file is empty"
    case .archive: "the file is a ZIP archive: unpack it and import the XML file inside"
    case .notDirectory(let root, let namespace, let at):
      "not the BIC directory: expected the root ED807 of urn:cbr-ru:ed:v2.0, found \(root)"
        + (namespace.isEmpty ? "" : " of \(namespace)") + " at \(at)"
    case .unknownEncoding(let name): "unknown encoding \(name): expected Windows-1251 or UTF-8"
    case .wrongEncoding(let declared, let found, let at): "the file declares \(declared) but contains \(found) at \(at)"
    case .cutOff(let at): "the file is cut off at \(at)"
    case .malformed(let code, let at): "not well-formed XML (libxml2 error \(code)) at \(at)"
    case .header(let attribute, let text, let expected, let at):
      (text.map { "\(attribute) \($0)" } ?? "no \(attribute)") + " in the root at \(at): expected \(expected)"
    case .part(let number, let count, let at): "the file is part \(number) of \(count) of a directory, at \(at)"
    case .entries(let refusals, let count):
      "\(refusals.count) of \(count) entries are invalid:"
        + refusals.prefix(Self.shown).map { "\n  \($0)" }.joined()
        + (refusals.count > Self.shown ? "\n  and \(refusals.count - Self.shown) more" : "")
    case .noEntries: "the full directory has no entries"
    case .older(let edition, let present):
      "the file of \(edition) is older than the directory in force (\(present)): use --older to import it anyway"
    case .nothingToChange(let edition):
      "the file contains changes of \(edition), but no directory is in force: import a full file first"
    }
  }

  /// The maximum number of entries in a message.
  private static let shown = 20
}

/// An invalid entry of a directory file.
package struct DirectoryRefusal: Equatable, Sendable {
  /// The first fault of an entry.
  package enum Fault: Equatable, Sendable {
    /// A mandatory attribute is missing or blank.
    case missing(attribute: String)
    /// The BIC is malformed.
    case bic(Reason)
    /// An earlier entry has the same BIC.
    case duplicate(firstEntry: Int)
    /// An account is malformed, or its control key is wrong.
    case account(String, Reason)
    /// A date is malformed.
    case date(attribute: String, text: String)
    /// An attribute is malformed.
    case form(attribute: String, text: String)
    /// The kind of change is not defined in ED807.
    case change(String)
  }

  let at: DirectoryPlace
  /// The BIC as written in the entry.
  package let bic: String?
  package let fault: Fault
}

extension DirectoryRefusal: CustomStringConvertible {
  /// The entry and its fault, such as `line 9, column 35, entry 1, BIC 04452522: length, length 8,
  /// allowed 9`.
  package var description: String {
    let what =
      switch fault {
      case .missing(let attribute): "no \(attribute)"
      case .bic(let reason): "\(reason)"
      case .duplicate(let entry): "same BIC as entry \(entry)"
      case .account(let account, let reason): "account \(account): \(reason)"
      case .date(let attribute, let text): "\(attribute) \(text) is not a date"
      case .form(let attribute, let text): "\(attribute) \(text) is malformed"
      case .change(let code): "unknown ChangeType \(code)"
      }
    return "\(at)" + (bic.map { ", BIC \($0)" } ?? "") + ": \(what)"
  }
}

/// An entry in a file of changes that contradicts the directory in force and was imported anyway.
package struct DirectoryNote: Equatable, Sendable {
  /// The kind of contradiction.
  package enum Kind: Equatable, Sendable {
    /// The entry is marked as added (ADDD), but the directory has a different one. It was replaced.
    case isThere
    /// The entry is marked as changed or unchanged, but the directory does not contain it. It was
    /// added.
    case isNotThere(DirectoryEntry.Change)
    /// The entry is marked as unchanged (NCNG), but the directory has a different one. It was
    /// replaced.
    case differs
    /// The entry is marked as deleted (DLTD), but the directory does not contain it. Nothing was
    /// changed.
    case isGone
  }

  let entry: DirectoryEntry
  package let kind: Kind
}

extension DirectoryNote: CustomStringConvertible {
  /// The entry and the contradiction, such as `line 1, column 885, entry 2, BIC 044525225: DLTD,
  /// but not in the directory`.
  package var description: String {
    let what =
      switch kind {
      case .isThere: "ADDD, but the directory has a different entry"
      case .isNotThere(let change): "\(change.rawValue), but not in the directory: added"
      case .differs: "NCNG, but the directory has a different entry"
      case .isGone: "DLTD, but not in the directory"
      }
    return "\(entry.at), BIC \(entry.bic): \(what)"
  }
}
