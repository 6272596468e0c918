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
  private var participant: [String: String] = [:]
  private var correspondent: Account?
  private var treasury: Account?
  private var restrictions: [(code: String, since: String?, attribute: String)] = []
  private var isInCorrespondent = false

  private struct Account {
    let number: String
    let keeper: String?
  }

  /// An entry that has just been opened.
  init(at place: DirectoryPlace, attributes: [String: String]) {
    at = place
    bic = attributes["BIC"]
    change = attributes["ChangeType"]
  }

  /// Takes in an element inside the entry.
  mutating func read(_ element: String, _ attributes: [String: String]) {
    switch element {
    case "ParticipantInfo": participant = attributes
    case "RstrList": restrict(attributes["Rstr"], attributes["RstrDate"], "RstrDate")
    case "Accounts":
      let account = Account(number: attributes["Account"] ?? "", keeper: attributes["AccountCBRBIC"])
      let isActive = attributes["AccountStatus"] == "ACAC"
      // Correspondent accounts are of one type only; others of an entry are kept for other ends.
      isInCorrespondent = isActive && attributes["RegulationAccountType"] == "CRSA" && correspondent == nil
      if isInCorrespondent { correspondent = account }
      if isActive, attributes["RegulationAccountType"] == "UTRA", treasury == nil { treasury = account }
    case "AccRstrList" where isInCorrespondent:
      restrict(attributes["AccRstr"], attributes["AccRstrDate"], "AccRstrDate")
    default: break
    }
  }

  /// The entry, or its first fault.
  func entry() throws(Refused) -> DirectoryEntry {
    let code = try required(bic, "BIC")
    if let reason = Requisites.BIC.verify(code) { throw Refused(fault: .bic(reason)) }
    guard let bic = Model.BIC(code) else { throw Refused(fault: .missing(attribute: "BIC")) }
    let place = [participant["Tnp"], participant["Nnp"]].compactMap { $0 }.filter { !$0.isEmpty }
    return DirectoryEntry(
      bic: bic, name: try required(participant["NameP"], "NameP"),
      place: place.isEmpty ? nil : place.joined(separator: " "), type: try required(participant["PtType"], "PtType"),
      correspondentAccount: try number(of: correspondent, code), treasuryAccount: try number(of: treasury, code),
      restrictions: try restrictions.map { restriction throws(Refused) in
        DirectoryRestriction(code: restriction.code, since: try date(restriction.since, restriction.attribute))
      },
      dateOut: try date(participant["DateOut"], "DateOut"), isDeleted: participant["ParticipantStatus"] == "PSDL",
      change: try changeOfEntry(), at: at)
  }

  private mutating func restrict(_ code: String?, _ since: String?, _ attribute: String) {
    if let code { restrictions.append((code, since, attribute)) }
  }

  private func required(_ text: String?, _ attribute: String) throws(Refused) -> String {
    let words = (text ?? "").drop { $0 == " " }
    guard !words.isEmpty else { throw Refused(fault: .missing(attribute: attribute)) }
    return text ?? ""
  }

  private func number(of account: Account?, _ code: String) throws(Refused) -> AccountNumber? {
    guard let account else { return nil }
    // The directory names the unit that keeps the account; digits 5 and 6 of the own BIC are the same.
    if let reason = Requisites.Account.verify(account.number, inBankOfRussia: account.keeper ?? code) {
      throw Refused(fault: .account(account.number, reason))
    }
    return AccountNumber(account.number)
  }

  private func date(_ text: String?, _ attribute: String) throws(Refused) -> CivilDate? {
    guard let text else { return nil }
    guard let date = CivilDate(text) else { throw Refused(fault: .date(attribute: attribute, text: text)) }
    return date
  }

  private func changeOfEntry() throws(Refused) -> DirectoryEntry.Change? {
    guard let change else { return nil }
    guard let known = DirectoryEntry.Change(rawValue: change) else { throw Refused(fault: .change(change)) }
    return known
  }
}
