package import Dates
package import Model
package import Storage

/// The table of deals.
package struct DealDAO {
  /// The operator who added a deal, with the key and the body of the request.
  package struct Authorship: Sendable {
    let author: PersonID
    /// The idempotency key of the request.
    package let key: String
    /// The digest of the request body.
    package let bodyDigest: [UInt8]

    package init(author: PersonID, key: String, bodyDigest: [UInt8]) {
      (self.author, self.key, self.bodyDigest) = (author, key, bodyDigest)
    }
  }

  static let table = Table(Deal.entity, extraColumns: ["author", "idempotency_key", "body_digest"])
  private static let begun = Query(
    """
    SELECT \(table.columns) FROM deal
    WHERE id = $1 AND start_date <= $2 AND (ended_on IS NULL OR ended_on >= start_date)
    """)
  private static let byKey = Query(
    "SELECT \(table.columns), body_digest FROM deal WHERE author = $1 AND idempotency_key = $2")
  /// Selects the current deals and then sorts them. `+place` prevents the use of an index on
  /// `place`, which would also read all ended deals.
  private static let current = Query(
    """
    SELECT \(table.columns), EXISTS (SELECT 1 FROM deal_mark WHERE person = $4 AND deal = deal.id AND seen IS NOT NULL)
    FROM deal WHERE end_date >= $1 AND ended_on IS NULL AND start_date <= $1
      AND (+place, id) > (
        coalesce((SELECT place FROM deal WHERE id = $2), CASE WHEN $2 IS NULL THEN -1 END), coalesce($2, ''))
    ORDER BY +place, id LIMIT $3
    """)
  private static let over = Query(
    """
    SELECT \(table.columns), EXISTS (SELECT 1 FROM deal_mark WHERE person = $4 AND deal = deal.id AND seen IS NOT NULL)
    FROM deal WHERE start_date <= $1 AND (end_date < $1 OR ended_on IS NOT NULL)
      AND (ended_on IS NULL OR ended_on >= start_date)
      AND (end_date, id) < (
        coalesce((SELECT end_date FROM deal WHERE id = $2), CASE WHEN $2 IS NULL THEN 'z' END), coalesce($2, 'z'))
    ORDER BY end_date DESC, id DESC LIMIT $3
    """)
  private static let page = Query(
    """
    SELECT \(table.columns), EXISTS (SELECT 1 FROM deal_mark WHERE person = $3 AND deal = deal.id AND seen IS NOT NULL)
    FROM deal WHERE (place, id) > (
      coalesce((SELECT place FROM deal WHERE id = $1), CASE WHEN $1 IS NULL THEN -1 END), coalesce($1, ''))
    ORDER BY place, id LIMIT $2
    """)
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns the deal with `id` in any state; nil if it does not exist.
  package func find(_ id: DealID) throws(StoreError) -> Deal? {
    try Self.table.find(id, on: connection)
  }

  /// Returns the deal with `id` if it is visible: it began by `day` and was not ended before its
  /// first day.
  package func find(_ id: DealID, by day: CivilDate) throws(StoreError) -> Deal? {
    try connection.first(Self.begun, id, day, read: Self.table.read)
  }

  /// Returns the author's deal with this idempotency key, and the digest of its body.
  package func find(key: String, author: PersonID) throws(StoreError) -> (deal: Deal, bodyDigest: [UInt8])? {
    try connection.first(Self.byKey, author, key) { (row) throws(StoreError) in
      (try Self.table.read(row), try row.get(Self.table.width))
    }
  }

  /// Returns the deals that are current on `day`, in order, after the deal `after`.
  package func current(
    on day: CivilDate, seenBy person: PersonID?, after: DealID?, limit: Int
  ) throws(StoreError) -> [(deal: Deal, isSeen: Bool)] {
    try connection.all(Self.current, day, after, limit, person, read: Self.readSeen)
  }

  /// Returns the visible deals that have ended by `day`, the latest last day first, after the deal
  /// `after`.
  package func ended(
    by day: CivilDate, seenBy person: PersonID?, after: DealID?, limit: Int
  ) throws(StoreError) -> [(deal: Deal, isSeen: Bool)] {
    try connection.all(Self.over, day, after, limit, person, read: Self.readSeen)
  }

  /// Returns all deals in any state, in order, after the deal `after`.
  package func all(
    seenBy person: PersonID?, after: DealID?, limit: Int
  ) throws(StoreError) -> [(deal: Deal, isSeen: Bool)] {
    try connection.all(Self.page, after, limit, person, read: Self.readSeen)
  }

  private static func readSeen(_ row: Row) throws(StoreError) -> (deal: Deal, isSeen: Bool) {
    (try table.read(row), try row.get(table.width))
  }

  /// Returns the position after all deals. If the range of positions is exhausted, returns the last
  /// position, which several deals can share.
  package func nextPlace() throws(StoreError) -> Int {
    let end = Deal.entity.field(\.place).range?.upperBound ?? .max
    let last = try connection.first("SELECT coalesce(max(place), 0) FROM deal") { (row) throws(StoreError) in
      try row.get(0, as: Int64.self)
    }
    return Int(min(last ?? 0, end - 1) + 1)
  }

  /// Adds a deal. `authorship` is nil for demo data.
  package func insert(_ deal: Deal, by authorship: Authorship? = nil) throws(StoreError) {
    try Self.table.insert(
      deal, extraValues: authorship?.author, authorship?.key, authorship?.bodyDigest, on: connection)
  }

  /// Stores the changing fields of a deal.
  package func update(_ deal: Deal) throws(StoreError) {
    _ = try Self.table.update(deal, on: connection)
  }

  /// Returns true if no deal exists.
  package func isEmpty() throws(StoreError) -> Bool {
    try connection.first("SELECT 1 FROM deal LIMIT 1") { (row) throws(StoreError) in
      try row.get(0, as: Int.self)
    } == nil
  }
}

