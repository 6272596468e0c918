package import Model
package import RussianPayments

/// A fault of a file of the BIC directory. The directory in force stays.
package enum DirectoryError: Error, Equatable, Sendable {
  /// The file cannot be opened or read.
  case unreadable(path: String, why: String)
  /// The file has no bytes but blanks.
  case empty
  /// The file is a ZIP archive, as which the Bank of Russia publishes it.
  case archive
  /// The root element is another.
  case notDirectory(root: String, namespace: String, at: DirectoryPlace)
  /// The encoding that the file declares is neither Windows-1251 nor UTF-8.
  case unknownEncoding(String)
  /// A byte that the declared encoding does not allow, and the encoding that the bytes fit.
  case wrongEncoding(declared: String, found: String, at: DirectoryPlace)
  /// The file stops before the end of its root element.
  case cutOff(at: DirectoryPlace)
  /// The file is not well-formed XML; the code is libxml2's.
  case malformed(code: Int, at: DirectoryPlace)
  /// The root element lacks the kind of file or its day.
  case header(attribute: String, text: String?, expected: String, at: DirectoryPlace)
  /// The file is one of several parts of a directory.
  case part(number: String, of: String, at: DirectoryPlace)
  /// Entries that break the form, and the number of all entries.
  case entries([DirectoryRefusal], of: Int)
  /// A full directory without a participant.
  case noEntries
  /// The file is older than the directory that is in force.
  case older(DirectoryEdition, inForce: DirectoryEdition)
  /// Changes, and no directory in force that they could change.
  case nothingToChange(DirectoryEdition)
}

extension DirectoryError: CustomStringConvertible {
  /// For the person who imports the file: one line, and before it one for each entry that breaks the form.
  package var description: String {
    switch self {
    case .unreadable(let path, let why): "cannot read \(path): \(why)"
    case .empty: "the file is empty"
    case .archive: "the file is a ZIP archive: unpack it and import the XML file inside"
    case .notDirectory(let root, let namespace, let at):
      "not the BIC directory: expected the root ED807 of urn:cbr-ru:ed:v2.0, found \(root)"
        + (namespace.isEmpty ? "" : " of \(namespace)") + " at \(at)"
    case .unknownEncoding(let name): "unknown encoding \(name): expected Windows-1251 or UTF-8"
    case .wrongEncoding(let declared, let found, let at): "the file declares \(declared) but has \(found) at \(at)"
    case .cutOff(let at): "the file is cut off at \(at)"
    case .malformed(let code, let at): "not well-formed XML (libxml2 error \(code)) at \(at)"
    case .header(let attribute, let text, let expected, let at):
      (text.map { "\(attribute) \($0)" } ?? "no \(attribute)") + " in the root at \(at): expected \(expected)"
    case .part(let number, let count, let at): "the file is part \(number) of \(count) of a directory, told at \(at)"
    case .entries(let refusals, let count):
      "\(refusals.count) of \(count) entries break the form:"
        + refusals.prefix(Self.shown).map { "\n  \($0)" }.joined()
        + (refusals.count > Self.shown ? "\n  and \(refusals.count - Self.shown) more" : "")
    case .noEntries: "a full directory without a single entry"
    case .older(let edition, let present):
      "the file is of \(edition), older than the directory in force (\(present)): --older takes it all the same"
    case .nothingToChange(let edition):
      "changes of \(edition), and no directory in force that they change: import a full file first"
    }
  }

  /// The number of entries that a message lists.
  private static let shown = 20
}

/// An entry of a directory file that breaks the form, and how.
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
    /// A change that ED807 does not know.
    case change(String)
  }

  /// The place of the entry.
  let at: DirectoryPlace
  /// The BIC as it stands in the entry.
  package let bic: String?
  /// The fault.
  package let fault: Fault
}

extension DirectoryRefusal: CustomStringConvertible {
  /// `line 9, column 35, entry 1, BIC 04452522: length, length 8, allowed 9`.
  package var description: String {
    let what =
      switch fault {
      case .missing(let attribute): "no \(attribute)"
      case .bic(let reason): "\(reason)"
      case .duplicate(let entry): "the BIC of entry \(entry)"
      case .account(let account, let reason): "account \(account): \(reason)"
      case .date(let attribute, let text): "\(attribute) \(text) is no date"
      case .form(let attribute, let text): "\(attribute) \(text) has not its form"
      case .change(let code): "unknown ChangeType \(code)"
      }
    return "\(at)" + (bic.map { ", BIC \($0)" } ?? "") + ": \(what)"
  }
}

/// Something in a file of changes that does not fit the directory in force, and was taken all the same.
package struct DirectoryNote: Equatable, Sendable {
  /// The contradiction between an entry and the directory.
  package enum Kind: Equatable, Sendable {
    /// The entry is new by its kind of change (ADDD), and the directory has its BIC: it replaces that one.
    case isThere
    /// The entry is changed or unchanged by its kind of change, and the directory lacks its BIC: it is added.
    case isNotThere(DirectoryEntry.Change)
    /// The entry is called unchanged (NCNG) and differs: it takes the place of the old one.
    case differs
    /// The entry is to go (DLTD), and is not there: nothing is done.
    case isGone
  }

  /// The entry.
  let entry: DirectoryEntry
  /// The contradiction.
  package let kind: Kind
}

extension DirectoryNote: CustomStringConvertible {
  /// `line 1, column 885, entry 2, BIC 044525225: DLTD, and is not in the directory`.
  package var description: String {
    let what =
      switch kind {
      case .isThere: "ADDD, and is in the directory already, otherwise"
      case .isNotThere(let change): "\(change.rawValue), and is not in the directory: added"
      case .differs: "NCNG, and stands otherwise in the directory"
      case .isGone: "DLTD, and is not in the directory"
      }
    return "\(entry.at), BIC \(entry.bic): \(what)"
  }
}
