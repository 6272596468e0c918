import Model
import Atoms
import Texts
import JSON

/// A field type that is written as JSON and read from it.
protocol JSONConvertible {
  /// Returns the names of the members that represent a field with that name.
  static func members(of name: String) -> [String]

  /// True if a record may omit the value.
  static var isOptional: Bool { get }

  /// True if no member is written.
  func isAbsent(as form: EntityField.Form) -> Bool

  /// Returns the value of the members in the order of `members(of:)`; nil if they are not of this
  /// type.
  static func read(_ members: [Value], as form: EntityField.Form) -> Self?

  /// Reads a field of a body. Returns nil if the field is absent or invalid. `reader` records an
  /// error for an invalid or missing required field.
  static func take(_ field: EntityField, isRequired: Bool, from reader: inout RecordReader) -> Self?

  /// Writes the value of the first member.
  func write(to writer: inout Writer, as form: EntityField.Form, in language: Language)

  /// Writes the members after the first, with their names.
  func writeRest(_ names: ArraySlice<Writer.Key>, to writer: inout Writer)

  /// Returns the schemas of the members.
  static func schemas(as form: EntityField.Form) -> [Object]

  /// Returns the schemas of the members in a patch.
  static func patchSchemas(as form: EntityField.Form) -> [Object]
}

extension JSONConvertible {
  static func members(of name: String) -> [String] { [name] }
  static var isOptional: Bool { false }
  func isAbsent(as form: EntityField.Form) -> Bool { false }
  func writeRest(_ names: ArraySlice<Writer.Key>, to writer: inout Writer) {}
  static func patchSchemas(as form: EntityField.Form) -> [Object] { schemas(as: form) }

  static func take(_ field: EntityField, isRequired: Bool, from reader: inout RecordReader) -> Self? {
    reader.value(members(of: field.memberName), isRequired: isRequired) { read($0, as: field.form) }
  }
}

extension EntityField {
  /// The name for errors: the name in JSON, or the Swift name if the field is not part of JSON.
  var memberName: String { member ?? name }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  static func members(of name: String) -> [String] { Wrapped.members(of: name) }
  static var isOptional: Bool { true }
  func isAbsent(as form: EntityField.Form) -> Bool { self?.isAbsent(as: form) ?? true }

  static func read(_ members: [Value], as form: EntityField.Form) -> Wrapped?? {
    if members.allSatisfy(\.isNull) { return .some(nil) }
    return Wrapped.read(members, as: form).map(Optional.some)
  }

  static func take(_ field: EntityField, isRequired: Bool, from reader: inout RecordReader) -> Wrapped?? {
    .some(Wrapped.take(field, isRequired: false, from: &reader))
  }

  func write(to writer: inout Writer, as form: EntityField.Form, in language: Language) {
    if let self { self.write(to: &writer, as: form, in: language) } else { writer.null() }
  }

  func writeRest(_ names: ArraySlice<Writer.Key>, to writer: inout Writer) { self?.writeRest(names, to: &writer) }

  static func schemas(as form: EntityField.Form) -> [Object] { Wrapped.schemas(as: form) }
  static func patchSchemas(as form: EntityField.Form) -> [Object] { Wrapped.patchSchemas(as: form) }
}
