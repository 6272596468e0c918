package import Model
package import Essentials
package import Storage

/// The table of what people have done with deals, and the notifications that follow from it. Every row is reached
/// through its owner.
package struct DealMarkDAO {
  private let connection: Connection

  /// The table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Those of the deals that the person has seen.
  package func seen(person: PersonID) throws(StoreError) -> Set<DealID> {
    Set(
      try connection.all("SELECT deal FROM deal_mark WHERE person = $1 AND seen IS NOT NULL", person) {
        (row) throws(StoreError) in try row.get(0, as: DealID.self)
      })
  }

  /// Whether the person has seen the deal.
  package func isSeen(_ deal: DealID, person: PersonID) throws(StoreError) -> Bool {
    try connection.first(
      "SELECT 1 FROM deal_mark WHERE person = $1 AND deal = $2 AND seen IS NOT NULL", person, deal
    ) { (row) throws(StoreError) in try row.get(0, as: Int.self) } != nil
  }

  /// Notes that the person has seen the deal; the first time stands.
  package func markSeen(_ deal: DealID, person: PersonID, at instant: Instant) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO deal_mark (person, deal, seen) VALUES ($1, $2, $3)
      ON CONFLICT (person, deal) DO UPDATE SET seen = coalesce(seen, excluded.seen)
      """, person, deal, instant)
  }

  /// Notes that the person has read the notification of the deal; the first time stands.
  package func markRead(_ deal: DealID, person: PersonID, at instant: Instant) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO deal_mark (person, deal, read) VALUES ($1, $2, $3)
      ON CONFLICT (person, deal) DO UPDATE SET read = coalesce(read, excluded.read)
      """, person, deal, instant)
  }

  /// Notes that the person wants to see the notification of the deal no more.
  package func dismiss(_ deal: DealID, person: PersonID, at instant: Instant) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO deal_mark (person, deal, dismissed) VALUES ($1, $2, $3)
      ON CONFLICT (person, deal) DO UPDATE SET dismissed = coalesce(dismissed, excluded.dismissed)
      """, person, deal, instant)
  }

  /// The person's notifications at `instant` on `day`, the last announced first, behind that of the deal `after` only:
  /// of the deals that are current, those that were announced while the person wanted to be told, and not dismissed.
  package func notifications(
    person: PersonID, at instant: Instant, on day: CivilDate, after: DealID?, limit: Int
  ) throws(StoreError) -> [DealNotification] {
    try connection.all(
      """
      SELECT deal.id, title_ru, title_en, subtitle_ru, subtitle_en, announced, coalesce(mark.read, mark.seen) IS NOT NULL
      FROM deal LEFT JOIN deal_mark AS mark ON mark.person = $1 AND mark.deal = deal.id
      WHERE announced <= $2 AND start_date <= $3 AND end_date >= $3 AND ended_on IS NULL AND mark.dismissed IS NULL
        AND EXISTS (SELECT 1 FROM push_period
          WHERE person = $1 AND begun <= deal.announced AND (ended IS NULL OR ended > deal.announced))
        AND ($4 IS NULL OR (announced, deal.id) < (SELECT announced, id FROM deal WHERE id = $4))
      ORDER BY announced DESC, deal.id DESC LIMIT $5
      """, person, instant, day, after, limit
    ) { (row) throws(StoreError) in
      DealNotification(
        deal: try row.get(0), title: Deal.Text(ru: try row.get(1), en: try row.get(2)),
        subtitle: Deal.Text(ru: try row.get(3), en: try row.get(4)), announced: try row.get(5),
        isRead: try row.get(6))
    }
  }

  /// How many of the person's notifications are not read.
  package func unread(person: PersonID, at instant: Instant, on day: CivilDate) throws(StoreError) -> Int {
    try connection.first(
      """
      SELECT count(*) FROM deal LEFT JOIN deal_mark AS mark ON mark.person = $1 AND mark.deal = deal.id
      WHERE announced <= $2 AND start_date <= $3 AND end_date >= $3 AND ended_on IS NULL
        AND coalesce(mark.dismissed, mark.read, mark.seen) IS NULL
        AND EXISTS (SELECT 1 FROM push_period
          WHERE person = $1 AND begun <= deal.announced AND (ended IS NULL OR ended > deal.announced))
      """, person, instant, day
    ) { (row) throws(StoreError) in try row.get(0) } ?? 0
  }

  /// Whether the notification of the deal is one of the person's at `instant` on `day`.
  package func isNotified(
    _ deal: DealID, person: PersonID, at instant: Instant, on day: CivilDate
  ) throws(StoreError) -> Bool {
    try connection.first(
      """
      SELECT 1 FROM deal LEFT JOIN deal_mark AS mark ON mark.person = $1 AND mark.deal = deal.id
      WHERE deal.id = $4 AND announced <= $2 AND start_date <= $3 AND end_date >= $3 AND ended_on IS NULL
        AND mark.dismissed IS NULL
        AND EXISTS (SELECT 1 FROM push_period
          WHERE person = $1 AND begun <= deal.announced AND (ended IS NULL OR ended > deal.announced))
      """, person, instant, day, deal
    ) { (row) throws(StoreError) in try row.get(0, as: Int.self) } != nil
  }
}
