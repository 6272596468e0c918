package import Model
package import Essentials
package import Storage

/// The table of deals.
package struct DealDAO {
  /// Who added a deal, with which key and body.
  package struct Authorship: Sendable {
    /// The operator.
    package let author: PersonID
    /// The client's key for one tap.
    package let key: String
    /// The digest of the body that came with it.
    package let bodyDigest: [UInt8]

    /// An operator, a key and a digest.
    package init(author: PersonID, key: String, bodyDigest: [UInt8]) {
      (self.author, self.key, self.bodyDigest) = (author, key, bodyDigest)
    }
  }

  private static let table = Table(Deal.entity, beside: ["author", "idempotency_key", "body_digest"])
  private static let begun = Query(
    """
    SELECT \(table.columns) FROM deal
    WHERE id = $1 AND start_date <= $2 AND (ended_on IS NULL OR ended_on >= start_date)
    """)
  private static let byKey = Query(
    "SELECT \(table.columns), body_digest FROM deal WHERE author = $1 AND idempotency_key = $2")
  private static let current = Query(
    """
    SELECT \(table.columns) FROM deal WHERE start_date <= $1 AND end_date >= $1 AND ended_on IS NULL
      AND ($2 IS NULL OR (place, id) > (SELECT place, id FROM deal WHERE id = $2))
    ORDER BY place, id LIMIT $3
    """)
  private static let over = Query(
    """
    SELECT \(table.columns) FROM deal WHERE start_date <= $1 AND (end_date < $1 OR ended_on IS NOT NULL)
      AND (ended_on IS NULL OR ended_on >= start_date)
      AND ($2 IS NULL OR (end_date, id) < (SELECT end_date, id FROM deal WHERE id = $2))
    ORDER BY end_date DESC, id DESC LIMIT $3
    """)
  private static let page = Query(
    """
    SELECT \(table.columns) FROM deal WHERE $1 IS NULL OR (place, id) > (SELECT place, id FROM deal WHERE id = $1)
    ORDER BY place, id LIMIT $2
    """)
  private let connection: Connection

  /// The table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// The deal with `id`, whether it has begun or not.
  package func find(_ id: DealID) throws(StoreError) -> Deal? {
    try Self.table.find(id, on: connection)
  }

  /// The deal with `id`, where people see it: it has begun by `day`, and was not ended before.
  package func find(_ id: DealID, by day: CivilDate) throws(StoreError) -> Deal? {
    try connection.first(Self.begun, id, day, read: Self.table.read)
  }

  /// The deal that the author added with this key, and the digest of its body.
  package func find(key: String, author: PersonID) throws(StoreError) -> (deal: Deal, bodyDigest: [UInt8])? {
    try connection.first(Self.byKey, author, key) { (row) throws(StoreError) in
      (try Self.table.read(row), try row.get(Self.table.width))
    }
  }

  /// The deals that have begun by `day` and are not over then, in their order, behind the deal `after` only.
  package func current(on day: CivilDate, after: DealID?, limit: Int) throws(StoreError) -> [Deal] {
    try connection.all(Self.current, day, after, limit, read: Self.table.read)
  }

  /// The deals that people saw and that are over on `day`, those that ended last first, behind the deal `after` only.
  package func ended(by day: CivilDate, after: DealID?, limit: Int) throws(StoreError) -> [Deal] {
    try connection.all(Self.over, day, after, limit, read: Self.table.read)
  }

  /// All deals, begun or not, over or not, in their order, behind the deal `after` only.
  package func all(after: DealID?, limit: Int) throws(StoreError) -> [Deal] {
    try connection.all(Self.page, after, limit, read: Self.table.read)
  }

  /// The place behind all deals; the last that there is where a deal has it already, which the newer one then follows.
  package func nextPlace() throws(StoreError) -> Int {
    let last = Deal.entity.field(\.place).range?.upperBound ?? .max
    return try connection.first("SELECT min(coalesce(max(place), 0) + 1, $1) FROM deal", last) {
      (row) throws(StoreError) in try row.get(0)
    } ?? 1
  }

  /// Adds a deal; without an authorship it is nobody's.
  package func insert(_ deal: Deal, by authorship: Authorship? = nil) throws(StoreError) {
    try Self.table.insert(
      deal, beside: authorship?.author, authorship?.key, authorship?.bodyDigest, on: connection)
  }

  /// Stores what may change of a deal.
  package func update(_ deal: Deal) throws(StoreError) {
    _ = try Self.table.update(deal, on: connection)
  }

  /// Whether there is any deal, begun or not.
  package func isEmpty() throws(StoreError) -> Bool {
    try connection.first("SELECT 1 FROM deal LIMIT 1") { (row) throws(StoreError) in
      try row.get(0, as: Int.self)
    } == nil
  }
}
