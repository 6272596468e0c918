/// Something that an entity's declaration says of some of its fields.
package struct FieldSetting<Fields> {
  let paths: [PartialKeyPath<Fields>]
  let apply: (inout Field) -> Void

  /// They tell the row: an update and a deletion find it by them.
  package static func key(_ paths: PartialKeyPath<Fields>...) -> Self { Self(paths: paths) { $0.isKey = true } }

  /// An update stores them.
  package static func changing(_ paths: PartialKeyPath<Fields>...) -> Self { Self(paths: paths) { $0.changes = true } }

  /// The DAO's statements work them out: they are no columns to write to.
  package static func computed(_ paths: PartialKeyPath<Fields>...) -> Self {
    Self(paths: paths) { $0.isComputed = true }
  }

  /// They are no part of JSON.
  package static func inner(_ paths: PartialKeyPath<Fields>...) -> Self { Self(paths: paths) { $0.member = nil } }

  /// Where they are nil, JSON says null.
  package static func null(_ paths: PartialKeyPath<Fields>...) -> Self {
    Self(paths: paths) { $0.isNullWritten = true }
  }

  /// Some documents of the record have them only: rows of a list do without, or bodies.
  package static func sometimes(_ paths: PartialKeyPath<Fields>...) -> Self {
    Self(paths: paths) { $0.isSometimes = true }
  }

  /// A field's name in JSON, or how it is written there.
  package static func member(
    _ path: PartialKeyPath<Fields>, _ name: StaticString? = nil, as form: Field.Form = .standard
  ) -> Self {
    Self(paths: [path]) { field in
      if let name { field.member = name.description }
      field.form = form
    }
  }

  /// How many characters a body may give a text.
  package static func length(_ path: PartialKeyPath<Fields>, _ length: ClosedRange<Int>) -> Self {
    Self(paths: [path]) { $0.length = length }
  }

  /// What a body may give a number.
  package static func range(_ path: PartialKeyPath<Fields>, _ range: ClosedRange<Int64>) -> Self {
    Self(paths: [path]) { $0.range = range }
  }

  /// A field's column by another name than its own.
  package static func column(_ path: PartialKeyPath<Fields>, _ name: StaticString) -> Self {
    Self(paths: [path]) { $0.column = name.description }
  }

  /// What the OpenAPI document says of a field.
  package static func about(_ path: PartialKeyPath<Fields>, _ text: StaticString) -> Self {
    Self(paths: [path]) { $0.about = text }
  }
}
