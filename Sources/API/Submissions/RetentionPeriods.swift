import Atoms
package import Operations
package import Model

extension Catalog {
  /// The retention periods of submissions by operation id. Operations without `keeping` are absent.
  package var retentionPeriods: [String: RetentionPeriod] {
    Dictionary(
      uniqueKeysWithValues: operations.compactMap { operation in
        operation.keeping.map { (operation.id, RetentionPeriod($0)) }
      })
  }
}

extension RetentionPeriod {
  init(_ rule: RetentionRule) {
    switch rule.span {
    case .years(let years): self = .years(years)
    case .days(let days): self = .days(days)
    }
  }
}
