import DemoData
import FoundationEssentials
import Dates
import Model
import SQLiteStorage
import Storage
import Secrets
import Services
import Synchronization
import TestDatabases
import Testing

/// A bank in its own database, with the demo person logged in.
struct TestBank {
  let database: any Store
  let services: BankServices
  let clock = TestClock()
  private let mistakes = Mistakes()
  let demo: Demo.Access
  let caller: Caller
  /// The secret key of the services.
  let key = SecretKey()
  /// The token of the caller's session.
  let token: String
  /// The messages sent to people.
  let codes: SentCodes

  init(
    _ adjust: (inout ServiceConfiguration) -> Void = { _ in }, limits: WriteLimits = WriteLimits(),
    over store: (any Store)? = nil
  ) throws {
    database = try store ?? TestDatabase.make(limits: limits)
    var configuration = ServiceConfiguration(ownBIC: try #require(BIC(Demo.ownBIC)))
    configuration.passwordCost = .minimum
    // No session expires for lack of use, however far a test advances the clock. Tests of the
    // expiry change this.
    configuration.sessions.unused = .seconds(1000 * 24 * 3600)
    let sent = SentCodes()
    configuration.messages.codes = BlockingSender(sent)
    adjust(&configuration)
    codes = sent
    let clock = clock
    services = try BankServices(
      store: TestDatabase.written(database), keys: SecretKeys(key), configuration: configuration, clock: { clock.now })
    demo = try Demo.fill(services)
    token = try services.auth.login(demo.login, password: demo.password).wait().token
    caller = try #require(try services.auth.authenticate(token))
  }

  /// Applies all migrations.
  static func migrate(_ database: Database) throws {
    let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../migrations/sqlite")
    let migrator = Migrator(try Migration.load(directory: directory.path)) { Digest(of: $0).bytes }
    try database.exclusively { try migrator.apply(to: $0) }
  }

  /// Logs in and returns the caller.
  static func login(_ services: BankServices, _ login: String, _ password: String) throws -> Caller {
    let grant = try services.auth.login(login, password: password).wait()
    return try #require(try services.auth.authenticate(grant.token))
  }

  /// Logs the demo person in again.
  func loginAgain() throws -> Caller { try Self.login(services, demo.login, demo.password) }

  /// Adds another person with a security matrix and logs in.
  func stranger(_ login: String = "stranger") throws -> Caller {
    let person = try services.users.add(login: login, name: "Пётр", password: "a strangers password").wait()
    _ = try services.signing.issueMatrix(person.id).wait()
    return try Self.login(services, login, "a strangers password")
  }

  /// Returns the demo person's account with this caption.
  func account(_ caption: String) throws -> Account {
    try #require(try services.accounts.all(caller.person).first { $0.caption == caption })
  }

  /// Returns an order in roubles to another bank.
  func order(_ amount: String, from caption: String = "Текущий") throws -> PaymentOrder {
    PaymentOrder(
      payer: try account(caption).number, payeeName: "ООО Ромашка", payeeINN: nil, payeeKPP: nil,
      payeeAccount: try #require(AccountNumber("40702810138250123017")), payeeBIC: try #require(BIC("044525225")),
      purpose: "Оплата", amount: try #require(Money(amount, .rub)))
  }

  /// Submits an order, which then awaits its signature.
  func submit(
    _ order: PaymentOrder, key: String = "\(UInt64.random(in: 0...UInt64.max))", body: String = "{}",
    sign: Challenge.Method = .matrix, by caller: Caller? = nil
  ) -> Deferred<Submissions.Receipt> {
    services.submissions.create(
      SubmissionDraft(
        operation: "pp.quick", version: "1", values: "{\"amount\":\"\(order.amount.text)\"}",
        idempotencyKey: (key, body), sign: sign),
      by: caller ?? self.caller, effect: services.payments.effect(order), text: SentCodes.text)
  }

  /// Answers a challenge.
  func answer(
    _ codes: [String: String], to submission: SubmissionID, _ order: PaymentOrder, by caller: Caller? = nil
  ) -> Deferred<SignatureOutcome> {
    services.signing.answer(codes, to: submission, by: caller ?? self.caller, text: SentCodes.text) { [services] _ in
      services.payments.effect(order)
    }
  }

  /// Returns the correct codes for a challenge.
  func right(_ challenge: Challenge?) throws -> [String: String] {
    let challenge = try #require(challenge)
    return Dictionary(
      uniqueKeysWithValues: try challenge.inputs.map { input in
        switch challenge.method {
        case .matrix: (input.id, Cell(rawValue: input.id).flatMap { demo.matrix[$0] } ?? "")
        case .code: (input.id, try #require(code(input.id, of: challenge.terms.submission)))
        }
      })
  }

  /// Returns the code that was sent for an input of a challenge, after all due messages are sent.
  func code(_ input: String, of submission: SubmissionID) -> String? {
    services.messages.finish()
    return codes.code(input, of: submission)
  }

  /// Returns codes of which the last is wrong. Each call returns a different wrong code.
  func wrong(_ challenge: Challenge?) throws -> [String: String] {
    let challenge = try #require(challenge)
    var answer = try right(challenge)
    let last = try #require(challenge.inputs.last)
    let right = answer[last.id]
    while answer[last.id] == right { answer[last.id] = mistakes.next(last.length) }
    return answer
  }

  /// Requests the challenge of a submission again, because another submission may have taken over
  /// the cells in its receipt.
  func asked(_ receipt: Submissions.Receipt) throws -> Challenge {
    try services.signing.challenge(receipt.submission.id, by: caller, text: SentCodes.text).wait()
  }

  /// Submits and signs an order. Requests the challenge again while other submissions take over its
  /// cells.
  func pay(_ order: PaymentOrder) throws -> SignatureOutcome {
    let receipt = try submit(order).wait()
    var challenge = try #require(receipt.challenge)
    while true {
      let outcome = try answer(try right(challenge), to: receipt.submission.id, order).wait()
      guard outcome.isAskedElsewhere else { return outcome }
      challenge = try asked(receipt)
    }
  }
}

extension Audit {
  /// Creates the audit of a database with a new key.
  init(of database: any Store) {
    self.init(store: database, keys: SecretKeys(SecretKey()), clock: { Instant.systemNow })
  }
}

extension Store {
  /// Returns the SQLite database. Throws if the store is of another engine.
  func file() throws -> Database { try #require(self as? Database) }
}

extension Trait where Self == ConditionTrait {
  /// Runs a test only if the databases are SQLite files.
  static var onFile: Self { .disabled(if: TestDatabase.isOnServer, "this run uses a database server") }
}

/// A source of wrong codes that differ from each other.
private final class Mistakes: Sendable {
  private let number = Atomic(0)

  func next(_ length: Int) -> String {
    let digits = String(number.add(1, ordering: .relaxed).newValue)
    return String(repeating: "0", count: max(0, length - digits.utf8.count)) + digits.suffix(length)
  }
}

extension Challenge {
  /// The requested cells.
  var cells: [Cell] { inputs.compactMap { Cell(rawValue: $0.id) } }
}

extension SignatureOutcome {
  /// The signed submission.
  var done: Submission? { if case .done(let submission, _) = self { submission } else { nil } }
  /// The disclosure that is returned once.
  var shown: OneTimeDisplay? { if case .done(_, let shown) = self { shown } else { nil } }
  /// The submission that can no longer be signed.
  var ended: Submission? { if case .ended(let submission) = self { submission } else { nil } }
  /// The challenge after a wrong or stale answer.
  var next: Challenge? {
    switch self {
    case .wrong(_, let next): next
    case .stale(let next): next
    default: nil
    }
  }
  /// True if another submission or challenge has taken over.
  var isAskedElsewhere: Bool {
    switch self {
    case .moved, .stale: true
    default: false
    }
  }
  /// The number of attempts left after a wrong answer.
  var attemptsLeft: Int? { if case .wrong(let left, _) = self { left } else { nil } }
}

/// Returns the BIC written as `text`.
func bic(_ text: String) throws -> BIC { try #require(BIC(text)) }

/// Returns the cell named `text`.
func cell(_ text: String) throws -> Cell { try #require(Cell(rawValue: text)) }
