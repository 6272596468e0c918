/// The registry of columns that refer to a person: their purpose, erasure and export.
package struct PersonalData: Sendable, Equatable {
  /// The result of an erasure of the person.
  package enum Erasure: Sendable, Equatable {
    /// The rows are deleted.
    case deleted
    /// The rows are kept, and the personal data in them is overwritten.
    case anonymized
    /// The rows are kept under the id.
    case keptUnderID
    /// The values are deleted after the retention of their documents.
    case afterRetention
  }

  /// The legal ground of a processing.
  package enum Ground: String, Sendable, CaseIterable {
    case contract
    case law
    case security

    /// The articles of the ground.
    package var text: String {
      switch self {
      case .contract: "contract with the person (152-FZ art. 6 (1)(5), GDPR art. 6 (1)(b))"
      case .law: "legal obligation of the bank (115-FZ art. 7, 402-FZ art. 29, GDPR art. 6 (1)(c))"
      case .security: "protection of accounts (161-FZ art. 27, GDPR art. 6 (1)(f))"
      }
    }
  }

  /// The table and its column that refers to a person.
  package let table: String
  package let column: String
  package let erasure: Erasure
  /// The name of the part in an export; nil if the rows contain nothing about the person.
  package let part: String?
  package let purpose: String
  package let ground: Ground
  package let retention: DataRetention

  private init(
    _ table: String, _ erasure: Erasure, column: String = "person", as part: String?, for purpose: String,
    _ ground: Ground, kept retention: DataRetention
  ) {
    self.table = table
    self.column = column
    self.erasure = erasure
    self.part = part
    self.purpose = purpose
    self.ground = ground
    self.retention = retention
  }

  private static let documents = DataRetention.configured(.documents, after: "the year of the erasure")

  /// All columns that refer to a person.
  package static let all = [
    PersonalData(
      "person", .anonymized, column: "id", as: "profile", for: "identity, telephone and login", .contract,
      kept: .erasure),
    PersonalData(
      "settings", .deleted, as: "settings", for: "language and notifications", .contract, kept: .erasure),
    PersonalData(
      "push_period", .deleted, as: "notificationPeriods", for: "notifications of deals", .contract,
      kept: .configured(.notifications, after: "the period")),
    PersonalData(
      "session", .deleted, as: "sessions", for: "logins", .security, kept: .configured(.sessions, after: "the expiry")),
    PersonalData(
      "known_login", .deleted, as: "loginPlaces", for: "recognition of places of logins", .security,
      kept: .fixed("90 days after the last login, at most 20 places")),
    PersonalData(
      "invitation", .deleted, as: "invitations", for: "admission of a person without a password", .security,
      kept: .configured(.invitations, after: "the invitation")),
    PersonalData(
      "enrolment", .deleted, as: "enrolments", for: "admission of a person without a password", .security,
      kept: .fixed("15 minutes")),
    PersonalData(
      "customer", .anonymized, as: "customer", for: "holder of accounts", .law, kept: .erasure),
    PersonalData(
      "account_access", .keptUnderID, as: "accounts", for: "access to accounts", .law, kept: .permanent),
    PersonalData("card", .keptUnderID, as: "cards", for: "cards", .law, kept: .permanent),
    PersonalData(
      "submission", .afterRetention, as: "submissions", for: "orders of the person and their signatures", .law,
      kept: documents),
    PersonalData(
      "draft", .deleted, as: "drafts", for: "unfinished forms", .contract,
      kept: .configured(.drafts, after: "the last change")),
    PersonalData(
      "draft_copy", .deleted, as: "draftCopies", for: "replaced versions of unfinished forms", .contract,
      kept: .configured(.drafts, after: "the last change")),
    PersonalData("template", .deleted, as: "templates", for: "saved forms", .contract, kept: .erasure),
    PersonalData("person_limit", .deleted, as: "limits", for: "daily limits", .security, kept: .erasure),
    PersonalData(
      "subscription", .deleted, as: "subscriptions", for: "customer numbers at providers", .contract,
      kept: .erasure),
    PersonalData(
      "deal_mark", .deleted, as: "deals", for: "seen and dismissed deals", .contract,
      kept: .configured(.notifications, after: "the end of the deal")),
    PersonalData(
      "deal_round", .keptUnderID, column: "last", as: nil, for: "progress of notices of a deal", .contract,
      kept: .fixed("as long as the deal")),
    PersonalData(
      "deal", .keptUnderID, column: "author", as: nil, for: "operator who added a deal", .law,
      kept: .fixed("as long as the deal")),
    PersonalData(
      "message", .deleted, as: "messages", for: "messages to send", .contract,
      kept: .fixed("until the message is sent or expires")),
    PersonalData(
      "security_matrix", .keptUnderID, as: "matrices", for: "signatures by matrix", .security,
      kept: .fixed("codes until the next matrix, the row permanently")),
    PersonalData(
      "matrix_use", .deleted, as: nil, for: "the open question of the matrix", .security, kept: .erasure),
    PersonalData(
      "challenge_code", .anonymized, as: "codes", for: "signatures by one-time code", .security, kept: documents),
    PersonalData(
      "command_run", .keptUnderID, column: "operator", as: "commands", for: "commands of an operator", .law,
      kept: .permanent),
    PersonalData(
      "audit_record", .keptUnderID, column: "actor_id", as: "audit", for: "proof of logins, changes and signatures",
      .law,
      kept: .permanent),
  ]

  /// Returns the entry of a part of an export; nil if it has none.
  package static func entry(of part: String) -> PersonalData? { all.first { $0.part == part } }
}
