package import Model
import DataAccess
package import Storage

/// Checks whether the database is sound.
///
///     let ledger = try services.inspection.ledger()
///     for fault in ledger.faults + (try services.inspection.faults()) { print(fault) }
package struct Inspection: Sendable {
  /// The findings about the ledger.
  package struct Ledger: Sendable, Equatable {
    /// The totals of one currency; both are zero in a sound ledger.
    package struct Sum: Sendable, Equatable {
      /// The currency.
      package let currency: Currency
      /// The sum of all entries, in minor units.
      package let entries: Int64
      /// The sum of all balances, in minor units.
      package let balances: Int64
    }

    /// Count of movements.
    package let movements: Int
    /// The totals of each currency.
    package let sums: [Sum]
    /// The accounts whose balance is not the sum of their entries, or which did not receive what they say.
    package let wrongBalances: [AccountNumber]
    /// The movements that keep something else than their accounts had after them.
    let wrongKept: [Int64]
    /// The movements that do not keep the latest time of those before them.
    let outOfOrder: [Int64]
    /// The newest movement of each submission that moved money more than once.
    let repeated: [Int64]
    /// Count of open holds.
    package let holds: Int
    /// The accounts whose held amount is not the sum of their open holds, and customers' accounts that hold more than
    /// they have.
    let wrongHolds: [AccountNumber]
    /// The submissions with a wrong hold.
    ///
    /// - They hold something and do not await execution after a signature.
    /// - They do await it, and hold nothing or another amount than they pay.
    let strayHolds: [SubmissionID]
    /// The submissions whose delivery contradicts their state.
    let strayDeliveries: [SubmissionID]
    /// The agreement of the movements with the audit.
    package let binding: LedgerWalk.Findings

    /// True if nothing is wrong.
    package var isSound: Bool {
      wrongBalances.isEmpty && wrongKept.isEmpty && outOfOrder.isEmpty && repeated.isEmpty && wrongHolds.isEmpty
        && strayHolds.isEmpty
        && strayDeliveries.isEmpty
        && binding.count == 0
        && sums.allSatisfy { $0.entries == 0 && $0.balances == 0 }
    }

    /// The faults, each in a line.
    package var faults: [String] {
      sums.filter { $0.entries != 0 || $0.balances != 0 }.map {
        "\($0.currency): entries add up to \($0.entries), balances to \($0.balances)"
      } + wrongBalances.map { "\($0): the balance is not the sum of its entries" }
        + Self.named(wrongKept, "keeps something else than its accounts had after it")
        + Self.named(outOfOrder, "does not keep the latest time of those before it")
        + Self.named(repeated, "is not the only one of its submission")
        + wrongHolds.map { "\($0): its holds do not add up, or exceed the balance" }
        + strayHolds.map { "\($0): what it holds is not what it is to pay" }
        + strayDeliveries.map { "\($0): its delivery is in another state" } + binding.lines
    }

    /// The first of the movements with what is wrong with them, each in a line.
    private static func named(_ movements: [Int64], _ fault: String) -> [String] {
      let first = movements.prefix(LedgerWalk.maxFaults).map { "movement \($0) \(fault)" }
      return movements.count > first.count ? first + ["and \(movements.count - first.count) more"] : first
    }
  }

  private let store: any Store

  /// Inspects `store`.
  package init(store: any Store) { self.store = store }

  /// Adds the ledger up in one state of the database, and compares it with the audit.
  ///
  /// The audit's own hashes are not verified: that takes the secret keys.
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

  /// The faults that the engine finds in the file and its references; empty if there are none.
  package func faults() throws -> [String] { try damage() + brokenReferences() }

  /// The faults that the engine finds in the file; empty if there are none.
  package func damage() throws -> [String] { try store.damage() }

  /// The rows whose foreign keys refer to nothing.
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
  /// The faults, each in a line.
  package var lines: [String] {
    faults.map(\.description) + (count > faults.count ? ["and \(count - faults.count) more movements"] : [])
  }

  /// A note on movements without a record of their own; nil if there is nothing to say.
  package var note: String? {
    if unbound > 0 { return "\(unbound) not bound to the audit yet: the next start of the server does it" }
    return older > 0 ? "\(older) by a program of the release before, bound by their amount alone" : nil
  }
}
