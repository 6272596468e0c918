public import Dates

/// Rules that change with time: an initial set, and later sets with the day from which each is in
/// force.
///
/// The day of the payment selects the set, not the day of the verification.
///
///     if let day = CivilDate("2025-12-05") {
///       SingleTaxPayment.requisites.inForce(on: day).kpp  // "770701001"
///     }
public struct Dated<Rules: Sendable>: Sendable {
  /// The sets in chronological order. `since` is nil for the first one.
  public let sets: [(since: CivilDate?, rules: Rules)]

  /// Creates the initial set and the later sets, which must be in chronological order.
  public init(_ first: Rules, _ later: (since: CivilDate, rules: Rules)...) {
    sets = [(nil, first)] + later.map { ($0.since, $0.rules) }
  }

  /// Returns the rules for a payment on this day.
  public func inForce(on day: CivilDate) -> Rules {
    sets.last { $0.since.map { $0 <= day } ?? true }?.rules ?? sets[0].rules
  }
}

extension Dated where Rules == Set<String> {
  /// Returns why a code is not in force on this day: expired, early, or in no set; nil if it is in
  /// force.
  func fault(of code: String, on day: CivilDate) -> Reason? {
    if inForce(on: day).contains(code) { return nil }
    let holding = sets.indices.filter { sets[$0].rules.contains(code) }
    if let last = holding.last(where: { (sets[$0].since ?? day) <= day }), let end = sets[last + 1].since {
      return .expired(code, since: end)
    }
    if let next = holding.first, let since = sets[next].since { return .early(code, since: since) }
    return .unlisted(code)
  }

  /// The codes of all sets.
  var ever: Set<String> { sets.reduce(into: []) { $0.formUnion($1.rules) } }
}
