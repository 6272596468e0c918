package import Model
import Persistence
package import SQLite

/// Whether the database is what it should be.
package struct Inspection: Sendable {
  /// What the ledger was found to be.
  package struct Ledger: Sendable, Equatable {
    /// What one currency adds up to; both are zero in a sound ledger.
    package struct Sum: Sendable, Equatable {
      /// The currency.
      package let currency: Currency
      /// The sum of all entries, in minor units.
      package let entries: Int64
      /// The sum of all balances, in minor units.
      package let balances: Int64
    }

    /// How many movements there are.
    package let movements: Int
    /// What each currency adds up to.
    package let sums: [Sum]
    /// The accounts whose balance is not the sum of their entries.
    package let wrongBalances: [AccountNumber]
    /// How many holds are open.
    package let holds: Int
    /// The accounts that hold something else than the sum of their open holds, or more than a customer has.
    package let wrongHolds: [AccountNumber]
    /// The submissions that hold something and are not on their way from a signature to an execution.
    package let strayHolds: [SubmissionID]

    /// Whether all is as it should be.
    package var isSound: Bool {
      wrongBalances.isEmpty && wrongHolds.isEmpty && strayHolds.isEmpty
        && sums.allSatisfy { $0.entries == 0 && $0.balances == 0 }
    }

    /// What is not as it should be, each in a line.
    package var faults: [String] {
      sums.filter { $0.entries != 0 || $0.balances != 0 }.map {
        "\($0.currency): entries add up to \($0.entries), balances to \($0.balances)"
      } + wrongBalances.map { "\($0): the balance is not the sum of its entries" }
        + wrongHolds.map { "\($0): its holds do not add up, or exceed the balance" }
        + strayHolds.map { "\($0): holds money and is not signed" }
    }
  }

  private let database: Database

  /// Looks at `database`.
  package init(database: Database) { self.database = database }

  /// Adds the ledger up, in one state of the database.
  package func ledger() throws -> Ledger {
    try database.read { connection in
      try connection.snapshot {
        let table = LedgerDAO(connection)
        let holds = HoldDAO(connection)
        return Ledger(
          movements: try table.count(),
          sums: try table.sums().map { Ledger.Sum(currency: $0.currency, entries: $0.entries, balances: $0.balances) },
          wrongBalances: try table.wrongBalances(), holds: try holds.count(), wrongHolds: try holds.wrongHolds(),
          strayHolds: try holds.strays())
      }
    }
  }

  /// What SQLite finds wrong with the file and its references; empty where nothing is.
  package func faults() throws -> [String] { try damage() + brokenReferences() }

  /// What SQLite finds wrong with the file; empty where nothing is.
  package func damage() throws -> [String] { try database.read { try $0.damage() } }

  /// The rows whose references lead to nothing.
  package func brokenReferences() throws -> [String] { try database.read { try $0.brokenReferences() } }
}
