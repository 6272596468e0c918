package import Model
import DataAccess
package import Storage

/// Consistency checks of the database.
package struct Inspection: Sendable {
  /// The findings about the ledger.
  package struct Ledger: Sendable, Equatable {
    /// The totals of one currency. Both are zero in a consistent ledger.
    package struct Sum: Sendable, Equatable {
      package let currency: Currency
      /// The sum of all entries, in minor units.
      package let entries: Int64
      /// The sum of all balances, in minor units.
      package let balances: Int64
    }

    package let movements: Int
    /// The totals of each currency.
    package let sums: [Sum]
    /// The accounts whose balance or received total differs from their entries.
    package let wrongBalances: [AccountNumber]
    /// The movements whose stored balances or received totals do not follow from the previous
    /// movements.
    let wrongKept: [Int64]
    /// The movements that do not store the latest time of the movements before them.
    let outOfOrder: [Int64]
    /// The newest movement of each submission that moved money more than once.
    let repeated: [Int64]
    /// The number of open holds.
    package let holds: Int
    /// The accounts whose held amount differs from the sum of their open holds, and customers'
    /// accounts that hold more than their balance.
    let wrongHolds: [AccountNumber]
    /// The submissions with a wrong hold:
    ///
    /// - Money is held, but the submission is not signed or has already ended.
    /// - The submission awaits execution, but nothing or a different amount is held.
    let strayHolds: [SubmissionID]
    /// The submissions whose delivery contradicts their state.
    let strayDeliveries: [SubmissionID]
    /// The comparison of the movements with the audit.
    package let binding: LedgerWalk.Findings

    /// True if the ledger has no faults.
    package var isSound: Bool {
      wrongBalances.isEmpty && wrongKept.isEmpty && outOfOrder.isEmpty && repeated.isEmpty && wrongHolds.isEmpty
        && strayHolds.isEmpty
        && strayDeliveries.isEmpty
        && binding.count == 0
        && sums.allSatisfy { $0.entries == 0 && $0.balances == 0 }
    }

    /// The faults, one per line.
    package var faults: [String] {
      sums.filter { $0.entries != 0 || $0.balances != 0 }.map {
        "\($0.currency): entries add up to \($0.entries), balances to \($0.balances)"
      } + wrongBalances.map { "\($0): the balance is not the sum of its entries" }
        + Self.named(wrongKept, "stores totals that do not follow from the previous movements")
        + Self.named(outOfOrder, "does not store the latest time of the movements before it")
        + Self.named(repeated, "is not the only movement of its submission")
        + wrongHolds.map { "\($0): the held amount differs from the open holds or exceeds the balance" }
        + strayHolds.map { "\($0): the held amount differs from the amount to pay" }
        + strayDeliveries.map { "\($0): the state of its delivery contradicts the submission" } + binding.lines
    }

    /// Returns a line for each of the first movements, and the number of the others.
    private static func named(_ movements: [Int64], _ fault: String) -> [String] {
      let first = movements.prefix(LedgerWalk.maxFaults).map { "movement \($0) \(fault)" }
      return movements.count > first.count ? first + ["and \(movements.count - first.count) more"] : first
    }
  }

  private let store: any Store

  package init(store: any Store) { self.store = store }

  /// Compares the ledger with the audit, and then adds it up in one snapshot of the database.
  ///
  /// The comparison is not part of the snapshot. It covers the movements that exist when it begins.
  /// Does not verify the hashes of the audit, which requires the secret keys.
  package func ledger() throws -> Ledger {
    let binding = try binding()
    return try store.read { connection in
      try connection.snapshot {
        let table = LedgerDAO(connection)
        let holds = HoldDAO(connection)
        return Ledger(
          movements: try table.count(),
          sums: try table.sums().map { Ledger.Sum(currency: $0.currency, entries: $0.entries, balances: $0.balances) },
          wrongBalances: try table.wrongBalances(), wrongKept: try table.wrongKept(),
          outOfOrder: try table.outOfOrder(), repeated: try table.repeated(),
          holds: try holds.count(), wrongHolds: try holds.wrongHolds(),
          strayHolds: try holds.strays(), strayDeliveries: try DeliveryDAO(connection).strays(), binding: binding)
      }
    }
  }

  /// Returns damage and broken references of the database.
  package func faults() throws -> [String] { try damage() + brokenReferences() }

  /// Returns the damage that the engine finds in the database.
  package func damage() throws -> [String] { try store.damage() }

  /// Returns the rows whose foreign keys refer to missing rows.
  package func brokenReferences() throws -> [String] { try store.brokenReferences() }

  private func binding() throws -> LedgerWalk.Findings {
    let walk = try LedgerWalk(store)
    var place: Int64 = .min
    while true {
      let page = try store.read { [place] in try AuditDAO($0).moving(after: place, limit: 1000) }
      for record in page { try walk.take(record) }
      guard let last = page.last else { return try walk.findings() }
      place = last.sequence
    }
  }
}

extension LedgerWalk.Findings {
  /// The faults, one per line.
  package var lines: [String] {
    faults.map(\.description) + (count > faults.count ? ["and \(count - faults.count) more movements"] : [])
  }

  /// A note on movements that are not bound to the audit yet, or otherwise on movements of an
  /// earlier release; nil without both. Such movements are not faults.
  package var note: String? {
    if unbound > 0 { return "\(unbound) not bound to the audit yet; the next start of the server binds them" }
    return older > 0 ? "\(older) by the previous release, bound by their amount only" : nil
  }
}
