import Dispatch
import Dates
import Model
import DataAccess
import SQLiteStorage
import Secrets
import Services
import Storage
import Synchronization
import TestClient
import TestDatabases
import Testing

/// One-time codes between the COMMIT and their sender.
@Suite struct MessageTests {
  /// The reported events of messages.
  private final class EventLog: Sendable {
    private let kept = Mutex<[MessageEvent]>([])
    var events: [MessageEvent] { kept.withLock { $0 } }
    func report(_ event: MessageEvent) { kept.withLock { $0.append(event) } }
  }

  /// Returns a bank that sends codes by `sender` and reports message events.
  private static func reporting(
    _ sender: any MessageSender, to reported: EventLog, _ adjust: (inout ServiceConfiguration) -> Void = { _ in }
  ) throws -> TestBank {
    try TestBank {
      $0.messages.codes = sender
      $0.messages.report = { reported.report($0) }
      adjust(&$0)
    }
  }

  /// Returns a bank whose messages are held for the test.
  private static func held(_ sender: HeldMessages = HeldMessages(), _ reported: EventLog = EventLog()) throws
    -> TestBank
  {
    try reporting(sender, to: reported)
  }

  /// Returns the services of a second process on the same database.
  private static func next(
    _ bank: TestBank, _ sender: any MessageSender, keys: SecretKeys? = nil, _ reported: EventLog = EventLog()
  ) throws -> BankServices {
    var configuration = ServiceConfiguration(ownBIC: bank.services.configuration.ownBIC)
    configuration.messages.codes = sender
    configuration.messages.report = { reported.report($0) }
    let clock = bank.clock
    return try BankServices(
      store: bank.database, keys: keys ?? SecretKeys(bank.key), configuration: configuration, clock: { clock.now })
  }

  private static func codes(_ bank: TestBank) throws -> Int {
    try bank.count("SELECT count(*) FROM message WHERE kind = 'code'")
  }

  @Test("A code is stored encrypted until its sender confirms it", .onFile) func storesCodeEncryptedUntilSent() throws {
    let sender = HeldMessages()
    let bank = try Self.held(sender)
    let payment = try bank.waitingPayment("1.00", sign: .code)
    sender.await()
    let message = try #require(sender.messages.first)
    #expect(message.id.description == payment.challenge?.id.description)
    #expect(message.phone == "+79000000000" && message.person == bank.caller.person)
    #expect(try Self.codes(bank) == 1)
    let sealed = try bank.database.read { connection in
      try connection.first("SELECT sealed FROM message") { (row) throws(StoreError) in try row.get(0, as: [UInt8].self)
      }
    }
    let text = String(decoding: try #require(sealed), as: UTF8.self)
    #expect(!text.contains("code1") && !text.contains("9000"))
    let code = try #require(message.text.split(separator: " ").last)
    #expect(try !bank.fileHolds("code1 \(code)"))
    sender.end()
    bank.services.messages.finish()
    #expect(try Self.codes(bank) == 0)
    #expect(sender.messages.count == 1)
  }

  @Test("A code that a crashed process was sending is sent again with the same id")
  func resendsAfterCrashWithSameID() throws {
    let (first, second) = (HeldMessages(), ReadySender())
    let bank = try Self.held(first)
    let payment = try bank.waitingPayment("1.00", sign: .code)
    first.await()
    let services = try Self.next(bank, second)
    try services.messages.begin(alone: true)
    services.messages.finish()
    #expect(second.messages.map(\.id) == first.messages.map(\.id))
    #expect(second.messages.map(\.text) == first.messages.map(\.text))
    // A late result of the first process changes nothing.
    first.end(.failed("late"))
    bank.services.messages.finish()
    #expect(try Self.codes(bank) == 0)
    let code = try #require(second.messages.first?.text.split(separator: " ").last.map(String.init))
    #expect(try bank.answer(["code1": code], to: payment).wait().done?.status == .executed)
  }

  @Test("A second process sends a code again only when its lease has expired") func resendsAfterLeaseExpires() throws {
    let (first, second) = (HeldMessages(), ReadySender())
    let bank = try Self.held(first)
    try bank.waitingPayment("1.00", sign: .code)
    first.await()
    let services = try Self.next(bank, second)
    bank.clock.advance(by: .seconds(14))
    services.messages.poll()
    services.messages.finish()
    #expect(second.messages.isEmpty)
    bank.clock.advance(by: .seconds(1))
    services.messages.poll()
    services.messages.finish()
    #expect(second.messages.map(\.id) == first.messages.map(\.id))
  }

  @Test("The next process sends all committed codes that were not confirmed")
  func nextProcessSendsQueuedCodes() throws {
    // Only one code is sent at a time, and it hangs, so the others are not started.
    let (first, second) = (HeldMessages(atOnce: 1), ReadySender())
    let bank = try Self.held(first)
    let ids = try (0..<3).map { _ in try #require(try bank.submit(bank.order("1.00"), sign: .code).wait().challenge).id
    }
    first.await()
    #expect(first.messages.count == 1)
    let services = try Self.next(bank, second)
    try services.messages.begin(alone: true)
    services.messages.finish()
    #expect(Set(second.messages.map(\.id.description)) == Set(ids.map(\.description)))
    #expect(second.messages.count == 3)
  }

  @Test("Expired codes are deleted and reported instead of sent") func dropsExpiredCodes() throws {
    let (first, second, reported) = (HeldMessages(atOnce: 1), ReadySender(), EventLog())
    let bank = try Self.held(first)
    for _ in 0..<2 { try bank.waitingPayment("1.00", sign: .code) }
    first.await()
    bank.clock.advance(by: bank.services.configuration.signing.challengeLifetime)
    let services = try Self.next(bank, second, reported)
    try services.messages.begin(alone: true)
    services.messages.finish()
    #expect(second.messages.isEmpty)
    #expect(try Self.codes(bank) == 0)
    #expect(
      reported.events.sorted { "\($0)" < "\($1)" } == [
        .expired(.code, count: 1, attempts: 0), .expired(.code, count: 1, attempts: 1),
      ])
    #expect(try services.messages.figures().map(\.expired) == [2])
  }

