package import Model
import Dates
import Texts
import RussianPayments

/// An entry that is being read, not yet validated.
struct DirectoryDraft {
  /// An entry cannot be taken.
  struct Refused: Error {
    /// The fault.
    let fault: DirectoryRefusal.Fault
  }

  /// The place of the entry.
  let at: DirectoryPlace
  /// Its BIC as it stands there.
  let bic: String?
  private let change: String?
  private let scope: DirectoryFile.Scope
  private var participant: [String: String] = [:]
  private var accounts: [DirectoryAccount] = []
  private var restrictions: [[String: String]] = []
  private var codes: [[String: String]] = []

  /// Creates an empty entry of a file of that scope.
  init(at place: DirectoryPlace, in scope: DirectoryFile.Scope, attributes: [String: String]) {
    at = place
    self.scope = scope
    bic = attributes["BIC"]
    change = attributes["ChangeType"]
  }

  /// Takes in an element inside the entry.
  mutating func read(_ element: String, _ attributes: [String: String]) {
    switch element {
    case "ParticipantInfo": participant = attributes
    case "RstrList": restrictions.append(attributes)
    case "SWBICS": codes.append(attributes)
    case "Accounts": accounts.append(DirectoryAccount(attributes: attributes))
    case "AccRstrList":
      if !accounts.isEmpty { accounts[accounts.count - 1].restrictions.append(attributes) }
    default: break
    }
  }

  /// The entry, or its first fault.
  func entry() throws(Refused) -> DirectoryEntry {
    let code = try required(bic, "BIC")
    if let reason = BICRule.verify(code) { throw Refused(fault: .bic(reason)) }
    guard let bic = BIC(code) else { throw Refused(fault: .missing(attribute: "BIC")) }
    let change = try changeOfEntry()
    // A deleted bank needs no more than its BIC.
    let bank = change == .deleted ? nil : try self.bank(bic)
    return DirectoryEntry(bic: bic, bank: bank, change: change, at: at)
  }

  private func bank(_ bic: BIC) throws(Refused) -> Bank {
    let name = try required(participant["NameP"], "NameP")
    guard name.unicodeScalars.count <= 160, !name.misleads() else {
      throw Refused(fault: .form(attribute: "NameP", text: name))
    }
    let type = try required(participant["PtType"], "PtType")
    guard type.utf8.count == 2, type.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw Refused(fault: .form(attribute: "PtType", text: type))
    }
    _ = try participant.date("DateIn")
    for account in accounts { try account.check() }
    let correspondent = DirectoryAccount.active(of: "CRSA", among: accounts)
    let treasury = DirectoryAccount.active(of: "UTRA", among: accounts)
    let place = [participant["Tnp"], participant["Nnp"]].compactMap { $0?.trimmed }.filter { !$0.isEmpty }
    if let misleading = place.first(where: { $0.misleads() }) {
      throw Refused(fault: .form(attribute: "Nnp", text: misleading))
    }
    return Bank(
      bic: bic, name: name.trimmed, correspondentAccount: try correspondent?.number(of: bic),
      treasuryAccount: try treasury?.number(of: bic), place: place.isEmpty ? nil : place.joined(separator: " "),
      swift: try swift(), restrictions: try restrictions(on: correspondent ?? treasury), type: type,
      dateOut: try participant.date("DateOut"))
  }

  /// Returns the restrictions of payments: of the participant, and of the account that they would go through.
  private func restrictions(on account: DirectoryAccount?) throws(Refused) -> [BankRestriction] {
    var all: [BankRestriction] = []
    for attributes in restrictions {
      let since = try attributes.date("RstrDate")
      if let code = attributes["Rstr"]?.trimmed, !code.isEmpty {
        all.append(BankRestriction(code: code, since: since))
      }
    }
    // `PSAC` proves nothing, because closed participants have it too. `PSDL` is proof.
    if participant["ParticipantStatus"] == "PSDL" { all.append(BankRestriction(code: "PSDL", since: nil)) }
    return all + (try account?.hindrances() ?? [])
  }

  /// The SWIFT code that is marked as the one to use, else the first.
  private func swift() throws(Refused) -> String? {
    for code in codes.compactMap({ $0["SWBIC"] }) {
      let isOne = [8, 11].contains(code.utf8.count) && code.utf8.allSatisfy { $0 < 0x80 }
      guard isOne else { throw Refused(fault: .form(attribute: "SWBIC", text: code)) }
    }
    let standard = codes.first { $0["DefaultSWBIC"] == "1" || $0["DefaultSWBIC"] == "true" }
    return (standard ?? codes.first)?["SWBIC"]
  }

  private func required(_ text: String?, _ attribute: String) throws(Refused) -> String {
    guard let text, !text.trimmed.isEmpty else { throw Refused(fault: .missing(attribute: attribute)) }
    return text
  }

  private func changeOfEntry() throws(Refused) -> DirectoryEntry.Change? {
    guard let change else {
      // An entry of a full file needs no kind of change; one of a file of changes does.
      if scope == .changes { throw Refused(fault: .missing(attribute: "ChangeType")) }
      return nil
    }
    guard let known = DirectoryEntry.Change(rawValue: change) else { throw Refused(fault: .change(change)) }
    return known
  }
}

