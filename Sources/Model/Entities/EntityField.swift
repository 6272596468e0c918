/// The properties of a declared field.
package struct EntityField: Sendable, Equatable {
  /// The representation of a field in JSON.
  package enum Form: Sendable {
    /// The representation of its type.
    case standard
    /// A number as text.
    case text
    /// A text that is already JSON.
    case json
    /// A text in all its languages, as an object.
    case translations
  }

  package let name: String
  /// The name of its column, or the prefix of the names of its columns.
  package var column: String
  /// True if a statement of the DAO computes it. No statement writes it.
  package var isComputed = false
  /// True if an update writes it. If this is false for all fields, an update writes all except the
  /// key.
  package var changes = false
  /// True if it is part of the key.
  package var isKey = false
  /// Its name in JSON; nil if JSON does not contain it.
  package var member: String?
  package var form = Form.standard
  /// True if nil is written as null, and false if nil is omitted.
  package var isNullWritten = false
  /// True if only some documents of the record contain it, and a body may omit it.
  package var isSometimes = false
  /// The valid lengths in a body, in characters; nil for any.
  package var length: ClosedRange<Int>?
  /// The valid numbers in a body; nil for any.
  package var range: ClosedRange<Int64>?
  /// Its description in the OpenAPI document.
  package var about: StaticString?

  /// Creates a field whose column and JSON member have its name: `startDate` is the column
  /// `start_date`.
  init(_ name: String) {
    self.name = name
    column = name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    member = name
  }

  package static func == (left: EntityField, right: EntityField) -> Bool { left.name == right.name }
}

/// A property of a field in an entity's declaration.
package struct FieldTrait: Sendable {
  let apply: @Sendable (inout EntityField) -> Void

  /// A part of the key. Updates and deletions find the row by the key.
  package static let key = Self { $0.isKey = true }

  /// An update writes the field.
  static let changing = Self { $0.changes = true }

  /// A statement of the DAO computes the field. No statement writes it.
  static let computed = Self { $0.isComputed = true }

  /// JSON does not contain the field.
  static let inner = Self { $0.member = nil }

  /// A nil value is written as null in JSON.
  static let null = Self { $0.isNullWritten = true }

  /// Only some documents contain the field: rows of a list or bodies omit it.
  package static let sometimes = Self { $0.isSometimes = true }

  /// Sets the name in JSON.
  package static func member(_ name: StaticString) -> Self { Self { $0.member = name.description } }

  /// Sets the representation in JSON.
  package static func form(_ form: EntityField.Form) -> Self { Self { $0.form = form } }

  /// Sets the valid lengths of a text in a body, in characters.
  package static func length(_ length: ClosedRange<Int>) -> Self { Self { $0.length = length } }

  /// Sets the valid numbers in a body.
  package static func range(_ range: ClosedRange<Int64>) -> Self { Self { $0.range = range } }

  /// Sets the name of the column, if it differs from the default.
  package static func column(_ name: StaticString) -> Self { Self { $0.column = name.description } }

  /// Sets the description in the OpenAPI document.
  package static func about(_ text: StaticString) -> Self { Self { $0.about = text } }
}
