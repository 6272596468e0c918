package import Model
package import Storage

/// The table of templates. Every row is accessed through its owner.
package struct TemplateDAO {
  static let table = Table(SavedTemplate.entity, owner: "person", erased: "templates")
  private static let byTitle = Query(
    "SELECT \(table.columns) FROM template WHERE person = $1 AND operation = $2 AND title = $3")
  private static let page = Query(
    """
    SELECT \(table.columns) FROM template WHERE person = $1 AND id < coalesce($2, 'g') ORDER BY id DESC LIMIT $3
    """)

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  package func insert(_ template: SavedTemplate) throws(StoreError) {
    try Self.table.insert(template, on: connection)
  }

  /// Returns the person's template with `id`; nil if the person has no such template.
  package func find(_ id: TemplateID, person: PersonID) throws(StoreError) -> SavedTemplate? {
    try Self.table.find(id, person, on: connection)
  }

  /// Returns the person's template of the operation with this title; nil if no such template
  /// exists.
  package func find(
    title: String, of operation: String, person: PersonID
  ) throws(StoreError) -> SavedTemplate? {
    try connection.first(Self.byTitle, person, operation, title, read: Self.table.read)
  }

  /// Returns the person's newest templates before `before`.
  package func all(person: PersonID, before: TemplateID?, limit: Int) throws(StoreError) -> [SavedTemplate] {
    try connection.all(Self.page, person, before, limit, read: Self.table.read)
  }

  /// Returns the number of the person's templates.
  package func count(person: PersonID) throws(StoreError) -> Int {
    try connection.first("SELECT count(*) FROM template WHERE person = $1", person) { (row) throws(StoreError) in
      try row.get(0)
    } ?? 0
  }

  /// Stores the title of the person's template; returns false if the person has no such template.
  package func update(_ template: SavedTemplate) throws(StoreError) -> Bool {
    try Self.table.update(template, on: connection)
  }

  /// Deletes the person's template; returns false if the person has no such template.
  package func delete(_ id: TemplateID, person: PersonID) throws(StoreError) -> Bool {
    try Self.table.delete(id, person, on: connection)
  }
}
