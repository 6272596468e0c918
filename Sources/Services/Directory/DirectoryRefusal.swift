package import Requisites

/// An entry of a directory file that breaks the form, and how.
package struct DirectoryRefusal: Equatable, Sendable {
  /// What is wrong with the entry: the first fault found.
  package enum Fault: Equatable, Sendable {
    /// An attribute that must be there is missing or blank.
    case missing(attribute: String)
    /// The BIC is none.
    case bic(Reason)
    /// An earlier entry has the same BIC.
    case duplicate(firstEntry: Int)
    /// An account is none, or the control key of the correspondent or single treasury account is wrong.
    case account(String, Reason)
    /// A date is none.
    case date(attribute: String, text: String)
    /// An attribute that has not its form.
    case form(attribute: String, text: String)
    /// A change that ED807 does not know.
    case change(String)
  }

  /// Where the entry stands.
  package let at: DirectoryPlace
  /// The BIC as it stands in the entry.
  package let bic: String?
  /// What is wrong.
  package let fault: Fault
}

extension DirectoryRefusal: CustomStringConvertible {
  /// Such as `line 9, column 35, entry 1, BIC 04452522: length, length 8, allowed 9`.
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
