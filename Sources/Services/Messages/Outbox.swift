import Dates
import Texts
import Model
import DataAccess
import Secrets
import Storage

/// The queued messages in the database. The outbox stores them sealed, claims them for sending, and
/// deletes them.
///
/// - The transaction that causes a message also stores it, so that both are committed together.
/// - A claim is a separate commit. It stores the process that sends the message, and the time from
///   which other processes can claim it. If that process ends before it stores the result, the
///   message is sent again with the same id.
/// - An expired or unwanted message is deleted when it is found, and never claimed.
struct Outbox: Sendable {
  /// A message that this process has claimed.
  struct Taken: Sendable {
    let message: Message
    /// The request that caused the message; nil if none did.
    let request: String?
    /// The time from which the message must not be sent.
    let expires: Instant
    /// The number of attempts, including this one.
    let attempt: Int
    /// The time after which the message must not be passed to its sender, because the sender could
    /// still be active when another process claims the message.
    let latest: ContinuousClock.Instant
  }

  /// The result of a claim.
  struct Batch: Sendable {
    /// The messages to send.
    fileprivate(set) var taken: [Taken] = []
    /// The request and the number of attempts of each message that was deleted because it had
    /// expired.
    fileprivate(set) var expired: [(request: String?, attempts: Int)] = []
    /// The key ids of messages that were deleted because they could not be opened.
    fileprivate(set) var unreadable: [String] = []
    /// False if more messages may be due.
    fileprivate(set) var isWhole = true
  }

  /// The result of an attempt.
  enum Outcome: Sendable {
    /// The message was sent, or will never be sent.
    case done
    /// The message is due again at this time. `isTried` is false if the attempt does not count.
    case again(at: Instant, isTried: Bool)
  }

  /// The maximum number of messages that one transaction processes, so that other writes do not
  /// wait long.
  private static let batch = 100

  let store: any Store
  let clock: Clock
  let days: BusinessDays
  /// The clock for the claims of this process.
  private let holding: HoldingClock
  private let keys: SecretKeys
  /// The identifier of this process in claims.
  private let holder = Digest(of: Randomness.bytes(32)).digits(ofBytes: 8)

  /// Creates an outbox in `store` whose contents are sealed with `keys`.
  init(
    store: any Store, keys: SecretKeys, days: BusinessDays, clock: @escaping Clock, holding: @escaping HoldingClock
  ) {
    (self.store, self.keys, self.days, self.clock, self.holding) = (store, keys, days, clock, holding)
  }

  /// The delay of a message whose key only another server has.
  private static let elsewhere: Duration = .seconds(2)

  /// Stores a one-time code.
  func put(
    code text: String, to phone: String, of person: PersonID, as id: MessageID, at now: Instant, expires: Instant,
    _ transaction: Transaction
  ) throws {
    let key = keys.current
    let sealed = seal(Array(phone.utf8) + [0] + Array(text.utf8), key, id, person, expires)
    try MessageDAO(transaction).insert(
      id, .code, to: person, sealed: sealed, keyID: key.id, request: CurrentRequest.mark?.id, at: now, expires: expires)
  }

  /// True if a message of the kind is due.
  func isDue(_ kind: Message.Kind) throws -> Bool {
    let (now, held) = (clock(), holding())
    return try store.read { try MessageDAO($0).isDue(kind, at: now, held: held) }
  }

