package import Dates
package import Model
package import Storage

/// The table of rounds. A round queues the notices of a new deal for all people who requested them.
package struct DealRoundDAO {
  /// A round in progress.
  package struct Round: Sendable {
    package let deal: DealID
    /// The time from which people are notified of the deal.
    package let announced: Instant
    /// The last person processed; nil before the first.
    package let last: PersonID?
  }

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns the oldest round in progress that began after `oldest` and whose deal is current on
  /// `day`; nil if no such round exists.
  package func open(at now: Instant, on day: CivilDate, since oldest: Instant) throws(StoreError) -> Round? {
    try connection.first(
      """
      SELECT deal.id, announced, last FROM deal_round JOIN deal ON deal.id = deal_round.deal
      WHERE deal_round.ended IS NULL AND begun > $3
        AND announced <= $1 AND start_date <= $2 AND end_date >= $2 AND ended_on IS NULL
      ORDER BY begun LIMIT 1
      """, now, day, oldest
    ) { (row) throws(StoreError) in Round(deal: try row.get(0), announced: try row.get(1), last: try row.get(2)) }
  }

  /// Returns the first deal without a round that was announced after `oldest` and is current on
  /// `day`; nil if no such deal exists.
  package func next(at now: Instant, on day: CivilDate, since oldest: Instant) throws(StoreError) -> DealID? {
    try connection.first(
      """
      SELECT id FROM deal
      WHERE announced <= $1 AND announced > $3 AND start_date <= $2 AND end_date >= $2 AND ended_on IS NULL
        AND NOT EXISTS (SELECT 1 FROM deal_round WHERE deal_round.deal = deal.id)
      ORDER BY announced, id LIMIT 1
      """, now, day, oldest
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  package func begin(_ deal: DealID, at now: Instant) throws(StoreError) {
    try connection.execute("INSERT INTO deal_round (deal, begun) VALUES ($1, $2)", deal, now)
  }

  /// Returns people who requested notifications by `announced` and have not cancelled them, in the
  /// order of their ids, after `last`.
  package func people(after last: PersonID?, wanting announced: Instant, limit: Int) throws(StoreError) -> [PersonID] {
    try connection.all(
      """
      SELECT person FROM push_period WHERE ended IS NULL AND person > coalesce($1, '') AND begun <= $2
      ORDER BY person LIMIT $3
      """, last, announced, limit
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// Queues the notice of a deal for a person; returns false if the person already has a mark on
  /// the deal.
  package func queue(
    _ id: MessageID, of deal: DealID, to person: PersonID, at now: Instant, expires: Instant
  ) throws(StoreError) -> Bool {
    try connection.execute(
      """
      INSERT INTO message (id, kind, person, deal, created, expires, due)
      SELECT $1, 'notice', $2, $3, $4, $5, $4
      WHERE NOT EXISTS (SELECT 1 FROM deal_mark WHERE person = $2 AND deal = $3)
      """, id, person, deal, now, expires) == 1
  }

  /// Stores the progress of a round, and its end if `ended` is given. Returns the total number of
  /// notices in the round.
  package func advance(
    _ deal: DealID, to last: PersonID?, queued: Int, ended: Instant?
  ) throws(StoreError) -> Int {
    try connection.first(
      """
      UPDATE deal_round SET last = coalesce($2, last), notices = notices + $3,
        ended = CASE WHEN begun > $4 THEN begun ELSE $4 END
      WHERE deal = $1
      RETURNING notices
      """, deal, last, queued, ended
    ) { (row) throws(StoreError) in try row.get(0) } ?? 0
  }
}
