package import Model
import Persistence
package import SQLite

/// What the bank offers. A deal is the same for everybody, and is not there before its first day.
package struct Deals: Sendable {
  private let database: Database

  /// Deals in `database`.
  package init(database: Database) { self.database = database }

  /// The deal with `id`, where it has begun by `day`.
  package func find(_ id: DealID, on day: CivilDate) throws -> Deal? {
    try database.read { try DealDAO($0).find(id, by: day) }
  }

  /// A page of the deals that are current on `day`, in their order: what comes behind `after`.
  package func current(on day: CivilDate, after: DealID? = nil, limit: Int) throws -> Page<Deal, DealID> {
    let deals = try database.read { try DealDAO($0).current(on: day, after: after, limit: limit + 1) }
    return Page(deals, limit: limit) { $0.id }
  }

  /// A page of the deals that are over on `day`, those that ended last first: what comes behind `after`.
  package func ended(by day: CivilDate, after: DealID? = nil, limit: Int) throws -> Page<Deal, DealID> {
    let deals = try database.read { try DealDAO($0).ended(by: day, after: after, limit: limit + 1) }
    return Page(deals, limit: limit) { $0.id }
  }
}