extension [String: String] {
  /// The date of an attribute, nil if it is not there.
  func date(_ attribute: String) throws(DirectoryDraft.Refused) -> CivilDate? {
    guard let text = self[attribute] else { return nil }
    guard let date = CivilDate(text) else {
      throw DirectoryDraft.Refused(fault: .date(attribute: attribute, text: text))
    }
    return date
  }
}

extension String {
  /// The text without blanks around it; nearly all of them have none, which their first and last byte tell.
  fileprivate var trimmed: String {
    guard let first = utf8.first, let last = utf8.last, !Self.isPossiblyBlank(first) && !Self.isPossiblyBlank(last)
    else {
      var scalars = unicodeScalars[...]
      while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
      while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
      return String(scalars)
    }
    return self
  }

  /// True if a blank may begin or end with that byte: a control character, a space, or a part of another space.
  private static func isPossiblyBlank(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0xC2 || byte == 0xE2 || byte == 0x85 || byte == 0xA0
  }
}

/// An entry of the Bank of Russia's BIC directory (`BICDirectoryEntry` of ED807).
package struct DirectoryEntry: Equatable, Sendable {
  /// The kind of change of an entry in a file of changes.
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
  /// The participant; nil if the entry is taken out.
  package let bank: Bank?
  /// The kind of change; nil in a full file without it.
  package let change: Change?
  /// The place of the entry.
  package let at: DirectoryPlace
}

/// An account of a directory entry (`Accounts`), as it stands in the file.
struct DirectoryAccount {
  /// Its attributes.
  let attributes: [String: String]
  /// The restrictions on it (`AccRstrList`).
  var restrictions: [[String: String]] = []

  /// Creates the account with these attributes.
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

  /// Refuses an account that has not the form of any account.
  func check() throws(DirectoryDraft.Refused) {
    if Self.known.contains(type), let reason = AccountRule.verify(number) {
      throw DirectoryDraft.Refused(fault: .account(number, reason))
    }
    _ = try attributes.date("DateIn")
    _ = try attributes.date("DateOut")
    for restriction in restrictions { _ = try restriction.date("AccRstrDate") }
  }

  /// Its number, with the key that the unit of the Bank of Russia which keeps it gives.
  func number(of bic: BIC) throws(DirectoryDraft.Refused) -> AccountNumber? {
    // Digits 5 and 6 of the own BIC are mostly the keeper's, and are right where an entry still names a unit that is gone.
    let keeper = attributes["AccountCBRBIC"] ?? bic.rawValue
    if let reason = AccountRule.verify(number, inBankOfRussia: keeper),
      AccountRule.verify(number, inBankOfRussia: bic.rawValue) != nil
    {
      throw DirectoryDraft.Refused(fault: .account(number, reason))
    }
    return AccountNumber(number)
  }

  /// Returns the restrictions of payments to the account, its closing among them.
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