  @Test("A send attempt is limited to ten seconds or the code's remaining lifetime")
  func limitsSendTimeByExpiry() throws {
    let sender = HeldMessages()
    let bank = try Self.held(sender)
    try bank.waitingPayment("1.00", sign: .code)
    sender.await()
    #expect(sender.limit == .seconds(10))
    sender.end(.failed("x"))
    bank.services.messages.finish()
    bank.clock.advance(by: .seconds(295))
    bank.services.messages.poll()
    sender.await()
    #expect(sender.limit == .seconds(5))
    sender.end(.failed("x"))
    bank.services.messages.finish()
    bank.clock.advance(by: .seconds(5))
    bank.services.messages.poll()
    bank.services.messages.finish()
    #expect(sender.messages.count == 2)
    #expect(try Self.codes(bank) == 0)
  }

  @Test("A code expires with its submission") func codeExpiresWithSubmission() throws {
    let (sender, reported) = (ReadySender(.failed("x")), EventLog())
    let bank = try Self.reporting(sender, to: reported) { $0.submissionLifetime = .seconds(60) }
    try bank.waitingPayment("1.00", sign: .code)
    bank.services.messages.finish()
    bank.clock.advance(by: .seconds(60))
    bank.services.messages.poll()
    bank.services.messages.finish()
    #expect(sender.messages.count == 1)
    #expect(reported.events.last == .expired(.code, count: 1, attempts: 1))
  }

  @Test("A resent code replaces the queued one") func resendReplacesQueuedCode() throws {
    let sender = ReadySender(.failed("down"))
    let (bank, payment) = try TestBank { $0.messages.codes = sender }.withWaitingPayment("1.00", sign: .code)
    bank.services.messages.finish()
    bank.clock.advance(by: .seconds(60))
    let next = try bank.services.signing.resend(payment.id, by: bank.caller).wait()
    #expect(try Self.codes(bank) == 1)
    bank.services.messages.poll()
    bank.services.messages.finish()
    #expect(sender.messages.map(\.id.description).last == next.id.description)
    #expect(sender.messages.count == 2)
  }

