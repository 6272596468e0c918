package import Model
package import SQLite

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

  private let connection: Connection

  /// The table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// The deal with `id`, whether it has begun or not.
  package func find(_ id: DealID) throws(SQLiteError) -> Deal? {
    try connection.first(
      """
      SELECT id, title_ru, title_en, subtitle_ru, subtitle_en, start_date, end_date, place, ended_on, announced,
        created, changed
      FROM deal WHERE id = $1
      """, id, read: Self.read)
  }

  /// The deal with `id`, where people see it: it has begun by `day`, and was not ended before.
  package func find(_ id: DealID, by day: CivilDate) throws(SQLiteError) -> Deal? {
    try connection.first(
      """
      SELECT id, title_ru, title_en, subtitle_ru, subtitle_en, start_date, end_date, place, ended_on, announced,
        created, changed
      FROM deal WHERE id = $1 AND start_date <= $2 AND (ended_on IS NULL OR ended_on >= start_date)
      """, id, day, read: Self.read)
  }

  /// The deal that the author added with this key, and the digest of its body.
  package func find(key: String, author: PersonID) throws(SQLiteError) -> (deal: Deal, bodyDigest: [UInt8])? {
    try connection.first(
      """
      SELECT id, title_ru, title_en, subtitle_ru, subtitle_en, start_date, end_date, place, ended_on, announced,
        created, changed, body_digest
      FROM deal WHERE author = $1 AND idempotency_key = $2
      """, author, key
    ) { (row) throws(SQLiteError) in (try Self.read(row), try row.get(12)) }
  }

  /// The deals that have begun by `day` and are not over then, in their order, behind the deal `after` only.
  package func current(on day: CivilDate, after: DealID?, limit: Int) throws(SQLiteError) -> [Deal] {
    try connection.all(
      """
      SELECT id, title_ru, title_en, subtitle_ru, subtitle_en, start_date, end_date, place, ended_on, announced,
        created, changed
      FROM deal WHERE start_date <= $1 AND end_date >= $1 AND ended_on IS NULL
        AND ($2 IS NULL OR (place, id) > (SELECT place, id FROM deal WHERE id = $2))
      ORDER BY place, id LIMIT $3
      """, day, after, limit, read: Self.read)
  }

  /// The deals that people saw and that are over on `day`, those that ended last first, behind the deal `after` only.
  package func ended(by day: CivilDate, after: DealID?, limit: Int) throws(SQLiteError) -> [Deal] {
    try connection.all(
      """
      SELECT id, title_ru, title_en, subtitle_ru, subtitle_en, start_date, end_date, place, ended_on, announced,
        created, changed
      FROM deal WHERE start_date <= $1 AND (end_date < $1 OR ended_on IS NOT NULL)
        AND (ended_on IS NULL OR ended_on >= start_date)
        AND ($2 IS NULL OR (end_date, id) < (SELECT end_date, id FROM deal WHERE id = $2))
      ORDER BY end_date DESC, id DESC LIMIT $3
      """, day, after, limit, read: Self.read)
  }

  /// All deals, begun or not, over or not, in their order, behind the deal `after` only.
  package func all(after: DealID?, limit: Int) throws(SQLiteError) -> [Deal] {
    try connection.all(
      """
      SELECT id, title_ru, title_en, subtitle_ru, subtitle_en, start_date, end_date, place, ended_on, announced,
        created, changed
      FROM deal WHERE $1 IS NULL OR (place, id) > (SELECT place, id FROM deal WHERE id = $1)
      ORDER BY place, id LIMIT $2
      """, after, limit, read: Self.read)
  }

  /// The place behind all deals.
  package func nextPlace() throws(SQLiteError) -> Int {
    try connection.first("SELECT coalesce(max(place), 0) + 1 FROM deal") { (row) throws(SQLiteError) in
      try row.get(0)
    } ?? 1
  }

  /// Adds a deal; without an authorship it is nobody's.
  package func insert(_ deal: Deal, by authorship: Authorship? = nil) throws(SQLiteError) {
    try connection.execute(
      """
      INSERT INTO deal (id, title_ru, title_en, subtitle_ru, subtitle_en, start_date, end_date, place, ended_on,
        announced, created, changed, author, idempotency_key, body_digest)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
      """,
      deal.id, deal.title.ru, deal.title.en, deal.subtitle.ru, deal.subtitle.en, deal.start, deal.end, deal.place,
      deal.endedOn, deal.announced, deal.created, deal.changed, authorship?.author, authorship?.key,
      authorship?.bodyDigest)
  }

  /// Stores what may change of a deal.
  package func update(_ deal: Deal) throws(SQLiteError) {
    try connection.execute(
      """
      UPDATE deal SET title_ru = $2, title_en = $3, subtitle_ru = $4, subtitle_en = $5, start_date = $6, end_date = $7,
        place = $8, ended_on = $9, announced = $10, changed = $11
      WHERE id = $1
      """,
      deal.id, deal.title.ru, deal.title.en, deal.subtitle.ru, deal.subtitle.en, deal.start, deal.end, deal.place,
      deal.endedOn, deal.announced, deal.changed)
  }

  /// Whether there is any deal, begun or not.
  package func isEmpty() throws(SQLiteError) -> Bool {
    try connection.first("SELECT 1 FROM deal LIMIT 1") { (row) throws(SQLiteError) in
      try row.get(0, as: Int.self)
    } == nil
  }

  private static func read(_ row: Row) throws(SQLiteError) -> Deal {
    Deal(
      id: try row.get(0), title: Deal.Text(ru: try row.get(1), en: try row.get(2)),
      subtitle: Deal.Text(ru: try row.get(3), en: try row.get(4)), start: try row.get(5), end: try row.get(6),
      place: try row.get(7), endedOn: try row.get(8), announced: try row.get(9), created: try row.get(10),
      changed: try row.get(11))
  }
}
