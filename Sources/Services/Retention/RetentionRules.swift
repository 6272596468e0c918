/// How long what is not needed any more is kept.
package struct RetentionRules: Sendable, Equatable {
  /// How long sessions are kept after they expired; 1 day.
  package var sessions: Duration = .seconds(24 * 3600)
  /// How long submissions that were never signed keep their values after they ended; 90 days.
  package var unsigned: Duration = .seconds(90 * 24 * 3600)
  /// How long is known who has seen a deal, and who wanted to be told of it, after it was over; 90 days.
  package var notifications: Duration = .seconds(90 * 24 * 3600)
  /// How many years after the one in which a person's data were erased their documents keep their values at least; 5. Which
  /// submissions are documents their operations say, as `keep`.
  /// Primary accounting documents are kept five years after the year of the report (402-FZ, article 29), documents on
  /// customers five years after the last business with them (115-FZ, article 7).
  package var documentYears = 5

  /// The defaults.
  package init() {}
}
