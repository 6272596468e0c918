package import Model
package import SQLite

/// The table of deals.
package struct DealDAO {
  private let connection: Connection

  /// The table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// The deal with `id`, where it has begun by `day`.
  package func find(_ id: DealID, by day: CivilDate) throws(SQLiteError) -> Deal? {
    try connection.first(
      """
      SELECT id, title_ru, title_en, subtitle_ru, subtitle_en, start_date, end_date, place
      FROM deal WHERE id = $1 AND start_date <= $2
      """, id, day, read: Self.read)
  }

  /// The deals that have begun by `day` and are not over then, in their order, behind the deal `after` only.
  package func current(on day: CivilDate, after: DealID?, limit: Int) throws(SQLiteError) -> [Deal] {
    try connection.all(
      """
      SELECT id, title_ru, title_en, subtitle_ru, subtitle_en, start_date, end_date, place
      FROM deal WHERE start_date <= $1 AND end_date >= $1
        AND ($2 IS NULL OR (place, id) > (SELECT place, id FROM deal WHERE id = $2))
      ORDER BY place, id LIMIT $3
      """, day, after, limit, read: Self.read)
  }

  /// The deals that are over on `day`, those that ended last first, behind the deal `after` only.
  package func ended(by day: CivilDate, after: DealID?, limit: Int) throws(SQLiteError) -> [Deal] {
    try connection.all(
      """
      SELECT id, title_ru, title_en, subtitle_ru, subtitle_en, start_date, end_date, place
      FROM deal WHERE end_date < $1 AND ($2 IS NULL OR (end_date, id) < (SELECT end_date, id FROM deal WHERE id = $2))
      ORDER BY end_date DESC, id DESC LIMIT $3
      """, day, after, limit, read: Self.read)
  }

  /// Adds a deal.
  package func insert(_ deal: Deal, at instant: Instant) throws(SQLiteError) {
    try connection.execute(
      """
      INSERT INTO deal (id, title_ru, title_en, subtitle_ru, subtitle_en, start_date, end_date, place, created)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      """,
      deal.id, deal.title.ru, deal.title.en, deal.subtitle.ru, deal.subtitle.en, deal.start, deal.end, deal.place,
      instant)
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
      place: try row.get(7))
  }
}
