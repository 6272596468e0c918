package import Model
import Persistence
import Secrets

/// Signing by a one-time code that is sent to the person's telephone.
package struct CodeMethod: SigningMethod {
  /// How many digits a code has.
  package static let codeLength = 6

  private let keys: SecretKeys
  private let rules: SigningRules
  private let post: CodePost?

  /// Codes whose digests are made with `keys`, sent by `post`; without one, nobody can sign so.
  init(keys: SecretKeys, rules: SigningRules, post: CodePost?) {
    (self.keys, self.rules, self.post) = (keys, rules, post)
  }

  /// `code`.
  package var name: Challenge.Method { .code }
  /// Whether codes can be sent at all.
  var isAvailable: Bool { post != nil }

  /// `code1`, `code2`: a code that comes late, or that is answered twice, is none for the challenge after it.
  package func isInput(_ name: String) -> Bool {
    guard name.hasPrefix("code") else { return false }
    let digits = name.dropFirst(4)
    return !digits.isEmpty && digits.first != "0" && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Draws a code, and sends it after the commit.
  package func ask(
    _ asking: Asking, _ transaction: Transaction, _ after: inout AfterCommit
  ) throws -> Challenge.Question {
    guard let post else { throw SigningError.noSender }
    let (person, now) = (asking.submission.person, asking.terms.created)
    guard let phone = try PersonDAO(transaction).codePhone(person), !phone.isEmpty else {
      throw SigningError.noPhone
    }
    let table = CodeQuestionDAO(transaction)
    try refuseHaste(asking, at: now, table)
    let code = (0..<Self.codeLength).map { _ in String(Randomness.number(below: 10)) }.joined()
    let record = CodeQuestionDAO.Record(
      number: asking.number, keyID: keys.current.id, mac: mac(code, asking.terms.id, person, keys.current),
      sentTo: Self.masked(phone), sent: now)
    try table.insert(record, for: asking.terms.id, person: person)
    let message = CodeMessage(phone: phone, text: asking.text(code, asking.number, asking.submission))
    after.add { post.send(message) }
    return question(for: record)
  }

  /// The code that was sent.
  package func question(
    of challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws -> Challenge.Question? {
    try CodeQuestionDAO(transaction).find(challenge, person: person).map(question)
  }

  /// Whether it is the code that was sent.
  package func isRight(
    _ answer: [String: String], to challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws -> Bool {
    guard let record = try CodeQuestionDAO(transaction).find(challenge, person: person) else { return false }
    guard let key = keys[record.keyID] else { throw SigningError.keyLost(id: record.keyID) }
    let given = answer[Self.input(record.number)] ?? ""
    return isEqualInConstantTime(mac(given, challenge, person, key), record.mac)
  }

  /// Refuses to send another code too soon after one that nobody has answered, or too many in an hour.
  private func refuseHaste(_ asking: Asking, at now: Instant, _ table: CodeQuestionDAO) throws {
    let person = asking.submission.person
    if let replaced = try asking.replaced.flatMap({ try table.find($0, person: person) }) {
      let next = replaced.sent + rules.resendAfter
      // One that was sent before the clock was set back may be followed by another.
      if now < next, next - now <= rules.resendAfter { throw SigningError.tooManyCodes(wait: next - now) }
    }
    let hour = try table.sent(to: person, after: now + .seconds(-3600)).filter { $0 <= now }
    if hour.count >= rules.codesPerHour {
      let next = hour[hour.count - rules.codesPerHour] + .seconds(3600)
      throw SigningError.tooManyCodes(wait: next - now)
    }
  }

  private func question(for record: CodeQuestionDAO.Record) -> Challenge.Question {
    Challenge.Question([.init(Self.input(record.number), length: Self.codeLength)], sentTo: record.sentTo)
  }

  private static func input(_ number: Int) -> String { "code\(number)" }

  private func mac(_ code: String, _ challenge: ChallengeID, _ person: PersonID, _ key: SecretKey) -> [UInt8] {
    key.mac(of: "valence one-time code 1", person.description, challenge.description, code)
  }

  /// The number with a star for each character but the first two and the last two.
  static func masked(_ phone: String) -> String {
    let characters = Array(phone)
    guard characters.count > 6 else { return String(repeating: "*", count: characters.count) }
    let middle = characters.dropFirst(2).dropLast(2).map { $0.isNumber ? "*" : $0 }
    return String(characters.prefix(2)) + String(middle) + String(characters.suffix(2))
  }
}
