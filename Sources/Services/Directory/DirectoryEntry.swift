package import Model

/// One entry of the Bank of Russia's BIC directory (`BICDirectoryEntry` of ED807).
package struct DirectoryEntry: Equatable, Sendable {
  /// What a file of changes does with an entry.
  package enum Change: String, Sendable {
    /// The entry is new.
    case added = "ADDD"
    /// The entry is another than before.
    case changed = "CHGD"
    /// The entry is as before.
    case unchanged = "NCNG"
    /// The entry is taken out.
    case deleted = "DLTD"
  }

  /// The code.
  package let bic: BIC
  /// The participant; nil where the entry is taken out.
  package let bank: Bank?
  /// What a file of changes does with the entry; nil in a full file that does not say.
  package let change: Change?
  /// Where the entry stands.
  package let at: DirectoryPlace
}