  @Test("A code is removed from the queue when its submission is signed or cancelled")
  func deletesCodeOfClosedSubmission() throws {
    let sender = ReadySender(.failed("lost confirmation"))
    let bank = try TestBank { $0.messages.codes = sender }
    let order = try bank.order("1.00")
    let (answered, cancelled) = (
      try bank.submit(order, sign: .code).wait(), try bank.submit(order, sign: .code).wait()
    )
    bank.services.messages.finish()
    #expect(sender.messages.count == 2)
    let id = answered.challenge?.id.description
    let code = try #require(
      sender.messages.first { $0.id.description == id }?.text.split(separator: " ").last.map(String.init))
    #expect(try bank.answer(["code1": code], to: answered.submission.id, order).wait().done != nil)
    #expect(try Self.codes(bank) == 1)
    _ = try bank.services.submissions.cancel(cancelled.submission.id, by: bank.caller).wait()
    bank.clock.advance(by: .seconds(10))
    bank.services.messages.poll()
    bank.services.messages.finish()
    #expect(sender.messages.count == 2)
    #expect(try Self.codes(bank) == 0)
  }

  @Test("Retry delays of a code double up to 15 seconds, with jitter") func backsOffWithJitter() throws {
    let sender = ReadySender(.failed("down"))
    let bank = try TestBank { $0.messages.codes = sender }
    try bank.waitingPayment("1.00", sign: .code)
    bank.services.messages.finish()
    var pauses: [Double] = []
    for _ in 0..<7 {
      let due = try bank.count("SELECT due FROM message")
      let pause = Instant(microseconds: Int64(due)) - bank.clock.now
      pauses.append(pause / .seconds(1))
      bank.clock.advance(by: pause)
      bank.services.messages.poll()
      bank.services.messages.finish()
    }
    for (pause, wanted) in zip(pauses, [1.0, 2, 4, 8, 15, 15, 15]) {
      #expect((wanted * 0.75...wanted * 1.25).contains(pause), "\(pauses)")
    }
    #expect(sender.messages.count == 8)
    #expect(Set(sender.messages.map(\.id)).count == 1)
  }

  @Test("A busy sender does not count as a failed attempt") func busySenderCostsNoAttempt() throws {
    let (sender, reported) = (ReadySender(.busy("overloaded")), EventLog())
    let bank = try Self.reporting(sender, to: reported)
    try bank.waitingPayment("1.00", sign: .code)
    bank.services.messages.finish()
    #expect(try bank.count("SELECT attempts FROM message") == 0)
    #expect(reported.events == [])
    #expect(try bank.services.messages.figures().map(\.failed) == [0])
  }

  @Test("An impossible send is reported as final, and its code is deleted") func deletesImpossibleMessage() throws {
    let (sender, reported) = (ReadySender(.impossible("no request")), EventLog())
    let bank = try Self.reporting(sender, to: reported)
    try bank.waitingPayment("1.00", sign: .code)
    bank.services.messages.finish()
    #expect(reported.events == [.failed(.code, reason: "no request", attempt: 1, isLast: true)])
    #expect(try Self.codes(bank) == 0)
  }

  @Test("The number of concurrent sends is limited by the sender") func limitsConcurrentSends() throws {
    let sender = HeldMessages(atOnce: 3)
    let bank = try Self.held(sender)
    for _ in 0..<8 { try bank.waitingPayment("1.00", sign: .code) }
    sender.await(3)
    #expect(sender.messages.count == 3)
    for count in [3, 2] {
      sender.end()
      sender.await(count)
    }
    sender.end()
    bank.services.messages.finish()
    #expect(Set(sender.messages.map(\.id)).count == 8 && sender.messages.count == 8)
  }

  @Test("A submission signed by code is rejected while the outbox is full") func rejectsWhileOutboxIsFull() throws {
    let bank = try TestBank {
      $0.messages.codes = ReadySender(.failed("down"))
      $0.messages.waitingCodes = 2
    }
    let order = try bank.order("1.00")
    for _ in 0..<2 { _ = try bank.submit(order, sign: .code).wait() }
    #expect(throws: SigningError.outboxFull) { try bank.submit(order, sign: .code).wait() }
    #expect(try bank.services.submissions.all(bank.caller.person, limit: 10).elements.count == 2)
    // A submission signed by matrix needs no message.
    #expect(try bank.submit(order).wait().challenge != nil)
  }

  @Test("Each code is sent to the telephone number of its person") func sendsCodeToItsPerson() throws {
    let bank = try TestBank()
    let other = try bank.stranger()
    try bank.database.change {
      try $0.execute("UPDATE person SET code_phone = '+79161112233' WHERE id = $1", other.person)
    }
    let draft = SubmissionDraft(operation: "a", version: "1", values: "{}", idempotencyKey: nil, sign: .code)
    let mine = try bank.submit(bank.order("1.00"), sign: .code).wait()
    let theirs = try bank.services.submissions.create(draft, by: other, effect: .none, text: SentCodes.text).wait()
    bank.services.messages.finish()
    for (receipt, phone) in [(mine, "+79000000000"), (theirs, "+79161112233")] {
      let message = bank.codes.messages.first { $0.text.hasPrefix("\(receipt.submission.id) ") }
      #expect(message?.phone == phone)
    }
  }

  @Test("A queued code is decrypted with an earlier key") func earlierKeyDecryptsQueuedCode() throws {
    let sender = ReadySender()
    let bank = try Self.held()
    try bank.waitingPayment("1.00", sign: .code)
    let keys = SecretKeys(SecretKey(), earlier: [bank.key])
    let services = try Self.next(bank, sender, keys: keys)
    try services.messages.begin(alone: true)
    services.messages.finish()
    #expect(sender.messages.first?.phone == "+79000000000")
    #expect(try bank.database.read { try KeyUseDAO($0).all() }.contains(bank.key.id))
  }

  @Test("The key of a queued message is listed among the keys in use") func listsKeyOfQueuedMessage() throws {
    let bank = try Self.held()
    try bank.waitingPayment("1.00", sign: .code)
    try bank.database.change { try $0.execute("UPDATE message SET key_id = 'zz'") }
    #expect(try bank.database.read { try KeyUseDAO($0).samples() }.contains("zz"))
    #expect(try bank.database.read { try KeyUseDAO($0).all() }.contains("zz"))
  }

  /// A server can be disconnected while the other servers receive a new key.
  @Test("A message encrypted with a key of another server stays in the queue") func leavesMessageOfUnknownKey() throws {
    let (first, reported) = (HeldMessages(), EventLog())
    let bank = try TestBank(
      {
        $0.messages.codes = first
        $0.messages.report = { reported.report($0) }
      }, over: TestDatabase.onServer())
    for _ in 0..<2 { try bank.waitingPayment("1.00", sign: .code) }
    first.await(2)
    try bank.database.change {
      try $0.execute("UPDATE message SET key_id = 'other' WHERE id = (SELECT min(id) FROM message)")
    }
    let sender = ReadySender()
    let services = try Self.next(bank, sender, reported)
    // This process sends the message that it can decrypt, and does not poll for the other without a
    // pause.
    try services.messages.begin(alone: true)
    services.messages.finish()
    #expect(sender.messages.count == 1)
    #expect(try Self.codes(bank) == 1)
    #expect(reported.events.isEmpty)
  }

  @Test(
    "An altered message row is reported as unreadable and deleted",
    .onFile,
    arguments: [
      "UPDATE message SET expires = expires + 1", "UPDATE message SET sealed = zeroblob(100)",
      "UPDATE message SET key_id = 'lost'",
    ] as [StaticString])
  func rejectsAlteredMessage(_ sql: StaticString) throws {
    let (first, sender, reported) = (HeldMessages(), ReadySender(), EventLog())
    let bank = try Self.held(first)
    for _ in 0..<2 { try bank.waitingPayment("1.00", sign: .code) }
    first.await(2)
    try bank.database.change { try $0.execute(sql) }
    let services = try Self.next(bank, sender, reported)
    try services.messages.begin(alone: true)
    services.messages.finish()
    #expect(sender.messages.isEmpty)
    #expect(reported.events.count == 2)
    #expect(reported.events.allSatisfy { if case .unreadable(.code, _) = $0 { true } else { false } })
    #expect(try Self.codes(bank) == 0)
  }

  @Test("A sent code whose row cannot be deleted yet is not sent again", .onFile)
  func retriesDeletionWithoutResending() throws {
    let sender = ReadySender()
    let bank = try TestBank { $0.messages.codes = sender }
    try bank.database.change {
      try $0.execute("CREATE TRIGGER held BEFORE DELETE ON message BEGIN SELECT RAISE(ABORT, 'held'); END")
    }
    try bank.waitingPayment("1.00", sign: .code)
    #expect(eventually { sender.messages.count == 1 })
    // The lease has expired, and only the memory of this process records that the code was sent.
    bank.clock.advance(by: .seconds(60))
    bank.services.messages.poll()
    #expect(try eventually { try bank.count("SELECT attempts FROM message") == 2 })
    try bank.database.drop(triggers: "held")
    #expect(try eventually { try Self.codes(bank) == 0 })
    #expect(sender.messages.count == 1)
  }

  @Test("Encrypted content copied to another message is reported as unreadable") func bindsContentToMessage() throws {
    let (first, sender, reported) = (HeldMessages(), ReadySender(), EventLog())
    let bank = try Self.held(first)
    for _ in 0..<2 { try bank.waitingPayment("1.00", sign: .code) }
    first.await(2)
    try bank.database.change {
      try $0.execute("UPDATE message SET sealed = (SELECT sealed FROM message ORDER BY id LIMIT 1)")
    }
    let services = try Self.next(bank, sender, reported)
    try services.messages.begin(alone: true)
    services.messages.finish()
    #expect(sender.messages.map(\.id) == [try #require(first.messages.map(\.id).min())])
    #expect(reported.events == [.unreadable(.code, keyID: bank.key.id)])
  }

  @Test("A stop waits for started sends and leaves the other codes in the queue")
  func stopWaitsForStartedSends() throws {
    let sender = HeldMessages()
    let bank = try Self.held(sender)
    for _ in 0..<20 { try bank.waitingPayment("1.00", sign: .code) }
    sender.await(4)
    let stop = DispatchGroup()
    let messages = bank.services.messages
    DispatchQueue(label: "stop").async(group: stop) { messages.stop(grace: .milliseconds(50)) }
    #expect(stop.wait(timeout: .now() + 0.2) == .timedOut)
    // From here no further send is started.
    sender.end()
    #expect(stop.wait(timeout: .now() + 60) == .success)
    #expect(sender.messages.count == 4)
    #expect(try Self.codes(bank) == 16)
    #expect(try bank.count("SELECT count(*) FROM message WHERE holder IS NOT NULL") == 0)
  }

  @Test("A stop sends due codes within its grace period") func stopSendsDueCodes() throws {
    let bank = try TestBank()
    for _ in 0..<20 { try bank.waitingPayment("1.00", sign: .code) }
    bank.services.messages.stop(grace: .seconds(60))
    #expect(bank.codes.messages.count == 20)
    #expect(try Self.codes(bank) == 0)
  }

  @Test("A code queued for more than 30 seconds is reported as stuck") func reportsStuckCode() throws {
    let bank = try TestBank { $0.messages.codes = ReadySender(.failed("down")) }
    try bank.waitingPayment("1.00", sign: .code)
    bank.services.messages.finish()
    bank.clock.advance(by: .seconds(30))
    let fresh = try #require(try bank.services.messages.figures().first)
    #expect(!fresh.isStuck && fresh.waiting == 1 && fresh.failed == 1 && fresh.oldest == .seconds(30))
    bank.clock.advance(by: .seconds(1))
    #expect(try bank.services.messages.figures().first?.isStuck == true)
  }

  @Test("Erasing a person deletes the person's queued messages") func erasureDeletesQueuedMessages() throws {
    let sender = ReadySender(.failed("down"))
    let bank = try TestBank { $0.messages.codes = sender }
    try bank.waitingPayment("1.00", sign: .code)
    bank.services.messages.finish()
    let erasure = try bank.services.retention.erase(bank.caller.person).wait()
    #expect(erasure?.removed.contains { $0.what == "messages" && $0.count == 1 } == true)
    bank.clock.advance(by: .seconds(10))
    bank.services.messages.poll()
    bank.services.messages.finish()
    #expect(sender.messages.count == 1)
  }

  @Test("The retention sweep deletes expired messages") func sweepDeletesExpiredMessages() throws {
    let sender = HeldMessages()
    let bank = try Self.held(sender)
    try bank.waitingPayment("1.00", sign: .code)
    sender.await()
    bank.clock.advance(by: bank.services.configuration.signing.challengeLifetime)
    #expect(try bank.services.retention.sweep().wait().contains { $0.what == "messages" && $0.count == 1 })
  }
}
