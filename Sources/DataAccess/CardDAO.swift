package import Dates
package import Model
package import Storage

/// The tables of cards and of their history. Every row is accessed through its holder.
package struct CardDAO {
  static let table = Table(
    Card.entity, owner: "person", extraColumns: ["person", "place", "issued"], order: "place, id")
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns the person's cards in the person's order.
  package func all(person: PersonID) throws(StoreError) -> [Card] {
    try Self.table.all(person, on: connection)
  }

  /// Returns the card with `id`; nil if the person has no such card.
  package func find(_ id: CardID, person: PersonID) throws(StoreError) -> Card? {
    try Self.table.find(id, person, on: connection)
  }

  /// Returns the statuses in the history of the person's card, oldest first.
  package func history(_ id: CardID, person: PersonID) throws(StoreError) -> [Card.Change] {
    try connection.all(
      """
      SELECT history.status, history.submission, history.at
      FROM card_status AS history JOIN card ON card.id = history.card
      WHERE history.card = $1 AND card.person = $2 ORDER BY history.step
      """, id, person
    ) { (row) throws(StoreError) in
      Card.Change(status: try row.get(0), submission: try row.get(1), at: try row.get(2))
    }
  }

  /// Returns the number of statuses in the history of the person's card; 0 if the person has no
  /// such card.
  package func changes(_ id: CardID, person: PersonID) throws(StoreError) -> Int {
    try connection.first(
      """
      SELECT count(*) FROM card_status AS history JOIN card ON card.id = history.card
      WHERE history.card = $1 AND card.person = $2
      """, id, person
    ) { (row) throws(StoreError) in try row.get(0) } ?? 0
  }

  /// Adds a card of the person.
  package func insert(_ card: Card, person: PersonID, place: Int) throws(StoreError) {
    try Self.table.insert(card, extraValues: person, place, card.changed, on: connection)
  }

  /// Sets the status of the person's card and adds it to the history.
  ///
  /// - Returns: False if the person has no such card, or it already has this status.
  package func setStatus(
    _ id: CardID, person: PersonID, _ status: Card.Status, by submission: SubmissionID?, at instant: Instant
  ) throws(StoreError) -> Bool {
    try connection.execute(
      """
      UPDATE card SET status = $3, submission = $4, changed = CASE WHEN changed > $5 THEN changed ELSE $5 END
      WHERE id = $1 AND person = $2 AND status <> $3
      """, id, person, status, submission, instant) == 1
  }
}