/// The table of people's marks on deals, and the notifications derived from it. Every row is
/// accessed through its owner.
package struct DealMarkDAO {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns true if the person has seen the deal.
  package func isSeen(_ deal: DealID, person: PersonID) throws(StoreError) -> Bool {
    try connection.first(
      "SELECT 1 FROM deal_mark WHERE person = $1 AND deal = $2 AND seen IS NOT NULL", person, deal
    ) { (row) throws(StoreError) in try row.get(0, as: Int.self) } != nil
  }

  /// Stores that the person has seen the deal. A time that is already stored is kept.
  package func markSeen(_ deal: DealID, person: PersonID, at instant: Instant) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO deal_mark (person, deal, seen) VALUES ($1, $2, $3)
      ON CONFLICT (person, deal) DO UPDATE SET seen = coalesce(deal_mark.seen, excluded.seen)
      """, person, deal, instant)
  }

  /// Stores that the person has read the notification of the deal. A time that is already stored is
  /// kept.
  package func markRead(_ deal: DealID, person: PersonID, at instant: Instant) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO deal_mark (person, deal, read) VALUES ($1, $2, $3)
      ON CONFLICT (person, deal) DO UPDATE SET read = coalesce(deal_mark.read, excluded.read)
      """, person, deal, instant)
  }

  /// Stores that the person has dismissed the notification of the deal.
  package func dismiss(_ deal: DealID, person: PersonID, at instant: Instant) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO deal_mark (person, deal, dismissed) VALUES ($1, $2, $3)
      ON CONFLICT (person, deal) DO UPDATE SET dismissed = coalesce(deal_mark.dismissed, excluded.dismissed)
      """, person, deal, instant)
  }

  /// Returns the person's notifications at `instant` on `day` after the notification of the deal
  /// `after`, newest first.
  ///
  /// A deal has a notification if:
  /// - it is current,
  /// - it was announced while the person requested notifications,
  /// - the person has not dismissed it.
  package func notifications(
    person: PersonID, at instant: Instant, on day: CivilDate, after: DealID?, limit: Int
  ) throws(StoreError) -> [DealNotification] {
    try connection.all(
      """
      SELECT deal.id, title_ru, title_en, subtitle_ru, subtitle_en, announced, coalesce(mark.read, mark.seen) IS NOT NULL
      FROM deal LEFT JOIN deal_mark AS mark ON mark.person = $1 AND mark.deal = deal.id
      WHERE +announced <= $2 AND start_date <= $3 AND end_date >= $3 AND ended_on IS NULL AND mark.dismissed IS NULL
        AND EXISTS (SELECT 1 FROM push_period
          WHERE person = $1 AND begun <= deal.announced AND (ended IS NULL OR ended > deal.announced))
        AND (CAST($4 AS text) IS NULL OR (+announced, deal.id) < (SELECT announced, id FROM deal WHERE id = $4))
      ORDER BY +announced DESC, deal.id DESC LIMIT $5
      """, person, instant, day, after, limit
    ) { (row) throws(StoreError) in
      DealNotification(
        deal: try row.get(0), title: Deal.Text(ru: try row.get(1), en: try row.get(2)),
        subtitle: Deal.Text(ru: try row.get(3), en: try row.get(4)), announced: try row.get(5),
        isRead: try row.get(6))
    }
  }

  /// Returns the number of the person's unread notifications.
  package func unread(person: PersonID, at instant: Instant, on day: CivilDate) throws(StoreError) -> Int {
    try connection.first(
      """
      SELECT count(*) FROM deal LEFT JOIN deal_mark AS mark ON mark.person = $1 AND mark.deal = deal.id
      WHERE +announced <= $2 AND start_date <= $3 AND end_date >= $3 AND ended_on IS NULL
        AND coalesce(mark.dismissed, mark.read, mark.seen) IS NULL
        AND EXISTS (SELECT 1 FROM push_period
          WHERE person = $1 AND begun <= deal.announced AND (ended IS NULL OR ended > deal.announced))
      """, person, instant, day
    ) { (row) throws(StoreError) in try row.get(0) } ?? 0
  }

  /// Returns true if the person has a notification of the deal at `instant` on `day`.
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

/// The table of the pages of deals.
package struct DealPageDAO {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns the pages of a deal in order.
  package func all(of deal: DealID) throws(StoreError) -> [DealPage] {
    try connection.all(
      "SELECT title_ru, title_en, text_ru, text_en, image FROM deal_page WHERE deal = $1 ORDER BY place", deal
    ) { (row) throws(StoreError) in
      DealPage(
        title: Deal.Text(ru: try row.get(0), en: try row.get(1)),
        text: Deal.Text(ru: try row.get(2), en: try row.get(3)), image: try row.get(4))
    }
  }

  /// Replaces the pages of a deal.
  package func replace(_ pages: [DealPage], of deal: DealID) throws(StoreError) {
    try connection.execute("DELETE FROM deal_page WHERE deal = $1", deal)
    for (place, page) in pages.enumerated() {
      try connection.execute(
        """
        INSERT INTO deal_page (deal, place, title_ru, title_en, text_ru, text_en, image)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """, deal, place, page.title.ru, page.title.en, page.text.ru, page.text.en, page.image)
    }
  }
}
