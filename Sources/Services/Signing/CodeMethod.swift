import Dispatch
import FoundationEssentials
package import Model
import Persistence
import Platform
import Secrets
import Synchronization

/// Signs by a one-time code that the bank sends to the person's telephone.
package struct CodeMethod: SigningMethod {
  /// Digits of a code.
  package static let codeLength = 6

  private let keys: SecretKeys
  private let rules: SigningRules
  private let post: CodePost?

  /// Makes keyed digests of codes with `keys` and sends the codes by `post`; without a post nobody can sign by code.
  init(keys: SecretKeys, rules: SigningRules, post: CodePost?) {
    (self.keys, self.rules, self.post) = (keys, rules, post)
  }

  /// `code`.
  package var name: Challenge.Method { .code }
  /// True if codes can be sent at all.
  var isAvailable: Bool { post != nil }

  /// True for `code1`, `code2` and so on. The number keeps a late or repeated code from answering the next challenge.
  package func isInput(_ name: String) -> Bool {
    guard name.hasPrefix("code") else { return false }
    let digits = name.dropFirst(4)
    return !digits.isEmpty && digits.first != "0" && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Draws a code, and sends it after the commit.
  ///
  /// - Throws `SigningError.noSender` when the bank sends no codes, and `noPhone` when the person has no number for
  ///   them.
  /// - Throws `SigningError.tooManyCodes` when the person has to wait for another code.
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

  /// The question for the code that the challenge sent.
  package func question(
    of challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws -> Challenge.Question? {
    try CodeQuestionDAO(transaction).find(challenge, person: person).map(question)
  }

  /// True if the answer is the code that the challenge sent.
  ///
  /// Throws `SigningError.keyLost` when the key of the code's digest is gone.
  package func isRight(
    _ answer: [String: String], to challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws -> Bool {
    guard let record = try CodeQuestionDAO(transaction).find(challenge, person: person) else { return false }
    guard let key = keys[record.keyID] else { throw SigningError.keyLost(id: record.keyID) }
    let given = answer[Self.input(record.number)] ?? ""
    return isEqualInConstantTime(mac(given, challenge, person, key), record.mac)
  }

  /// Refuses a code that follows an unanswered one too soon, and more codes in an hour than the rules allow.
  private func refuseHaste(_ asking: Asking, at now: Instant, _ table: CodeQuestionDAO) throws {
    let person = asking.submission.person
    if let replaced = try asking.replaced.flatMap({ try table.find($0, person: person) }) {
      let next = replaced.sent + rules.resendAfter
      // A code sent before the clock was set back delays no other.
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

  /// Returns the number with a star for each digit except the first two and the last two characters.
  ///
  /// Numbers of up to six characters become stars altogether.
  static func masked(_ phone: String) -> String {
    let characters = Array(phone)
    guard characters.count > 6 else { return String(repeating: "*", count: characters.count) }
    let middle = characters.dropFirst(2).dropLast(2).map { $0.isNumber ? "*" : $0 }
    return String(characters.prefix(2)) + String(middle) + String(characters.suffix(2))
  }
}

/// Words a message: the code, its number among the submission's challenges, and the submission that it signs.
package typealias CodeText = @Sendable (_ code: String, _ number: Int, _ submission: Submission) -> String

/// Sends messages with codes on threads of its own, so that a slow sender delays neither requests nor writes.
///
///     configuration.codes = CodePost(try ProgramCodeSender(path: "/usr/local/bin/send-code")) { error in
///       log.warning("a one-time code was not sent: \(error)")
///     }
///     let services = try BankServices(store: store, keys: keys, configuration: configuration)
///     configuration.codes?.stop(grace: .seconds(5))
package final class CodePost: Sendable {
  /// The queue is full.
  package struct Full: Error {}
  /// The server stopped before it began to send the message.
  package struct Stopped: Error {}

  private struct State {
    var waiting = 0
    var next = 0
    /// True if messages that have not begun are given up.
    var isStopped = false
  }

  private let sender: any CodeSender
  private let failed: @Sendable (any Error) -> Void
  private let queues = (0..<4).map { DispatchQueue(label: "valence.codes.\($0)") }
  private let state = Mutex(State())
  private let capacity: Int

  /// Creates a post over `sender` that holds at most `capacity` messages.
  ///
  /// It calls `failed` for each message that did not go out, as part of the message's request. `failed` never learns
  /// the text.
  package init(_ sender: any CodeSender, capacity: Int = 256, failed: @escaping @Sendable (any Error) -> Void) {
    (self.sender, self.capacity, self.failed) = (sender, capacity, failed)
  }

  /// Queues a message. If sending fails or the queue is full, the person has to ask for another code.
  func send(_ message: CodeMessage) {
    let queue: DispatchQueue? = state.withLock { state in
      guard state.waiting < capacity else { return nil }
      state.waiting += 1
      state.next = (state.next + 1) % queues.count
      return queues[state.next]
    }
    guard let queue else { return failed(Full()) }
    let request = CurrentRequest.id
    queue.async { [self] in
      CurrentRequest.with(request) {
        do {
          if state.withLock({ $0.isStopped }) { throw Stopped() }
          try sender.send(message)
        } catch {
          failed(error)
        }
      }
      state.withLock { $0.waiting -= 1 }
    }
  }

  /// Waits until every message queued so far is sent or has failed.
  package func finish() { for queue in queues { queue.sync {} } }

  /// Sends queued messages for `grace`, then gives up those that have not begun.
  ///
  /// Returns when the begun messages have ended, at most the sender's own limit after `grace`. `failed` gets `Stopped`
  /// for each message given up.
  package func stop(grace: Duration) {
    let (seconds, attoseconds) = grace.components
    let sent = DispatchGroup()
    for queue in queues { queue.async(group: sent) {} }
    let limit = DispatchTimeInterval.milliseconds(Int(seconds * 1000 + attoseconds / 1_000_000_000_000_000))
    if sent.wait(timeout: .now() + limit) == .success { return }
    state.withLock { $0.isStopped = true }
    sent.wait()
  }
}

/// Carries one-time codes to people. A bank plugs in its own; that of the demo logs them:
///
///     struct LogCodeSender: CodeSender {
///       let log: Logger
///       func send(_ message: CodeMessage) { log.notice("\(message.phone): \(message.text)") }
///     }
package protocol CodeSender: Sendable {
  /// Hands a message over, or throws if that failed. `CodePost` calls it on a thread that it may hold for seconds.
  func send(_ message: CodeMessage) throws
}

/// A message with a one-time code. Its description is redacted, so that no log shows the code.
package struct CodeMessage: Sendable, CustomStringConvertible, CustomReflectable {
  /// The telephone number, as the person entered it.
  package let phone: String
  /// The text for the person, with the code.
  package let text: String

  /// Creates a message to that number.
  package init(phone: String, text: String) { (self.phone, self.text) = (phone, text) }

  package var description: String { "[redacted]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Sends messages through a program of the bank's.
///
/// The program reads the telephone number from the first line of its standard input and the text from the rest. It
/// exits with status 0 if it took the message over. Its output is discarded, since that may hold the code. It runs in a
/// process group of its own, which is killed when it ends or its time is up.
///
///     let sender = try ProgramCodeSender(path: program, limit: .seconds(10))
///     try sender.send(CodeMessage(phone: "+79001234567", text: "Code No. 1: 123456"))  // `late` after ten seconds
package struct ProgramCodeSender: CodeSender {
  /// Reasons why a message did not go out.
  package enum Failure: Error, Equatable {
    /// There is no such file, or it is not executable.
    case notExecutable(path: String)
    /// The system could not start the program.
    case notStarted(path: String)
    /// The program exited with a status other than 0.
    case status(Int32)
    /// A signal ended the program.
    case signal(Int32)
    /// The program took too long and was killed.
    case late
  }

  private let path: String
  private let limit: Duration

  /// Uses the program at `path`, with a time limit for each message.
  ///
  /// Throws `notExecutable` when `path` leads to no regular file or to one that may not be executed.
  package init(path: String, limit: Duration = .seconds(10)) throws(Failure) {
    // The system runs what a link leads to, so that is what has to be a regular file.
    let file = URL(filePath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    guard attributes?[.type] as? FileAttributeType == .typeRegular, FileManager.default.isExecutableFile(atPath: path)
    else { throw .notExecutable(path: path) }
    (self.path, self.limit) = (path, limit)
  }

  /// Runs the program for one message; returns at most a second after the time limit.
  package func send(_ message: CodeMessage) throws {
    let ending: ChildProgram.Ending
    do {
      ending = try ChildProgram(path: path).run(
        input: Array("\(message.phone)\n\(message.text)\n".utf8), limit: limit)
    } catch {
      throw Failure.notStarted(path: path)
    }
    switch ending {
    case .exited(0): return
    case .exited(let status): throw Failure.status(status)
    case .signal(let signal): throw Failure.signal(signal)
    case .late: throw Failure.late
    }
  }
}
