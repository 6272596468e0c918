package import Dates
package import Model
package import Storage

/// The rows about one person in each table, as named texts and numbers for an export.
package struct PersonExportDAO {
  /// The kind of a column.
  package enum Kind: Sendable {
    case text
    case number
    /// Microseconds since 1970.
    case time
    /// JSON.
    case json
  }

  /// A value of a row.
  package enum Value: Sendable {
    case text(String)
    case number(Int64)
    case time(Int64)
    case json(String)
  }

  /// The rows of one table.
  package struct Part: Sendable {
    /// The name in the export.
    package let name: String
    package let table: String
    let columns: [(name: String, kind: Kind)]
    let query: Query
    /// True if the query has the time of the export as its second argument.
    let isTimed: Bool

    init(
      _ name: String, of table: String, _ columns: [(name: String, kind: Kind)], isTimed: Bool = false, _ query: Query
    ) {
      self.name = name
      self.table = table
      self.columns = columns
      self.isTimed = isTimed
      self.query = query
    }
  }

  /// The exported tables. Secrets such as digests of passwords, tokens and codes are not exported.
  package static let parts: [Part] = [
    Part(
      "profile", of: "person",
      [
        ("id", .text), ("login", .text), ("name", .text), ("phone", .text), ("codePhone", .text),
        ("externalId", .text), ("bonuses", .number), ("role", .text), ("created", .time), ("signingLocked", .time),
        ("erased", .time), ("enrolled", .time), ("blocked", .time), ("blockedReason", .text),
      ],
      Query(
        """
        SELECT id, login, name, phone, code_phone, external_id, bonuses, role, created, signing_locked, erased,
          enrolled, blocked, blocked_reason
        FROM person WHERE id = $1
        """)),
    Part(
      "settings", of: "settings", [("pushDeals", .number), ("language", .text), ("changed", .time)],
      Query("SELECT push_deals, language, changed FROM settings WHERE person = $1")),
    Part(
      "notificationPeriods", of: "push_period", [("begun", .time), ("ended", .time)],
      Query("SELECT begun, ended FROM push_period WHERE person = $1")),
    Part(
      "sessions", of: "session",
      [("id", .text), ("created", .time), ("expires", .time), ("seen", .time), ("client", .text), ("network", .text)],
      Query("SELECT id, created, expires, seen, client, network FROM session WHERE person = $1")),
    Part(
      "loginPlaces", of: "known_login", [("at", .time)], Query("SELECT at FROM known_login WHERE person = $1")),
    Part(
      "invitations", of: "invitation", [("login", .text), ("created", .time), ("expires", .time)],
      Query("SELECT login, created, expires FROM invitation WHERE person = $1")),
    Part(
      "enrolments", of: "enrolment", [("sentTo", .text), ("created", .time), ("expires", .time)],
      Query("SELECT sent_to, created, expires FROM enrolment WHERE person = $1")),
    Part(
      "customer", of: "customer",
      [
        ("externalId", .text), ("kind", .text), ("name", .text), ("shortName", .text), ("taxNumber", .text),
        ("registrationCode", .text), ("created", .time), ("closed", .time),
      ],
      Query(
        """
        SELECT external_id, kind, name, short_name, tax_number, registration_code, created, closed FROM customer
        WHERE person = $1
        """)),
    Part(
      "accounts", of: "account_access",
      [
        ("number", .text), ("caption", .text), ("isOwner", .number), ("role", .text), ("until", .time),
        ("ended", .time), ("currency", .text), ("balance", .number), ("opened", .time),
      ], isTimed: true,
      // The balance after the end of an access is not about the person.
      Query(
        """
        SELECT number, caption, is_owner, role, until, ended, currency,
          CASE WHEN ended IS NULL AND (until IS NULL OR until > $2) THEN balance END, opened
        FROM account_access JOIN account ON account.number = account_access.account WHERE account_access.person = $1
        """)),
    Part(
      "cards", of: "card",
      [
        ("id", .text), ("account", .text), ("caption", .text), ("firstDigits", .text), ("lastDigits", .text),
        ("expires", .text), ("status", .text), ("issued", .time), ("changed", .time),
      ],
      Query(
        """
        SELECT id, account, caption, first_digits, last_digits, expires, status, issued, changed FROM card
        WHERE person = $1
        """)),
    Part(
      "submissions", of: "submission",
      [
        ("id", .text), ("operation", .text), ("version", .text), ("values", .json), ("captions", .json),
        ("warnings", .json), ("derived", .json), ("status", .text), ("reason", .text), ("message", .text),
        ("minorUnits", .number),
        ("currency", .text), ("method", .text), ("created", .time), ("signed", .time), ("changed", .time),
        ("businessDay", .text), ("signedWith", .json),
      ],
      Query(
        """
        SELECT id, operation, version, "values", captions, warnings, derived, status, reason, message, amount,
          currency, method, created, signed, changed, business_day, signed_with
        FROM submission WHERE person = $1
        """)),
    Part(
      "deliveries", of: "delivery",
      [
        ("submission", .text), ("service", .text), ("effect", .text), ("status", .text), ("request", .json),
        ("kept", .json), ("signed", .time), ("attempts", .number), ("ended", .time),
      ],
      Query(
        """
        SELECT delivery.submission, service, effect, delivery.status, request, kept, delivery.signed, attempts, ended
        FROM delivery JOIN submission ON submission.id = delivery.submission WHERE submission.person = $1
        """)),
    Part(
      "drafts", of: "draft", [("operation", .text), ("version", .text), ("values", .json), ("changed", .time)],
      Query("SELECT operation, version, \"values\", changed FROM draft WHERE person = $1")),
    Part(
      "draftCopies", of: "draft_copy",
      [("operation", .text), ("version", .text), ("values", .json), ("kept", .time)],
      Query("SELECT operation, version, \"values\", kept FROM draft_copy WHERE person = $1")),
    Part(
      "templates", of: "template",
      [("id", .text), ("operation", .text), ("title", .text), ("values", .json), ("created", .time)],
      Query("SELECT id, operation, title, \"values\", created FROM template WHERE person = $1")),
    Part(
      "limits", of: "person_limit",
      [("operation", .text), ("currency", .text), ("minorUnits", .number), ("setAt", .time)],
      Query("SELECT operation, currency, amount, set_at FROM person_limit WHERE person = $1")),
    Part(
      "subscriptions", of: "subscription", [("provider", .text), ("account", .text), ("caption", .text)],
      Query("SELECT provider, account, caption FROM subscription WHERE person = $1")),
    Part(
      "meters", of: "meter",
      [
        ("provider", .text), ("account", .text), ("number", .text), ("caption", .text), ("unit", .text),
        ("tariffMillionths", .number), ("readingMillionths", .number), ("readOn", .text), ("usedMillionths", .number),
      ],
      Query(
        """
        SELECT meter.provider, meter.account, number, meter.caption, unit, tariff, reading, read_on, used
        FROM meter JOIN subscription
          ON subscription.provider = meter.provider AND subscription.account = meter.account
        WHERE subscription.person = $1
        """)),
    Part(
      "deals", of: "deal_mark", [("deal", .text), ("seen", .time), ("read", .time), ("dismissed", .time)],
      Query("SELECT deal, seen, read, dismissed FROM deal_mark WHERE person = $1")),
    Part(
      "messages", of: "message",
      [("kind", .text), ("created", .time), ("expires", .time), ("attempts", .number)],
      Query("SELECT kind, created, expires, attempts FROM message WHERE person = $1")),
    Part(
      "matrices", of: "security_matrix",
      [("id", .text), ("columns", .number), ("rows", .number), ("issued", .time), ("retired", .time)],
      Query("SELECT id, columns, rows, issued, retired FROM security_matrix WHERE person = $1")),
    Part(
      "codes", of: "challenge_code", [("submission", .text), ("sentTo", .text), ("sent", .time)],
      Query("SELECT submission, sent_to, sent FROM challenge_code WHERE person = $1")),
    Part(
      "commands", of: "command_run",
      // The reason of a command can be about other people.
      [("id", .text), ("at", .time), ("login", .text), ("host", .text), ("command", .text)],
      Query("SELECT id, at, os_login, host, command FROM command_run WHERE operator = $1")),
  ]

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns the rows of a part at the time of the export: the names and the values that are not
  /// null.
  package func rows(
    of part: Part, _ person: PersonID, at instant: Instant
  ) throws(StoreError) -> [[(name: String, value: Value)]] {
    var rows: [[(name: String, value: Value)]] = []
    let query = part.query
    let arguments: [any Bindable] = part.isTimed ? [person, instant] : [person]
    try connection.forEachRow(query, arguments) { (row) throws(StoreError) in
      var members: [(name: String, value: Value)] = []
      for (place, column) in part.columns.enumerated() where !row.isNull(place) {
        let value: Value =
          switch column.kind {
          case .text: .text(try row.get(place))
          case .json: .json(try row.get(place))
          case .number: .number(try row.get(place))
          case .time: .time(try row.get(place))
          }
        members.append((column.name, value))
      }
      rows.append(members)
      return true
    }
    return rows
  }
}
