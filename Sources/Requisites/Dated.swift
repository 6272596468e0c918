/// Rules that change with time: what was in force first, and each later set with the day from which it is.
///
/// The day of the payment selects the set, never the day on which somebody asks.
public struct Dated<Rules: Sendable>: Sendable {
  /// A set with the day from which it is in force; nil for the first one.
  public let sets: [(since: Day?, rules: Rules)]

  /// The first set, and later ones in the order of their days.
  public init(_ first: Rules, _ later: (since: Day, rules: Rules)...) {
    sets = [(nil, first)] + later.map { ($0.since, $0.rules) }
  }

  /// The rules for a payment of that day.
  public func inForce(on day: Day) -> Rules {
    sets.last { $0.since.map { $0 <= day } ?? true }?.rules ?? sets[0].rules
  }
}

extension Dated where Rules == Set<String> {
  /// Why a code is none of those in force on that day, or nil: never one, one no more, or one only later.
  func fault(of code: String, on day: Day) -> Reason? {
    if inForce(on: day).contains(code) { return nil }
    let holding = sets.indices.filter { sets[$0].rules.contains(code) }
    if let last = holding.last(where: { (sets[$0].since ?? day) <= day }), let end = sets[last + 1].since {
      return .expired(code, since: end)
    }
    if let next = holding.first, let since = sets[next].since { return .early(code, since: since) }
    return .unlisted(code)
  }

  /// Every code that is or ever was one.
  var ever: Set<String> { sets.reduce(into: []) { $0.formUnion($1.rules) } }
}
