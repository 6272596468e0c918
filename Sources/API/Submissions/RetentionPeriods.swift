import Atoms
package import Operations
package import Model

extension Catalog {
  /// The time for which submissions are kept, by operation id; operations without `keeping` are absent.
  package var retentionPeriods: [String: RetentionPeriod] {
    Dictionary(
      uniqueKeysWithValues: operations.compactMap { operation in
        operation.keeping.map { (operation.id, RetentionPeriod($0)) }
      })
  }
}

extension RetentionPeriod {
  /// Creates the period for which an operation's submissions are kept.
  init(_ rule: RetentionRule) {
    switch rule.span {
    case .years(let years): self = .years(years)
    case .days(let days): self = .days(days)
    }
  }
}
