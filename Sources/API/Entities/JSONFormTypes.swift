import Model
import Atoms
import Dates
import Texts
import JSON
import Operations

/// A type whose JSON form is one string.
protocol TextForm: JSONConvertible {
  var jsonText: String { get }
  /// Returns the value of a JSON string; nil if the string is invalid.
  static func read(text: String) -> Self?
  /// The properties of the schema in addition to the type `string`.
  static var textSchema: Object { get }
}

extension TextForm {
  static var textSchema: Object { [:] }
  static func read(_ members: [Value], as form: EntityField.Form) -> Self? {
    members[0].string.flatMap(Self.read(text:))
  }
  func write(to writer: inout Writer, as form: EntityField.Form, in language: Language) { writer.string(jsonText) }
  static func schemas(as form: EntityField.Form) -> [Object] {
    var schema: Object = ["type": "string"]
    for member in textSchema.members { schema[member.name] = member.value }
    return [schema]
  }
}

extension TextForm where Self: RawRepresentable<String> {
  var jsonText: String { rawValue }
  static func read(text: String) -> Self? { Self(rawValue: text) }
}

extension TextForm where Self: RawRepresentable<String> & CaseIterable {
  static func schemas(as form: EntityField.Form) -> [Object] {
    [["enum": .array(allCases.map { .string($0.rawValue) })]]
  }
}

extension AccountNumber: TextForm {}
extension BIC: TextForm {}
extension Login: TextForm {}
extension AccountAccess.Role: TextForm {}
extension Card.Status: TextForm {}
extension Submission.Status: TextForm {}
extension Challenge.Method: TextForm {}
extension Person.Role: TextForm {}
extension PersonSettings.Language: TextForm {}

extension Identifier: TextForm {
  var jsonText: String { rawValue }
  static func read(text: String) -> Self? { Self(text) }
}

extension Instant: TextForm {
  var jsonText: String { description }
  static func read(text: String) -> Self? { Self(text) }
  static var textSchema: Object { ["format": "date-time"] }
}

extension CivilDate: TextForm {
  var jsonText: String { description }
  static func read(text: String) -> Self? { Self(text) }
  static var textSchema: Object { ["format": "date"] }

  static func take(_ field: EntityField, isRequired: Bool, from reader: inout RecordReader) -> Self? {
    reader.value(members(of: field.memberName), isRequired: isRequired, Violation("type", sentence: "typeDate")) {
      read($0, as: field.form)
    }
  }
}

