import Model
import Requisites

/// What has been read of an entry so far, not yet judged.
struct DirectoryDraft {
  /// An entry cannot be taken.
  struct Refused: Error {
    /// Why.
    let fault: DirectoryRefusal.Fault
  }

  /// Where the entry stands.
  let at: DirectoryPlace
  /// Its BIC as it stands there.
  let bic: String?
  private let change: String?
  private let scope: DirectoryFile.Scope
  private var participant: [String: String] = [:]
  private var accounts: [DirectoryAccount] = []
  private var restrictions: [[String: String]] = []
  private var codes: [[String: String]] = []

  /// An entry that has just been opened in a file of that scope.
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
    if let reason = Requisites.BIC.verify(code) { throw Refused(fault: .bic(reason)) }
    guard let bic = Model.BIC(code) else { throw Refused(fault: .missing(attribute: "BIC")) }
    let change = try changeOfEntry()
    // What is taken out is known by its BIC.
    let bank = change == .deleted ? nil : try self.bank(bic)
    return DirectoryEntry(bic: bic, bank: bank, change: change, at: at)
  }

  private func bank(_ bic: Model.BIC) throws(Refused) -> Bank {
    let name = try required(participant["NameP"], "NameP")
    guard name.unicodeScalars.count <= 160 else { throw Refused(fault: .form(attribute: "NameP", text: name)) }
    let type = try required(participant["PtType"], "PtType")
    guard type.utf8.count == 2, type.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw Refused(fault: .form(attribute: "PtType", text: type))
    }
    _ = try participant.date("DateIn")
    for account in accounts { try account.check() }
    let correspondent = DirectoryAccount.active(of: "CRSA", among: accounts)
    let treasury = DirectoryAccount.active(of: "UTRA", among: accounts)
    let place = [participant["Tnp"], participant["Nnp"]].compactMap { $0?.trimmed }.filter { !$0.isEmpty }
    return Bank(
      (
        bic: bic, name: name.trimmed, correspondentAccount: try correspondent?.number(of: bic),
        treasuryAccount: try treasury?.number(of: bic), place: place.isEmpty ? nil : place.joined(separator: " "),
        swift: try swift(), restrictions: try restrictions(on: correspondent ?? treasury), type: type,
        dateOut: try participant.date("DateOut")
      ))
  }

  /// What stands against payments: to the participant, and to the account that they would go through.
  private func restrictions(on account: DirectoryAccount?) throws(Refused) -> [BankRestriction] {
    var all: [BankRestriction] = []
    for attributes in restrictions {
      let since = try attributes.date("RstrDate")
      if let code = attributes["Rstr"]?.trimmed, !code.isEmpty {
        all.append(BankRestriction(code: code, since: since))
      }
    }
    // `PSAC` stands with the living and the dead; of what calls itself deleted there is no doubt.
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
      // A full file says what is there; a file of changes that does not say what to do says nothing.
      if scope == .changes { throw Refused(fault: .missing(attribute: "ChangeType")) }
      return nil
    }
    guard let known = DirectoryEntry.Change(rawValue: change) else { throw Refused(fault: .change(change)) }
    return known
  }
}

extension [String: String] {
  /// The date of an attribute, nil where it is not there.
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
    guard let first = utf8.first, let last = utf8.last, !Self.mayBeBlank(first) && !Self.mayBeBlank(last) else {
      var scalars = unicodeScalars[...]
      while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
      while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
      return String(scalars)
    }
    return self
  }

  /// Whether a blank begins or ends with that byte: a control character, a space, or a part of another space.
  private static func mayBeBlank(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0xC2 || byte == 0xE2 || byte == 0x85 || byte == 0xA0
  }
}
