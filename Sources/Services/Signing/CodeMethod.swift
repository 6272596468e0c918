import Dates
package import Model
import DataAccess
import Secrets

/// Signs by a one-time code that the bank sends to the person's phone.
struct CodeMethod: SigningMethod {
  /// The number of digits of a code.
  static let codeLength = 6

  private let keys: SecretKeys
  private let rules: SigningRules
  private let messages: Messages

  /// Creates the method. `keys` makes the keyed digests of codes, and `messages` sends the codes.
  init(keys: SecretKeys, rules: SigningRules, messages: Messages) {
    (self.keys, self.rules, self.messages) = (keys, rules, messages)
  }

  var name: Challenge.Method { .code }
  /// True if the bank has a sender of codes.
  var isAvailable: Bool { messages.areSent(.code) }

  /// True for `code1`, `code2` and so on. The number prevents a late or repeated code from
  /// answering the next challenge.
  func isInput(_ name: String) -> Bool {
    guard name.hasPrefix("code") else { return false }
    let digits = name.dropFirst(4)
    return !digits.isEmpty && digits.first != "0" && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Creates a code and queues its message in the same transaction. The message with the replaced
  /// code is deleted.
  ///
  /// - Throws:
  ///   - `SigningError.noSender` if the bank has no sender of codes
  ///   - `SigningError.noPhone` if the person has no phone number for codes
  ///   - `SigningError.outboxFull` if too many messages are queued
  ///   - `SigningError.tooManyCodes` if the person must wait before the next code
  func ask(
    _ asking: Asking, _ transaction: Transaction, _ after: inout AfterCommit
  ) throws -> Challenge.Question {
    guard isAvailable else { throw SigningError.noSender }
    let (person, now) = (asking.submission.person, asking.terms.created)
    guard let phone = try PersonDAO(transaction).codePhone(person), !phone.isEmpty else {
      throw SigningError.noPhone
    }
    let table = CodeQuestionDAO(transaction)
    try refuseHaste(asking, at: now, table)
    let code = Self.randomCode()
    let record = CodeQuestionDAO.Record(
      number: asking.number, keyID: keys.current.id, mac: mac(code, asking.terms.id, person, keys.current),
      sentTo: Self.masked(phone), sent: now)
    try table.insert(record, for: asking.terms, person: person)
    if let replaced = asking.replaced { try messages.drop(replaced, transaction) }
    try messages.queue(
      code: asking.text(code, asking.number, asking.submission), to: phone, of: person, for: asking.terms.id, at: now,
      expires: min(asking.terms.expires, asking.submission.expires), transaction, &after)
    return question(for: record)
  }

  /// Returns the question for the code of the challenge.
  func question(
    of challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws -> Challenge.Question? {
    try CodeQuestionDAO(transaction).find(challenge, person: person).map(question)
  }

  /// Compares the answer with the code of the challenge, and deletes the code's message if it is
  /// still queued.
  func judge(
    _ answer: [String: String], to challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws -> AnswerVerdict {
    guard let record = try CodeQuestionDAO(transaction).find(challenge, person: person) else { return .notAsked }
    guard answer.count == 1, let given = answer[Self.input(record.number)] else { return .notAsked }
    guard let key = keys[record.keyID] else { throw SigningError.keyLost(id: record.keyID) }
    let isRight = isEqualInConstantTime(mac(given, challenge, person, key), record.mac)
    try messages.drop(challenge, transaction)
    return isRight ? .right(.code(sentTo: record.sentTo)) : .wrong
  }

  /// Throws `SigningError.tooManyCodes` if a code follows an unanswered one too soon, or exceeds
  /// the limit per hour.
  private func refuseHaste(_ asking: Asking, at now: Instant, _ table: CodeQuestionDAO) throws {
    let person = asking.submission.person
    if let replaced = try asking.replaced.flatMap({ try table.find($0, person: person) }) {
      let next = replaced.sent + rules.resendAfter
      // A code that was sent before the clock was set back does not delay others.
      if now < next, next - now <= rules.resendAfter + ServerClocks.apart {
        throw SigningError.tooManyCodes(wait: min(next - now, rules.resendAfter))
      }
    }
    let hour = try table.sent(to: person, after: now + .seconds(-3600)).filter { $0 - now <= ServerClocks.apart }
    if hour.count >= rules.codesPerHour {
      let next = hour[hour.count - rules.codesPerHour] + .seconds(3600)
      throw SigningError.tooManyCodes(wait: min(next - now, .seconds(3600)))
    }
  }

  private func question(for record: CodeQuestionDAO.Record) -> Challenge.Question {
    Challenge.Question([.init(Self.input(record.number), length: Self.codeLength)], sentTo: record.sentTo)
  }

  /// Returns a new code of `codeLength` digits.
  static func randomCode() -> String {
    (0..<codeLength).map { _ in String(Randomness.number(below: 10)) }.joined()
  }

  private static func input(_ number: Int) -> String { "code\(number)" }

  private func mac(_ code: String, _ challenge: ChallengeID, _ person: PersonID, _ key: SecretKey) -> [UInt8] {
    key.mac(of: "valence one-time code 1", person.description, challenge.description, code)
  }

  /// Returns the number with a star in place of each digit, except in the first two and the last
  /// two characters.
  ///
  /// In a number of up to six characters, every character is replaced.
  static func masked(_ phone: String) -> String {
    let characters = Array(phone)
    guard characters.count > 6 else { return String(repeating: "*", count: characters.count) }
    let middle = characters.dropFirst(2).dropLast(2).map { $0.isNumber ? "*" : $0 }
    return String(characters.prefix(2)) + String(middle) + String(characters.suffix(2))
  }
}

/// Returns the text of a message with a code. `number` is the number of the challenge within the
/// submission.
package typealias CodeText = @Sendable (_ code: String, _ number: Int, _ submission: Submission) -> String