extension MaskedNumber: TextForm {
  var jsonText: String { description }
  static func read(text: String) -> Self? { Self(first: String(text.prefix(6)), last: String(text.suffix(4))) }
  static var textSchema: Object { ["pattern": #"^[0-9]{6}\*{6}[0-9]{4}$"#] }
}

extension String: JSONConvertible {
  static func read(_ members: [Value], as form: EntityField.Form) -> String? {
    guard form == .json else { return members[0].string }
    return members[0].object.map { String(decoding: Value.object($0).canonical, as: UTF8.self) }
  }

  func write(to writer: inout Writer, as form: EntityField.Form, in language: Language) {
    if form == .json { writer.raw(utf8) } else { writer.string(self) }
  }

  static func take(_ field: EntityField, isRequired: Bool, from reader: inout RecordReader) -> String? {
    if field.form != .json {
      return reader.text(field.memberName, longest: field.length?.upperBound ?? .max, isRequired: isRequired)
    }
    return reader.value([field.memberName], isRequired: isRequired) { read($0, as: field.form) }
  }

  static func schemas(as form: EntityField.Form) -> [Object] { [["type": form == .json ? "object" : "string"]] }
}

extension Int64: JSONConvertible {
  static func read(_ members: [Value], as form: EntityField.Form) -> Int64? {
    form == .text ? members[0].string.flatMap { Int64($0) } : members[0].integer
  }

  func write(to writer: inout Writer, as form: EntityField.Form, in language: Language) {
    if form == .text { writer.string(String(self)) } else { writer.integer(self) }
  }

  static func take(_ field: EntityField, isRequired: Bool, from reader: inout RecordReader) -> Int64? {
    if field.form == .standard {
      return reader.number(field.memberName, field.range ?? Int64.min...Int64.max, isRequired: isRequired).map(
        Int64.init)
    }
    return reader.value([field.memberName], isRequired: isRequired) { read($0, as: field.form) }
  }

  static func schemas(as form: EntityField.Form) -> [Object] { [["type": form == .text ? "string" : "integer"]] }
}

extension Int: JSONConvertible {
  static func read(_ members: [Value], as form: EntityField.Form) -> Int? {
    Int64.read(members, as: form).flatMap(Int.init(exactly:))
  }

  func write(to writer: inout Writer, as form: EntityField.Form, in language: Language) {
    Int64(self).write(to: &writer, as: form, in: language)
  }

  static func take(_ field: EntityField, isRequired: Bool, from reader: inout RecordReader) -> Int? {
    Int64.take(field, isRequired: isRequired, from: &reader).flatMap(Int.init(exactly:))
  }

  static func schemas(as form: EntityField.Form) -> [Object] { Int64.schemas(as: form) }
}

extension Bool: JSONConvertible {
  static func read(_ members: [Value], as form: EntityField.Form) -> Bool? { members[0].bool }
  func write(to writer: inout Writer, as form: EntityField.Form, in language: Language) { writer.bool(self) }
  static func schemas(as form: EntityField.Form) -> [Object] { [["type": "boolean"]] }
}

extension Money: JSONConvertible {
  static func members(of name: String) -> [String] { [name, "currency"] }

  static func read(_ members: [Value], as form: EntityField.Form) -> Money? {
    guard let text = members[0].string, let currency = members[1].string.flatMap(Currency.init(rawValue:)) else {
      return nil
    }
    return Money(text, currency)
  }

  func write(to writer: inout Writer, as form: EntityField.Form, in language: Language) { writer.string(text) }

  func writeRest(_ names: ArraySlice<Writer.Key>, to writer: inout Writer) {
    for name in names {
      writer.key(name)
      writer.string(currency.rawValue)
    }
  }

  static func schemas(as form: EntityField.Form) -> [Object] {
    [["type": "string", "description": "an exact decimal"], ["type": "string"]]
  }
}

extension OtherParty: JSONConvertible {
  static func read(_ members: [Value], as form: EntityField.Form) -> OtherParty? {
    members[0]["name"]?.string.map { name in
      OtherParty(
        name: name, account: members[0]["account"]?.string, bic: members[0]["bic"]?.string.flatMap { BIC($0) })
    }
  }

  func write(to writer: inout Writer, as form: EntityField.Form, in language: Language) {
    writer.object { writer in
      writer.member("name", name)
      if let account { writer.member("account", account) }
      if let bic { writer.member("bic", bic.rawValue) }
    }
  }

  static func schemas(as form: EntityField.Form) -> [Object] {
    [
      [
        "type": "object", "required": ["name"],
        "properties": [
          "name": ["type": "string"], "account": ["type": "string"], "bic": ["type": "string"],
        ],
      ]
    ]
  }
}

extension CoreMessage: JSONConvertible {
  static func read(_ members: [Value], as form: EntityField.Form) -> CoreMessage? {
    members[0].string.map { CoreMessage($0) }
  }
  func write(to writer: inout Writer, as form: EntityField.Form, in language: Language) {
    writer.string(text(in: language))
  }
  static func schemas(as form: EntityField.Form) -> [Object] { [["type": "string"]] }
}

extension BankRestriction: JSONConvertible {
  static func read(_ members: [Value], as form: EntityField.Form) -> BankRestriction? {
    guard let code = members[0]["code"]?.string,
      let since = Optional<CivilDate>.read([members[0]["since"] ?? .null], as: form)
    else { return nil }
    return BankRestriction(code: code, since: since)
  }

  func write(to writer: inout Writer, as form: EntityField.Form, in language: Language) {
    writer.object { writer in
      writer.member("code", code)
      writer.key("since")
      since.write(to: &writer, as: form, in: language)
    }
  }

  static func schemas(as form: EntityField.Form) -> [Object] {
    [
      [
        "type": "object", "required": ["code", "since"],
        "properties": ["code": ["type": "string"], "since": ["type": ["string", "null"], "format": "date"]],
      ]
    ]
  }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  static func read(_ members: [Value], as form: EntityField.Form) -> [Element]? {
    guard let values = members[0].array else { return nil }
    let elements = values.compactMap { Element.read([$0], as: form) }
    return elements.count == values.count ? elements : nil
  }

  func write(to writer: inout Writer, as form: EntityField.Form, in language: Language) {
    writer.array { writer in for element in self { element.write(to: &writer, as: form, in: language) } }
  }

  static func schemas(as form: EntityField.Form) -> [Object] {
    [["type": "array", "items": .object(Element.schemas(as: form)[0])]]
  }
}
