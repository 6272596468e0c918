package import Model
package import SQLite

/// The table of templates. Every row is reached through its owner.
package struct TemplateDAO {
  private let connection: Connection

  /// The table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Adds a template.
  package func insert(_ template: SavedTemplate) throws(SQLiteError) {
    try connection.execute(
      """
      INSERT INTO template (id, person, operation, version, title, "values", created)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      """, template.id, template.person, template.operation, template.version, template.title, template.values,
      template.created)
  }

  /// The person's template with `id`.
  package func find(_ id: TemplateID, person: PersonID) throws(SQLiteError) -> SavedTemplate? {
    try connection.first(
      """
      SELECT id, person, operation, version, title, "values", created FROM template WHERE id = $1 AND person = $2
      """, id, person, read: Self.read)
  }

  /// The person's template of the operation with this title.
  package func find(
    title: String, of operation: String, person: PersonID
  ) throws(SQLiteError) -> SavedTemplate? {
    try connection.first(
      """
      SELECT id, person, operation, version, title, "values", created
      FROM template WHERE person = $1 AND operation = $2 AND title = $3
      """, person, operation, title, read: Self.read)
  }

  /// The person's newest templates, those before `before` only.
  package func all(person: PersonID, before: TemplateID?, limit: Int) throws(SQLiteError) -> [SavedTemplate] {
    try connection.all(
      """
      SELECT id, person, operation, version, title, "values", created
      FROM template WHERE person = $1 AND id < coalesce($2, 'g') ORDER BY id DESC LIMIT $3
      """, person, before, limit, read: Self.read)
  }

  /// How many templates the person has.
  package func count(person: PersonID) throws(SQLiteError) -> Int {
    try connection.first("SELECT count(*) FROM template WHERE person = $1", person) { (row) throws(SQLiteError) in
      try row.get(0)
    } ?? 0
  }

  /// Forgets the person's template; false where there is none.
  package func delete(_ id: TemplateID, person: PersonID) throws(SQLiteError) -> Bool {
    try connection.execute("DELETE FROM template WHERE id = $1 AND person = $2", id, person) == 1
  }

  private static func read(_ row: Row) throws(SQLiteError) -> SavedTemplate {
    SavedTemplate(
      id: try row.get(0), person: try row.get(1), operation: try row.get(2), version: try row.get(3),
      title: try row.get(4), values: try row.get(5), created: try row.get(6))
  }
}
