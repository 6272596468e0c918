/// How long the values of an operation's signed submissions are kept, and why: `keep: {years: 5, reason: ...}`.
package struct Keeping: Sendable, Equatable {
  /// For how long.
  package enum Span: Sendable, Equatable {
    /// Years after the one in which the person's data were erased: an accounting document.
    case years(Int)
    /// Days after the submission ended, whoever submitted it.
    case days(Int)
  }

  /// For how long.
  package let span: Span
  /// Why: the law or the purpose.
  package let reason: String

  /// Kept for that long, for that reason.
  package init(_ span: Span, because reason: String) { (self.span, self.reason) = (span, reason) }

  /// The fewest years that documents on payments are kept.
  static let fewestYears = 5

  /// Primary accounting documents, and documents on customers: five years after the last business with them.
  package static let document = Keeping(
    .years(fewestYears), because: "402-FZ, article 29, and 115-FZ, article 7, paragraph 4")
  /// What changes something of the person's own and pays nothing: as long as a claim about it may be made and answered.
  package static let change = Keeping(
    .days(90), because: "no accounting document; a claim is answered within 60 days (161-FZ, article 9, paragraph 8)")
}

extension OperationCompiler {
  /// Reads how long submissions are kept; where the operation does not say, what its effect says.
  mutating func keeping(_ node: SourceNode?, of effect: String?) -> Keeping? {
    let shape = effect.flatMap { vocabulary.effects[$0] }
    guard let node else { return shape?.keeping }
    guard let effect else {
      diagnostics.error("`keep` requires `effect`: without it nothing is stored", at: node.location)
      return nil
    }
    guard let entries = node.mapping else {
      diagnostics.error(
        "`keep` takes {years: 5, reason: ...} or {days: 90, reason: ...}, not \(node.noun)", at: node.location)
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
      diagnostics.error("`keep` takes either `years` or `days`", at: node.location)
    }
    if reasonNode == nil || reason?.isEmpty == true {
      diagnostics.error("`keep` needs a `reason`: the law or the purpose", at: node.location)
    }
    guard hasYears != hasDays, let reason, !reason.isEmpty else { return nil }
    if let shape, shape.pays, years.map({ $0 < Keeping.fewestYears }) ?? true {
      diagnostics.error(
        "effect `\(effect)` pays: its submissions are kept at least \(Keeping.fewestYears) years "
          + "(\(Keeping.document.reason))", at: node.location)
    }
    return (years.map { Keeping.Span.years($0) } ?? days.map { .days($0) }).map { Keeping($0, because: reason) }
  }
}
