package import Model
import Dates
import Texts
import RussianPayments

/// An entry that has been read and not yet validated.
struct DirectoryDraft {
  /// The entry is invalid.
  struct Refused: Error {
    let fault: DirectoryRefusal.Fault
  }

  let at: DirectoryPlace
  /// The BIC as written in the file.
  let bic: String?
  private let change: String?
  private let scope: DirectoryFile.Scope
  private var participant: [String: String] = [:]
  private var accounts: [DirectoryAccount] = []
  private var restrictions: [[String: String]] = []
  private var codes: [[String: String]] = []

  /// Creates an entry without content, for a file of that scope.
  init(at place: DirectoryPlace, in scope: DirectoryFile.Scope, attributes: [String: String]) {
    at = place
    self.scope = scope
    bic = attributes["BIC"]
    change = attributes["ChangeType"]
  }

  /// Adds an element inside of the entry.
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

  /// Returns the validated entry. Throws its first fault.
  func entry() throws(Refused) -> DirectoryEntry {
    let code = try required(bic, "BIC")
    if let reason = BICRule.verify(code) { throw Refused(fault: .bic(reason)) }
    guard let bic = BIC(code) else { throw Refused(fault: .missing(attribute: "BIC")) }
    let change = try changeOfEntry()
    // A deleted entry requires only its BIC.
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

  /// Returns the restrictions of payments to the participant and to its account.
  private func restrictions(on account: DirectoryAccount?) throws(Refused) -> [BankRestriction] {
    var all: [BankRestriction] = []
    for attributes in restrictions {
      let since = try attributes.date("RstrDate")
      if let code = attributes["Rstr"]?.trimmed, !code.isEmpty {
        all.append(BankRestriction(code: code, since: since))
      }
    }
    // `PSAC` is not reliable, because closed participants have it too. `PSDL` is.
    if participant["ParticipantStatus"] == "PSDL" { all.append(BankRestriction(code: "PSDL", since: nil)) }
    return all + (try account?.hindrances() ?? [])
  }

  /// Returns the SWIFT code that is marked as the default, or else the first one.
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
      // The kind of change is optional in a full file and required in a file of changes.
      if scope == .changes { throw Refused(fault: .missing(attribute: "ChangeType")) }
      return nil
    }
    guard let known = DirectoryEntry.Change(rawValue: change) else { throw Refused(fault: .change(change)) }
    return known
  }
}

extension [String: String] {
  /// Returns the date of an attribute; nil if the attribute is absent.
  func date(_ attribute: String) throws(DirectoryDraft.Refused) -> CivilDate? {
    guard let text = self[attribute] else { return nil }
    guard let date = CivilDate(text) else {
      throw DirectoryDraft.Refused(fault: .date(attribute: attribute, text: text))
    }
    return date
  }
}

extension String {
  /// The text without whitespace at both ends. Spaces, tabs, line breaks and no-break spaces are
  /// always removed; rarer whitespace may remain.
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

  /// True if the byte can begin or end a control character, a space, a no-break space or some of
  /// the rarer whitespace characters.
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
    /// The entry has changed.
    case changed = "CHGD"
    /// The entry has not changed.
    case unchanged = "NCNG"
    /// The entry is removed.
    case deleted = "DLTD"
  }

  package let bic: BIC
  /// The participant; nil if the entry is removed.
  package let bank: Bank?
  /// The kind of change; nil if a full file does not contain it.
  package let change: Change?
  package let at: DirectoryPlace
}

/// An account of a directory entry (`Accounts`), as written in the file.
struct DirectoryAccount {
  let attributes: [String: String]
  /// The restrictions on the account (`AccRstrList`).
  var restrictions: [[String: String]] = []

  init(attributes: [String: String]) { self.attributes = attributes }

  /// The account types whose number format is defined by the schemas. Later types may have other
  /// formats.
  private static let known: Set = [
    "BANA", "CBRA", "CRSA", "TRSA", "CLRA", "EPGA", "EPSA", "GARA", "TRUA", "UTRA", "CLAC",
  ]

  private var number: String { attributes["Account"] ?? "" }
  private var type: String { attributes["RegulationAccountType"] ?? "" }

  /// Returns the active account (`ACAC`) of a type, preferably one without a closing date. Accounts
  /// of other types are not correspondent accounts.
  static func active(of type: String, among accounts: [DirectoryAccount]) -> DirectoryAccount? {
    let active = accounts.filter { $0.type == type && $0.attributes["AccountStatus"] == "ACAC" }
    return active.first { $0.attributes["DateOut"] == nil } ?? active.first
  }

  /// Throws `DirectoryDraft.Refused` if the account is malformed.
  func check() throws(DirectoryDraft.Refused) {
    if Self.known.contains(type), let reason = AccountRule.verify(number) {
      throw DirectoryDraft.Refused(fault: .account(number, reason))
    }
    _ = try attributes.date("DateIn")
    _ = try attributes.date("DateOut")
    for restriction in restrictions { _ = try restriction.date("AccRstrDate") }
  }

  /// Returns the account number. Throws `DirectoryDraft.Refused` if its control key matches neither
  /// the Bank of Russia unit that keeps the account nor the bank's own BIC.
  func number(of bic: BIC) throws(DirectoryDraft.Refused) -> AccountNumber? {
    // Digits 5 and 6 of the bank's own BIC usually identify the unit. They are also correct if the
    // entry refers to a unit that no longer exists.
    let keeper = attributes["AccountCBRBIC"] ?? bic.rawValue
    if let reason = AccountRule.verify(number, inBankOfRussia: keeper),
      AccountRule.verify(number, inBankOfRussia: bic.rawValue) != nil
    {
      throw DirectoryDraft.Refused(fault: .account(number, reason))
    }
    return AccountNumber(number)
  }

  /// Returns the restrictions of payments to the account, including its closing.
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
