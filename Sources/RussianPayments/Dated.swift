public import Dates

/// Rules that change with time: the first set, and each later set with the day from which it is in force.
///
/// The day of the payment selects the set, never the day of the verification.
///
///     if let day = CivilDate("2025-12-05") {
///       SingleTaxPayment.requisites.inForce(on: day).kpp  // "770701001"
///     }
public struct Dated<Rules: Sendable>: Sendable {
  /// The sets in the order of their days; `since` is nil for the first one.
  public let sets: [(since: CivilDate?, rules: Rules)]

  /// Creates the first set, and later ones in the order of their days.
  public init(_ first: Rules, _ later: (since: CivilDate, rules: Rules)...) {
    sets = [(nil, first)] + later.map { ($0.since, $0.rules) }
  }

  /// The rules for a payment of that day.
  public func inForce(on day: CivilDate) -> Rules {
    sets.last { $0.since.map { $0 <= day } ?? true }?.rules ?? sets[0].rules
  }
}

extension Dated where Rules == Set<String> {
  /// Returns the reason for which a code is not in force on that day: expired, early, or in no set; nil if it is in
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
