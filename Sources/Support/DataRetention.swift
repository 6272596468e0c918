package import Services

/// The time for which personal data is kept.
package enum DataRetention: Sendable, Equatable {
  /// Until the person is erased.
  case erasure
  case permanent
  /// A rule without a setting, in words.
  case fixed(String)
  /// The configured period after an event, such as `the year of the erasure`.
  case configured(Setting, after: String)

  /// A key of the configuration that sets a period.
  package enum Setting: String, Sendable, CaseIterable {
    case documents = "retain-documents"
    case notifications = "retain-notifications"
    case sessions = "retain-sessions"
    case drafts = "draft-days"
    case invitations = "invitation-hours"
  }

  /// Returns the retention in words, with the period of the configuration.
  ///
  /// - Parameter isKeyNamed: True to name the key of the period.
  package func text(in periods: Periods, isKeyNamed: Bool = false) -> String {
    switch self {
    case .erasure: "until the erasure of the person"
    case .permanent: "permanently"
    case .fixed(let words): words
    case .configured(let setting, let event):
      "\(periods.text(of: setting))\(isKeyNamed ? " (`\(setting.rawValue)`)" : "") after \(event)"
    }
  }

  /// The configured periods.
  package struct Periods: Sendable {
    private let retention: RetentionRules
    private let drafts: DraftRules
    private let enrolments: EnrolmentRules

    /// Creates the periods of a configuration.
    package init(_ configuration: ServiceConfiguration) {
      retention = configuration.retention
      drafts = configuration.drafts
      enrolments = configuration.enrolments
    }

    /// Creates the default periods.
    package init() {
      retention = RetentionRules()
      drafts = DraftRules()
      enrolments = EnrolmentRules()
    }

    fileprivate func text(of setting: Setting) -> String {
      switch setting {
      case .documents: Self.text(retention.documentYears, "year")
      case .notifications: Self.days(retention.notifications)
      case .sessions: Self.days(retention.sessions)
      case .drafts: Self.days(drafts.lifetime)
      case .invitations: Self.text(Int(enrolments.invitation.components.seconds / 3_600), "hour")
      }
    }

    private static func days(_ time: Duration) -> String { text(Int(time.components.seconds / 86_400), "day") }

    private static func text(_ count: Int, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s")" }
  }
}
