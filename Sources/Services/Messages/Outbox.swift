import Dates
import Texts
import Model
import DataAccess
import Secrets
import Storage

/// The messages that wait in the database: puts them in sealed, takes them out to be sent, and deletes them.
///
/// - A message is put in by the transaction that causes it, so that a COMMIT and its message are one.
/// - Taking is a commit of its own: it notes who sends the message, and from when on another process may, should this one
///   die. So a message is sent at least once, each time with the same id.
/// - A message that has expired, or that nobody wants any more, is deleted when it is looked at, and never taken.
struct Outbox: Sendable {
  /// A message that this process sends now.
  struct Taken: Sendable {
    let message: Message
    /// The request that caused it; nil where none did.
    let request: String?
    /// The time from which it is never sent.
    let expires: Instant
    /// The count of tries, this one included.
    let attempt: Int
    /// The moment after which it is not handed over any more: its sender might still be at it when another process takes it.
    let latest: ContinuousClock.Instant
  }

  /// The outcome of one look at the messages of a kind.
  struct Batch: Sendable {
    /// The messages to send.
    fileprivate(set) var taken: [Taken] = []
    /// The messages that were deleted because they had expired: the request and the number of tries.
    fileprivate(set) var expired: [(request: String?, attempts: Int)] = []
    /// The ids of the keys of messages that were deleted because they cannot be opened.
    fileprivate(set) var unreadable: [String] = []
    /// False if more messages may be due.
    fileprivate(set) var isWhole = true
  }

  /// The end of a try.
  enum Outcome: Sendable {
    /// The message was sent, or never will be.
    case done
    /// It waits until then.
    case again(at: Instant, isTried: Bool)
  }

  /// Most messages that one transaction looks at: other writes wait for no more than that.
  private static let batch = 100

  let store: any Store
  let clock: Clock
  let days: BusinessDays
  /// The time by which a process holds what it has taken.
  private let holding: HoldingClock
  private let keys: SecretKeys
  /// The name of this process among the holders of messages.
  private let holder = Digest(of: Randomness.bytes(32)).digits(ofBytes: 8)

  /// Creates an outbox in `store` whose content is sealed with `keys`.
  init(
    store: any Store, keys: SecretKeys, days: BusinessDays, clock: @escaping Clock, holding: @escaping HoldingClock
  ) {
    (self.store, self.keys, self.days, self.clock, self.holding) = (store, keys, days, clock, holding)
  }

  /// The time after which a message is looked at again whose key only another server has.
  private static let elsewhere: Duration = .seconds(2)

  /// Puts a one-time code in.
  func put(
    code text: String, to phone: String, of person: PersonID, as id: MessageID, at now: Instant, expires: Instant,
    _ transaction: Transaction
  ) throws {
    let key = keys.current
    let sealed = seal(Array(phone.utf8) + [0] + Array(text.utf8), key, id, person, expires)
    try MessageDAO(transaction).insert(
      id, .code, to: person, sealed: sealed, keyID: key.id, request: CurrentRequest.id, at: now, expires: expires)
  }

  /// True if a message of the kind may be tried now.
  func isDue(_ kind: Message.Kind) throws -> Bool {
    let (now, held) = (clock(), holding())
    return try store.read { try MessageDAO($0).isDue(kind, at: now, held: held) }
  }

  /// Takes at most `room` messages of a kind for `limit` and `margin`, and deletes those that are not to be sent.
  ///
  /// Each is handed to its sender, who has `limit`, within `margin`, or not at all: when another process takes it, the sender is done.
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
            // Another server has the key that this one lacks. Due later, it keeps this one from nothing that it can send.
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

  /// Stores the end of a try of this process; changes nothing if another process has taken the message since.
  func settle(_ id: MessageID, _ outcome: Outcome) -> Deferred<Void> {
    store.deferredWrite(locking: []) { [holder] transaction in
      let table = MessageDAO(transaction)
      switch outcome {
      case .done: try table.delete(id, by: holder)
      case .again(let due, let isTried): try table.putBack(id, by: holder, until: due, isTried: isTried)
      }
    }
  }

  /// Lets every message that another process was sending be sent again at once: none of them is left.
  func releaseAll() -> Deferred<Int> {
    .from {
      guard try store.read({ try MessageDAO($0).isHeld(but: holder) }) else { return .now(0) }
      let locks = Locks(Message.Kind.allCases.map { .messages($0) })
      return store.deferredWrite(locking: locks) { [clock, holder] transaction in
        try MessageDAO(transaction).releaseAll(but: holder, at: clock())
      }
    }
  }

  /// Returns the message as its sender gets it; nil if it cannot be opened.
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

  /// The content opens for this row alone: another expiry or another person needs another key.
  private func seal(
    _ bytes: [UInt8], _ key: SecretKey, _ id: MessageID, _ person: PersonID, _ expires: Instant
  ) -> [UInt8] {
    key.sealed(bytes, for: Self.purpose, id.description, person.description, String(expires.microseconds))
  }

  private static let purpose = "valence message 1"
}

extension Deal.Text {
  /// The text in the language in which the bank writes to a person; Russian if there is no translation.
  fileprivate func text(in language: PersonSettings.Language) -> String { language == .en ? en ?? ru : ru }
}
