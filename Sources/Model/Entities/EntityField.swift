/// The properties of a declared field.
package struct EntityField: Sendable, Equatable {
  /// The form of a field in JSON, where its type alone does not tell.
  package enum Form: Sendable {
    /// The form of its type.
    case standard
    /// A number as text.
    case text
    /// Text that is JSON already.
    case json
    /// A text in all its languages, as an object.
    case translations
  }

  /// The name of the field.
  package let name: String
  /// The name of its column, or the beginning of the names of its columns.
  package var column: String
  /// True if a statement of the DAO computes it, so that no statement writes it.
  package var isComputed = false
  /// True if an update stores it. If no field of an entity says so, an update stores all but the key.
  package var changes = false
  /// True if it is a part of the key.
  package var isKey = false
  /// Its name in JSON; nil if it is no part of JSON.
  package var member: String?
  /// Its form in JSON.
  package var form = Form.standard
  /// True if nil is written as null; otherwise it is left out.
  package var isNullWritten = false
  /// True if only some documents of the record have it, and a body may leave it out.
  package var isSometimes = false
  /// The lengths, in characters, that a body may give it; nil for any.
  package var length: ClosedRange<Int>?
  /// The numbers that a body may give it; nil for any.
  package var range: ClosedRange<Int64>?
  /// Its description in the OpenAPI document.
  package var about: StaticString?

  /// Creates a field that is a column and a member of JSON by its own name: `startDate` is the column `start_date`.
  init(_ name: String) {
    self.name = name
    column = name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    member = name
  }

  package static func == (left: EntityField, right: EntityField) -> Bool { left.name == right.name }
}

/// A property of a field, as an entity's declaration says it.
///
///     field("caption", \.caption, .member("title"), .length(1...40))
package struct FieldTrait: Sendable {
  let apply: @Sendable (inout EntityField) -> Void

  /// A part of the key: an update and a deletion find the row by it.
  package static let key = Self { $0.isKey = true }

  /// An update stores it.
  static let changing = Self { $0.changes = true }

  /// A statement of the DAO computes it: no statement writes it.
  static let computed = Self { $0.isComputed = true }

  /// Left out of JSON.
  static let inner = Self { $0.member = nil }

  /// Its nil is null in JSON.
  static let null = Self { $0.isNullWritten = true }

  /// Only some documents of the record have it: rows of a list leave it out, or bodies.
  package static let sometimes = Self { $0.isSometimes = true }

  /// Its name in JSON.
  package static func member(_ name: StaticString) -> Self { Self { $0.member = name.description } }

  /// Its form in JSON.
  package static func form(_ form: EntityField.Form) -> Self { Self { $0.form = form } }

  /// The lengths, in characters, that a body may give a text.
  package static func length(_ length: ClosedRange<Int>) -> Self { Self { $0.length = length } }

  /// The numbers that a body may give it.
  package static func range(_ range: ClosedRange<Int64>) -> Self { Self { $0.range = range } }

  /// The name of its column, where that is not its own.
  package static func column(_ name: StaticString) -> Self { Self { $0.column = name.description } }

  /// Its description in the OpenAPI document.
  package static func about(_ text: StaticString) -> Self { Self { $0.about = text } }
}
