package import Model
import Persistence
package import Storage

/// The inspection of the database: the file, its references, the ledger, the holds and the audit.
///
///     let inspection = Inspection(store: database)
///     let damage = try inspection.faults()  // empty for a sound file
package struct Inspection: Sendable {
  /// The findings about the ledger.
  package struct Ledger: Sendable, Equatable {
    /// The sums of one currency; both are zero in a sound ledger.
    package struct Sum: Sendable, Equatable {
      /// The currency.
      package let currency: Currency
      /// The sum of all entries, in minor units.
      package let entries: Int64
      /// The sum of all balances, in minor units.
      package let balances: Int64
    }

    /// The number of movements.
    package let movements: Int
    /// The sums of each currency.
    package let sums: [Sum]
    /// The accounts whose balance is not the sum of their entries.
    package let wrongBalances: [AccountNumber]
    /// The number of open holds.
    package let holds: Int
    /// The accounts that hold something else than the sum of their open holds, or more than a customer has.
    package let wrongHolds: [AccountNumber]
    /// The submissions that hold something and are not on their way from a signature to an execution, or that are and hold
    /// something else than they pay.
    package let strayHolds: [SubmissionID]
    /// The agreement of movements and audit.
    package let binding: LedgerWalk.Findings

    /// True if there is no fault.
    package var isSound: Bool {
      wrongBalances.isEmpty && wrongHolds.isEmpty && strayHolds.isEmpty && binding.count == 0
        && sums.allSatisfy { $0.entries == 0 && $0.balances == 0 }
    }

    /// The faults, one line each.
    package var faults: [String] {
      sums.filter { $0.entries != 0 || $0.balances != 0 }.map {
        "\($0.currency): entries add up to \($0.entries), balances to \($0.balances)"
      } + wrongBalances.map { "\($0): the balance is not the sum of its entries" }
        + wrongHolds.map { "\($0): its holds do not add up, or exceed the balance" }
        + strayHolds.map { "\($0): what it holds is not what it is to pay" } + binding.lines
    }
  }

  private let store: any Store

  /// Creates an inspection of `store`.
  package init(store: any Store) { self.store = store }

  /// Adds the ledger up, in one state of the database, and compares it with the audit. The audit's own hashes are not looked
  /// at, which takes the secret keys.
  package func ledger() throws -> Ledger {
    let binding = try binding()
    return try store.read { connection in
      try connection.snapshot {
        let table = LedgerDAO(connection)
        let holds = HoldDAO(connection)
        return Ledger(
          movements: try table.count(),
          sums: try table.sums().map { Ledger.Sum(currency: $0.currency, entries: $0.entries, balances: $0.balances) },
          wrongBalances: try table.wrongBalances(), holds: try holds.count(), wrongHolds: try holds.wrongHolds(),
          strayHolds: try holds.strays(), binding: binding)
      }
    }
  }

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

  /// Returns SQLite's findings about the file and its references; empty without any.
  package func faults() throws -> [String] { try damage() + brokenReferences() }

  /// Returns SQLite's findings about the file; empty without any.
  package func damage() throws -> [String] { try store.damage() }

  /// The rows whose references lead to nothing.
  package func brokenReferences() throws -> [String] { try store.brokenReferences() }
}

extension LedgerWalk.Findings {
  /// The faults, each in a line.
  package var lines: [String] {
    faults.map(\.description) + (count > faults.count ? ["and \(count - faults.count) more movements"] : [])
  }

  /// The exceptions in the binding of movements to the audit; nil if there are none.
  package var note: String? {
    if unbound > 0 { return "\(unbound) not bound to the audit yet: the next start of the server does it" }
    return older > 0 ? "\(older) by a program of the release before, bound by their amount alone" : nil
  }
}
