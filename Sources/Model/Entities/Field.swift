/// What is declared of one field. Unless a setting says otherwise a field is a column and a member of JSON by its own name.
package struct Field: Sendable, Equatable {
  /// How a field is written in JSON where its type alone does not tell.
  package enum Form: Sendable {
    /// As its type is written.
    case standard
    /// A number, as text.
    case text
    /// Text that is JSON already.
    case json
    /// A text in all its languages, as an object.
    case translations
  }

  /// The field's name in Swift.
  package let label: String
  /// The name of its column, or what the names of its columns begin with.
  package var column: String
  /// Whether a statement of the DAO works it out, so that it is no column to write to.
  package var isComputed = false
  /// Whether an update stores it; the rest stays as it was inserted.
  package var changes = false
  /// Whether it tells the row.
  package var isKey = false
  /// Its name in JSON; nil where it is no part of it.
  package var member: String?
  /// How it is written there.
  package var form = Form.standard
  /// Whether an absent value is written as null; it is left out otherwise.
  package var isNullWritten = false
  /// Whether it is written into some documents of the record only, and a body may do without it.
  package var isSometimes = false
  /// How many characters a body may give it; any number where nil.
  package var length: ClosedRange<Int>?
  /// What number a body may give it; any where nil.
  package var range: ClosedRange<Int64>?
  /// What the OpenAPI document says of it.
  package var about: StaticString?

  /// A field of that name, of which nothing else is said.
  init(_ label: String) {
    self.label = label
    // `startDate` is the column start_date.
    column = label.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    member = label
  }

  package static func == (left: Field, right: Field) -> Bool { left.label == right.label }
}
