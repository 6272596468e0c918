import SourceText

/// The retention of signed values with its reason: `keep: {years: 5, reason: ...}`.
package struct RetentionRule: Sendable, Equatable {
  package enum Span: Sendable, Equatable {
    /// Years after the year in which the person's data were erased; for accounting documents.
    case years(Int)
    /// Days after the end of the submission, for all people.
    case days(Int)
  }

  package let span: Span
  /// The law or the purpose.
  package let reason: String

  init(_ span: Span, because reason: String) { (self.span, self.reason) = (span, reason) }

  /// The minimum number of years for payment documents.
  static let fewestYears = 5

  /// The rule for primary accounting documents and customer documents: five years after the end of
  /// the business relationship.
  package static let document = RetentionRule(
    .years(fewestYears), because: "402-FZ, article 29, and 115-FZ, article 7, paragraph 4")
  /// The rule for a change of the person's own data without a payment: the time to make and answer
  /// a claim.
  package static let change = RetentionRule(
    .days(90), because: "no accounting document; a claim is answered within 60 days (161-FZ, article 9, paragraph 8)")
}

extension OperationCompiler {
  /// Reads `keep`. If it is absent, returns the rule of the effect; nil without an effect or after
  /// adding an error.
  mutating func keeping(_ node: SourceNode?, of effect: String?) -> RetentionRule? {
    let shape = effect.flatMap { vocabulary.effects[$0] }
    guard let node else { return shape?.keeping }
    guard let effect else {
      diagnostics.error(.missingCompanion, "`keep` requires `effect`: without it nothing is stored", at: node.location)
      return nil
    }
    guard let entries = node.mapping else {
      diagnostics.error(
        .wrongShape, "`keep` takes {years: 5, reason: ...} or {days: 90, reason: ...}, not \(node.noun)",
        at: node.location)
      return nil
    }
    var properties = Properties(entries, at: node.location)
    let years = properties.integer("years", in: 1...100)
    let days = properties.integer("days", in: 0...3650)
    let reason = properties.string("reason")
    let (hasYears, hasDays) = (properties.node("years") != nil, properties.node("days") != nil)
    let reasonNode = properties.node("reason")
    properties.refuseTheRest(of: "`keep`")
    diagnostics.append(properties.diagnostics)
    if hasYears == hasDays {
      diagnostics.error(.conflict, "`keep` takes either `years` or `days`", at: node.location)
    }
    if reasonNode == nil || reason?.isEmpty == true {
      diagnostics.error(.missingProperty, "`keep` needs a `reason`: the law or the purpose", at: node.location)
    }
    guard hasYears != hasDays, let reason, !reason.isEmpty else { return nil }
    if let shape, shape.pays, years.map({ $0 < RetentionRule.fewestYears }) ?? true {
      diagnostics.error(
        .retention,
        "effect `\(effect)` makes payments: its submissions must be kept for at least \(RetentionRule.fewestYears) years "
          + "(\(RetentionRule.document.reason))", at: node.location)
    }
    return (years.map { RetentionRule.Span.years($0) } ?? days.map { .days($0) }).map {
      RetentionRule($0, because: reason)
    }
  }
}
