import Model

/// Something in a file of changes that does not fit the directory in force, and was taken all the same.
package struct DirectoryNote: Equatable, Sendable {
  /// What does not fit.
  package enum Kind: Equatable, Sendable {
    /// The entry is called new (ADDD), and there is another of its BIC: it takes the place of that one.
    case isThere
    /// The entry is called changed or unchanged, and there is none of its BIC: it is added.
    case isNotThere(DirectoryEntry.Change)
    /// The entry is called unchanged (NCNG) and differs: it takes the place of the old one.
    case differs
    /// The entry is to go (DLTD), and is not there: nothing is done.
    case isGone
  }

  /// The entry.
  package let entry: DirectoryEntry
  /// What does not fit.
  package let kind: Kind
}

extension DirectoryNote: CustomStringConvertible {
  /// Such as `line 1, column 885, entry 2, BIC 044525225: DLTD, and is not in the directory`.
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
