import Model
import Requisites

/// An account of a directory entry (`Accounts`), as it stands in the file.
struct DirectoryAccount {
  /// Its attributes.
  let attributes: [String: String]
  /// The restrictions on it (`AccRstrList`).
  var restrictions: [[String: String]] = []

  /// The account with these attributes.
  init(attributes: [String: String]) { self.attributes = attributes }

  /// The types of account whose number the schemas describe; later ones may have other forms.
  private static let known: Set = [
    "BANA", "CBRA", "CRSA", "TRSA", "CLRA", "EPGA", "EPSA", "GARA", "TRUA", "UTRA", "CLAC",
  ]

  private var number: String { attributes["Account"] ?? "" }
  private var type: String { attributes["RegulationAccountType"] ?? "" }

  /// The active account (`ACAC`) of a type, an open one before one with a day of closing: other accounts of an entry are
  /// for other ends, and none of them is a correspondent account.
  static func active(of type: String, among accounts: [DirectoryAccount]) -> DirectoryAccount? {
    let active = accounts.filter { $0.type == type && $0.attributes["AccountStatus"] == "ACAC" }
    return active.first { $0.attributes["DateOut"] == nil } ?? active.first
  }

  /// Refuses what has not the form of an account, whatever it is for.
  func check() throws(DirectoryDraft.Refused) {
    if Self.known.contains(type), let reason = Requisites.Account.verify(number) {
      throw DirectoryDraft.Refused(fault: .account(number, reason))
    }
    _ = try attributes.date("DateIn")
    _ = try attributes.date("DateOut")
    for restriction in restrictions { _ = try restriction.date("AccRstrDate") }
  }

  /// Its number, with the key that the unit of the Bank of Russia which keeps it gives.
  func number(of bic: Model.BIC) throws(DirectoryDraft.Refused) -> AccountNumber? {
    // Digits 5 and 6 of the own BIC are mostly the keeper's, and are right where an entry still names a unit that is gone.
    let keeper = attributes["AccountCBRBIC"] ?? bic.rawValue
    if let reason = Requisites.Account.verify(number, inBankOfRussia: keeper),
      Requisites.Account.verify(number, inBankOfRussia: bic.rawValue) != nil
    {
      throw DirectoryDraft.Refused(fault: .account(number, reason))
    }
    return AccountNumber(number)
  }

  /// What stands against payments to it, its closing among that.
  func hindrances() throws(DirectoryDraft.Refused) -> [BankRestriction] {
    var all: [BankRestriction] = []
    for attributes in restrictions {
      let since = try attributes.date("AccRstrDate")
      if let code = attributes["AccRstr"], !code.isEmpty { all.append(BankRestriction(code: code, since: since)) }
    }
    if let out = try attributes.date("DateOut") { all.append(BankRestriction(code: "ACDL", since: out)) }
    return all
  }
}
