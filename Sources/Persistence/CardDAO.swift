package import Model
package import SQLite

/// The tables of cards and of their history. Every row is reached through its holder.
package struct CardDAO {
  private let connection: Connection

  /// The tables on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// The person's cards, in the person's order.
  package func all(person: PersonID) throws(SQLiteError) -> [Card] {
    try connection.all(
      """
      SELECT id, account, caption, first_digits, last_digits, expires, status, changed
      FROM card WHERE person = $1 ORDER BY place, id
      """, person, read: Self.read)
  }

  /// The person's card with `id`.
  package func find(_ id: CardID, person: PersonID) throws(SQLiteError) -> Card? {
    try connection.first(
      """
      SELECT id, account, caption, first_digits, last_digits, expires, status, changed
      FROM card WHERE id = $1 AND person = $2
      """, id, person, read: Self.read)
  }

  /// The statuses that the person's card has had, oldest first.
  package func history(_ id: CardID, person: PersonID) throws(SQLiteError) -> [Card.Change] {
    try connection.all(
      """
      SELECT history.status, history.submission, history.at
      FROM card_status AS history JOIN card ON card.id = history.card
      WHERE history.card = $1 AND card.person = $2 ORDER BY history.step
      """, id, person
    ) { (row) throws(SQLiteError) in
      Card.Change(status: try row.get(0), submission: try row.get(1), at: try row.get(2))
    }
  }

  /// Issues a card to the person.
  package func insert(_ card: Card, person: PersonID, place: Int) throws(SQLiteError) {
    try connection.execute(
      """
      INSERT INTO card
        (id, person, account, caption, first_digits, last_digits, expires, status, place, issued, changed)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
      """,
      card.id, person, card.account, card.caption, card.number.first, card.number.last, card.expires, card.status,
      place, card.changed)
  }

  /// Gives the person's card a status, which enters its history; false where the person has no such card, or it has
  /// that status already.
  package func setStatus(
    _ id: CardID, person: PersonID, _ status: Card.Status, by submission: SubmissionID?, at instant: Instant
  ) throws(SQLiteError) -> Bool {
    try connection.execute(
      """
      UPDATE card SET status = $3, submission = $4, changed = max(changed, $5)
      WHERE id = $1 AND person = $2 AND status <> $3
      """, id, person, status, submission, instant) == 1
  }

  private static func read(_ row: Row) throws(SQLiteError) -> Card {
    guard let number = MaskedNumber(first: try row.get(3), last: try row.get(4)) else {
      throw row.mismatch(3, MaskedNumber.self)
    }
    return Card(
      id: try row.get(0), account: try row.get(1), caption: try row.get(2), number: number, expires: try row.get(5),
      status: try row.get(6), changed: try row.get(7))
  }
}