  /// Claims at most `room` messages of a kind for `limit` plus `margin`, and deletes messages that
  /// must not be sent.
  ///
  /// A claimed message must be passed to its sender within `margin`, and the sender must finish
  /// within `limit`. The sender has therefore finished before another process can claim the
  /// message.
  func take(_ kind: Message.Kind, upTo room: Int, for limit: Duration, and margin: Duration) -> Deferred<Batch> {
    let (latest, lease) = (ContinuousClock.now + margin, limit + margin)
    return store.deferredWrite(locking: [.messages(kind)]) { [self] transaction in
      let (table, now, held) = (MessageDAO(transaction), clock(), holding())
      let due =
        switch kind {
        case .code: try table.dueCodes(at: now, held: held, limit: Self.batch)
        case .notice: try table.dueNotices(at: now, held: held, on: days.today(at: now), limit: Self.batch)
        }
      var batch = Batch()
      batch.isWhole = due.count < Self.batch
      for waiting in due {
        if waiting.expires <= now {
          batch.expired.append((waiting.request, waiting.attempts))
        } else if waiting.isWanted {
          guard batch.taken.count < room else {
            batch.isWhole = false
            break
          }
          if let message = message(waiting) {
            try table.take(
              waiting.id, by: holder, until: now + lease, held: held, for: lease.inMicroseconds)
            batch.taken.append(
              Taken(
                message: message, request: waiting.request, expires: waiting.expires, attempt: waiting.attempts + 1,
                latest: latest))
            continue
          }
          if store.isRemote, let key = waiting.content?.keyID, keys[key] == nil, !keys.lost.contains(key) {
            // Another server has the key. The delay prevents the message from blocking messages
            // that this server can send.
            try table.take(waiting.id, by: holder, until: now, held: held, for: 0)
            try table.putBack(waiting.id, by: holder, until: now + Self.elsewhere, isTried: false)
            continue
          }
          batch.unreadable.append(waiting.content?.keyID ?? "")
        }
        try table.delete(waiting.id)
      }
      return batch
    }
  }

  /// Stores the result of an attempt of this process. Changes nothing if another process has
  /// claimed the message since.
  func settle(_ id: MessageID, _ outcome: Outcome) -> Deferred<Void> {
    store.deferredWrite(locking: []) { [holder] transaction in
      let table = MessageDAO(transaction)
      switch outcome {
      case .done: try table.delete(id, by: holder)
      case .again(let due, let isTried): try table.putBack(id, by: holder, until: due, isTried: isTried)
      }
    }
  }

  /// Makes the messages that other processes had claimed due at once. Must be called only while no
  /// other process is running.
  func releaseAll() -> Deferred<Int> {
    .from {
      guard try store.read({ try MessageDAO($0).isHeld(but: holder) }) else { return .now(0) }
      let locks = Locks(Message.Kind.allCases.map { .messages($0) })
      return store.deferredWrite(locking: locks) { [clock, holder] transaction in
        try MessageDAO(transaction).releaseAll(but: holder, at: clock())
      }
    }
  }

  /// Returns the message for its sender; nil if it cannot be opened.
  private func message(_ waiting: MessageDAO.Waiting) -> Message? {
    if let notice = waiting.notice {
      let (title, subtitle) = (notice.title.text(in: notice.language), notice.subtitle.text(in: notice.language))
      return Message(
        id: waiting.id, kind: .notice, person: waiting.person, phone: notice.phone, title: title,
        text: subtitle.isEmpty ? title : "\(title). \(subtitle)", deal: notice.deal)
    }
    guard let content = waiting.content, let key = keys[content.keyID],
      let bytes = key.opened(
        content.sealed, for: Self.purpose, waiting.id.description, waiting.person.description,
        String(waiting.expires.microseconds)),
      let end = bytes.firstIndex(of: 0)
    else { return nil }
    return Message(
      id: waiting.id, kind: .code, person: waiting.person, phone: String(decoding: bytes[..<end], as: UTF8.self),
      text: String(decoding: bytes[(end + 1)...], as: UTF8.self))
  }

  /// Seals the content for this row. It cannot be opened with another id, person or expiry.
  private func seal(
    _ bytes: [UInt8], _ key: SecretKey, _ id: MessageID, _ person: PersonID, _ expires: Instant
  ) -> [UInt8] {
    key.sealed(bytes, for: Self.purpose, id.description, person.description, String(expires.microseconds))
  }

  private static let purpose = "valence message 1"
}

extension Deal.Text {
  /// Returns the text in the bank's language for the person; in Russian without a translation.
  fileprivate func text(in language: PersonSettings.Language) -> String { language == .en ? en ?? ru : ru }
}
