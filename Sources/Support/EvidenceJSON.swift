package import JSON
import Dates
import Model
import Services
import Texts

extension Evidence {
  /// The document as JSON.
  package var json: Value {
    var members: [Object.Member] = []
    func add(_ name: String, _ value: Value?) {
      if let value { members.append(Object.Member(name: name, value: value)) }
    }
    add("submission", described)
    add(
      "person",
      person.map { person in
        Self.object([
          ("id", .string(person.id.description)), ("login", .string(person.login.rawValue)),
          ("name", .string(person.name)), ("externalId", externalID.map { .string($0) }),
        ])
      })
    add(
      "shown",
      shown.isEmpty
        ? nil
        : Self.object(
          Language.allCases.map { language in
            (language.rawValue, .array((shown[language] ?? []).map { .string($0) }))
          }))
    add("values", isForgotten ? nil : (try? Value(reading: submission.values)) ?? .string(submission.values))
    add("captions", submission.captions.flatMap { try? Value(reading: $0) })
    add("derived", submission.derived.flatMap { try? Value(reading: $0) })
    add("warnings", submission.warnings.flatMap { try? Value(reading: $0) })
    add("signature", signature)
    add("digest", .string(hexadecimal(digest)))
    add("movement", movement.map(Self.described))
    add("feed", feed.map(Self.described))
    add("delivery", delivery.map(Self.described))
    add(
      "audit",
      Self.object([
        ("records", .array(records.map(Self.described))), ("head", .string("\(head)")),
      ]))
    add(
      "checks",
      .array(
        checks.map { check in
          Self.object([("name", .string(check.name)), ("result", .string(check.result.rawValue))])
        }))
    return .object(Object(unique: members))
  }

  /// Creates an object without the members that are nil.
  static func object(_ members: [(String, Value?)]) -> Value {
    .object(Object(unique: members.compactMap { name, value in value.map { Object.Member(name: name, value: $0) } }))
  }

  private static func text(_ instant: Instant?) -> Value? { instant.map { .string($0.description) } }

  private var described: Value {
    Self.object([
      ("id", .string(submission.id.description)), ("operation", .string(submission.operation)),
      ("version", .string(submission.version)), ("status", .string(submission.status.rawValue)),
      ("reason", submission.reason.map { .string($0) }), ("amount", submission.amount.map { .string($0.text) }),
      ("currency", submission.amount.map { .string($0.currency.rawValue) }),
      ("createdAt", Self.text(submission.created)), ("signedAt", Self.text(submission.signed)),
      ("changedAt", Self.text(submission.changed)),
      ("businessDay", submission.businessDay.map { .string($0.description) }),
    ])
  }

  private var signature: Value? {
    guard let method = submission.method else { return nil }
    return Self.object([
      ("method", .string(method.rawValue)), ("challenges", Self.number(challenges)), ("askedAt", Self.text(asked)),
      ("attemptsLeft", Self.number(submission.attemptsLeft)), ("signedWith", signedWith.map { .object($0) }),
    ])
  }

  private static func number(_ number: some BinaryInteger) -> Value { .integer(Int64(number)) }

  private static func described(_ movement: Movement) -> Value {
    object([
      ("id", number(movement.id)), ("debit", .string(movement.debit)), ("credit", .string(movement.credit)),
      ("minorUnits", number(movement.amount)), ("currency", .string(movement.currency)),
      ("digest", .string(hexadecimal(movement.digest))),
    ])
  }

  private static func described(_ feed: CoreFeedEntry) -> Value {
    object([
      ("sequence", number(feed.sequence)), ("digest", .string(hexadecimal(feed.digest))),
      ("signedAt", text(feed.signed)), ("acknowledgedAt", text(feed.acknowledged)),
    ])
  }

  private static func described(_ delivery: Delivery) -> Value {
    object([
      ("service", .string(delivery.service)), ("effect", .string(delivery.effect)),
      ("status", .string(delivery.status.rawValue)), ("attempts", number(delivery.attempts)),
      ("request", delivery.request.flatMap { try? Value(reading: $0) }),
      ("kept", delivery.kept.flatMap { try? Value(reading: $0) }), ("contrary", delivery.contrary.map { .string($0) }),
      ("endedAt", text(delivery.ended)),
    ])
  }

  private static func described(_ found: FoundRecord) -> Value {
    let record = found.record
    return object([
      ("sequence", number(record.sequence)), ("at", text(record.at)), ("event", .string(record.event)),
      ("actor", .string(record.actor)), ("actorId", record.actorID.map { .string($0) }),
      ("session", record.session.map { .string($0) }), ("digest", record.digest.map { .string(hexadecimal($0)) }),
      ("key", .string(record.keyID)), ("previous", .string(hexadecimal(record.previous))),
      ("hash", .string(hexadecimal(found.hash))), ("user", found.run.map { .string($0.user) }),
      ("operator", found.operatorLogin.map { .string($0) }), ("reason", found.run?.reason.map { .string($0) }),
    ])
  }
}
