package import Dates
package import Model
package import Storage

/// The table of rounds: the progress of the notices of a new deal through the people who want it.
package struct DealRoundDAO {
  /// A round that goes on.
  package struct Round: Sendable {
    /// The deal.
    package let deal: DealID
    /// The time from which people are told of it.
    package let announced: Instant
    /// The last person who was looked at; nil before the first.
    package let last: PersonID?
  }

  private let connection: Connection

  /// Creates the table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// The round that began first of those that go on: begun after `oldest`, of a deal that is current on `day`.
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

  /// The first announced deal without a round, of those announced after `oldest` that are current on `day`.
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

  /// Begins the round of a deal.
  package func begin(_ deal: DealID, at now: Instant) throws(StoreError) {
    try connection.execute("INSERT INTO deal_round (deal, begun) VALUES ($1, $2)", deal, now)
  }

  /// Returns people who have wanted to be told of new deals since before `announced`, and who still do, in the order of
  /// their ids, behind `last`.
  package func people(after last: PersonID?, wanting announced: Instant, limit: Int) throws(StoreError) -> [PersonID] {
    try connection.all(
      """
      SELECT person FROM push_period WHERE ended IS NULL AND person > coalesce($1, '') AND begun <= $2
      ORDER BY person LIMIT $3
      """, last, announced, limit
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// Queues the notice of a deal for a person who has not seen it; returns false if the person has.
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

  /// Stores how far the round has come, and that it has ended where it has; returns the number of its notices.
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
