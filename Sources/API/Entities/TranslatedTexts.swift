import Model
import Atoms
import Texts
import JSON
import Operations

/// The JSON of a deal's text: a string in the caller's language, or an object with all languages
/// for operators.
extension Deal.Text: JSONConvertible {
  func isAbsent(as form: EntityField.Form) -> Bool { form == .translations && ru.isEmpty }

  static func read(_ members: [Value], as form: EntityField.Form) -> Deal.Text? {
    guard form == .translations else { return members[0].string.map { Deal.Text(ru: $0, en: nil) } }
    return members[0]["ru"]?.string.map { Deal.Text(ru: $0, en: members[0]["en"]?.string) }
  }

  static func take(_ field: EntityField, isRequired: Bool, from reader: inout RecordReader) -> Deal.Text? {
    reader.translations(field.memberName, longest: field.length?.upperBound ?? .max, isRequired: isRequired)
  }

  func write(to writer: inout Writer, as form: EntityField.Form, in language: Language) {
    guard form == .translations else { return writer.string(self[language]) }
    writer.object { writer in
      writer.member("ru", ru)
      if let en { writer.member("en", en) }
    }
  }

  static func schemas(as form: EntityField.Form) -> [Object] {
    form == .translations ? [["$ref": "#/components/schemas/DealText"]] : [["type": "string"]]
  }

  static func patchSchemas(as form: EntityField.Form) -> [Object] {
    form == .translations ? [["$ref": "#/components/schemas/DealTextPatch"]] : schemas(as: form)
  }
}

extension RecordReader {
  /// Reads a text in Russian and optionally in English. The Russian text replaces a missing
  /// translation.
  mutating func translations(
    _ name: String, longest: Int, isRequired: Bool = false, lines: Bool = false
  ) -> Deal.Text? {
    record(name, isRequired: isRequired) { text in
      let ru = text.text("ru", longest: longest, isRequired: true, lines: lines)
      let en = text.text("en", longest: longest, lines: lines)
      return ru.map { Deal.Text(ru: $0, en: en) }
    }
  }
}
