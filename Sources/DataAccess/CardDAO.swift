package import Dates
package import Model
package import Storage

/// The tables of cards and of their history. Every row is accessed through its holder.
package struct CardDAO {
  static let table = Table(
    Card.entity, owner: "person", extraColumns: ["person", "place", "issued", "core_id"], order: "place, id")
  private static let ofAnyHolder = Query(
    "SELECT \(table.columns), person, core_id FROM card WHERE id > $1 ORDER BY id LIMIT $2")
  private static let ofHolder = Query(
    "SELECT \(table.columns), person, core_id FROM card WHERE id = $1")

  /// A card with its holder, for the bank's administration.
  package struct Held: Sendable {
    package let card: Card
    package let person: PersonID
    /// The id in the bank's core; nil if the core does not know the card.
    package let coreID: String?
  }

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

  /// Returns the cards of all people after the id `after`, in the order of the ids.
  package func all(after: CardID?, limit: Int) throws(StoreError) -> [Held] {
    try connection.all(Self.ofAnyHolder, after?.description ?? "", limit, read: Self.held)
  }

  /// Returns the card of any holder; nil if it does not exist.
  package func find(_ id: CardID) throws(StoreError) -> Held? {
    try connection.first(Self.ofHolder, id, read: Self.held)
  }

  private static func held(_ row: Row) throws(StoreError) -> Held {
    Held(card: try table.read(row), person: try row.get(table.width), coreID: try row.get(table.width + 1))
  }

  /// Adds a card of the person after the person's other cards. Throws a unique violation if another
  /// card has the id in the bank's core.
  package func insert(_ card: Card, person: PersonID, coreID: String?) throws(StoreError) {
    let place = try connection.first("SELECT coalesce(max(place), -1) + 1 FROM card WHERE person = $1", person) {
      (row) throws(StoreError) in try row.get(0, as: Int.self)
    }
    try Self.table.insert(card, extraValues: person, place ?? 0, card.changed, coreID, on: connection)
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
