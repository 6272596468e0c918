import Conditions
package import Texts
package import SourceText
package import JSON

/// A kind that is a choice of one option. Such kinds differ only in their appearance.
protocol OptionKind: InputKind {
  var settings: OptionSettings { get }
}

extension OptionKind {
  /// The common type of the options.
  var type: ValueType { settings.type }
  var requiredSentence: String { "requiredChoice" }
  var options: OptionSource? { settings.source }
  /// Reads a string or an integer. The two are different values, as in JSON.
  func read(_ posted: Value) -> Value? { settings.read(posted) }
  /// Returns the option with this value: a text option if there is one, otherwise an integer
  /// option, otherwise the text.
  func posted(_ text: String) -> Value { settings.posted(text) }
  func write(to writer: inout Writer, in language: Language) {
    settings.guidance.write(to: &writer, in: language)
  }
  func shown(_ value: Value, in language: Language) -> String? { settings.shown(value, in: language) }
}

/// The settings of a choice of one option.
struct OptionSettings: Sendable {
  let source: OptionSource
  /// Integer if every option is an integer, text if no option is an integer, otherwise any.
  let type: ValueType
  let guidance: Guidance
  /// True if the options are drawn in the order of their captions.
  let isSorted: Bool

  /// Reads `options` (required), `sort`, `hint` and `help`. Options are `{value: caption}`, a list
  /// of records, the rows of a table, or an expression.
  init(_ properties: inout Properties) {
    guidance = Guidance(&properties)
    isSorted = properties.word("sort", of: ["caption"]) != nil
    source = properties.options("options")
    guard case .literal(let choices) = source else {
      type = .any
      return
    }
    let integers = choices.count { $0.value.integer != nil }
    type = integers == choices.count ? .integer : integers == 0 ? .text : .any
  }

  /// The options that the definition lists.
  private var choices: [Choice] { if case .literal(let choices) = source { choices } else { [] } }

  func read(_ posted: Value) -> Value? {
    switch posted {
    case .null, .integer: return posted
    case .string(let text):
      let kept = normalized(text)
      return kept.isEmpty ? .null : .string(kept)
    default: return nil
    }
  }

  func posted(_ text: String) -> Value {
    if choices.contains(where: { $0.value == .string(text) }) { return .string(text) }
    return choices.first { $0.value.integer.map(String.init) == text }?.value ?? .string(text)
  }

  /// Returns the caption of an option that the definition lists, otherwise a number without groups
  /// of digits.
  func shown(_ value: Value, in language: Language) -> String? {
    choices.first { $0.value == value }?.caption[language] ?? value.integer.map(String.init)
  }
}

/// The source of a choice's options.
package enum OptionSource: Sendable {
  /// Options that the definition lists.
  case literal([Choice])
  /// A fact of the caller that is a list, such as `accounts`. Its records have `value` and
  /// `caption`.
  case fact(String)
  /// An expression whose result is a list of records with `value` and `caption`, such as a list in
  /// a lookup's answer.
  case expression(SourceNode)
  /// Options with a fault. Uses of their values and fields are not reported again.
  case faulty
}

/// An option that a definition lists.
package struct Choice: Sendable {
  /// The value that a client posts when the option is chosen.
  package let value: Value
  package let caption: LocalizedText
  /// The second line of an option in an atom's line.
  package var detail: LocalizedText?
  /// Additional fields of the option, for `filter`.
  var details: [(name: String, value: Value)] = []
  /// The texts and fields of a table row; nil for an option in an atom's line.
  var row: Row?

  /// The parts of an option that only table rows have.
  final class Row: Sendable {
    /// The fields with a text in each language.
    let texts: [(name: String, text: LocalizedText)]
    /// The fields of all rows.
    let fields: [Field]
    /// The name of the table.
    let table: String

    init(_ texts: [(name: String, text: LocalizedText)], _ fields: [Field], of table: String) {
      (self.texts, self.fields, self.table) = (texts, fields, table)
    }
  }

  /// Returns the option as clients see it.
  func record(in language: Language) -> Value {
    let second = detail.map { [(Self.detailField, Value.string($0[language]))] } ?? []
    let own =
      [("value", value), ("caption", .string(caption[language]))] + second + details.map { ($0.name, $0.value) }
    guard let row else { return .object(Object(own)) }
    return .object(Object(own + row.texts.map { ($0.name, Value.string($0.text[language])) }))
  }

  /// The field with the second line.
  fileprivate static let detailField = "detail"

  /// The maximum number of options for which `values(of:)` collects values.
  private static let maxCompared = 500

  /// Returns the distinct values of each field. Returns an empty result for more than 500 options.
  static func values(of choices: [Choice]) -> [String: [Value]] {
    guard choices.count <= maxCompared else { return [:] }
    var values: [String: [Value]] = [:]
    for choice in choices {
      for (name, value) in [("value", choice.value)] + choice.details where !value.isNull {
        if values[name]?.contains(value) != true { values[name, default: []].append(value) }
      }
    }
    return values
  }

  /// Returns the fields that a filter over these options can read. A field that an option lacks is
  /// nil in that option.
  static func fields(of choices: [Choice]) -> [Field] {
    if let row = choices.first?.row { return row.fields }
    var fields: [(name: String, type: ValueType)] = []
    for choice in choices {
      for (name, value) in [("value", choice.value), ("caption", .string(choice.caption.ru))] + choice.details {
        let type = ValueType(of: value)
        if let place = fields.firstIndex(where: { $0.name == name }) {
          fields[place].type = fields[place].type.or(type)
        } else {
          fields.append((name, type))
        }
      }
    }
    let second = choices.contains { $0.detail != nil } ? [Field(detailField, .text)] : []
    return fields.map { Field($0.name, $0.type) } + second
  }
}

extension [Choice] {
  /// Returns the caption of the option with that value, as people sign it: with its detail if
  /// another option has the same caption. Returns nil without such an option.
  package func signedCaption(of value: Value) -> LocalizedText? {
    guard let choice = first(where: { $0.value == value }) else { return nil }
    guard let detail = choice.detail, count(where: { $0.caption == choice.caption }) > 1 else { return choice.caption }
    return LocalizedText(
      ru: choice.caption.ru + ", " + detail.ru, en: choice.caption[.en] + ", " + detail[.en])
  }
}

extension ValueType {
  /// Creates the type of a value in a definition.
  fileprivate init(of value: Value) {
    switch value {
    case .bool: self = .boolean
    case .integer: self = .integer
    case .decimal: self = .number
    case .string: self = .text
    default: self = .any
    }
  }

  /// Returns the type that includes the values of both types.
  fileprivate func or(_ other: ValueType) -> ValueType {
    switch (self, other) {
    case (.integer, .number), (.number, .integer): .number
    default: self == other ? self : .any
    }
  }
}

extension Properties {
  /// Reads options written as `{value: caption}`, a list of records, the rows of a table, or an
  /// expression. The property is required.
  mutating func options(_ name: String) -> OptionSource {
    guard let node = node(name) else {
      isMissing(name, "`\(name)` is missing")
      return .faulty
    }
    switch node.content {
    case .scalar(let text, _) where !text.isEmpty: return .expression(node)
    case .mapping(let entries) where Self.namesTable(entries):
      return tableOptions(name, entries, at: node.location).map(OptionSource.literal) ?? .faulty
    case .mapping(let entries) where entries.count == 1 && entries[0].value.sequence != nil:
      error(
        .wrongShape, "`\(name)` takes no `\(entries[0].key.scalar ?? "")`",
        remedy: ": write the list directly under `\(name)`", at: entries[0].key.location)
      return .faulty
    case .mapping(let entries) where !entries.isEmpty:
      let found = entries.map { (choice: choice(name, $0), location: $0.key.location) }
      warnOfLikeness(of: found)
      return literal(found)
    case .sequence(let nodes) where nodes.count > 1 && nodes.allSatisfy({ $0.scalar != nil }):
      refuseSingleValues(name, nodes)
      return .faulty
    case .sequence(let nodes) where !nodes.isEmpty:
      var types: [String: ValueType] = [:]
      return literal(
        nodes.map { node in
          let choice = record(name, node)
          if let choice { warnOfTypes(of: choice, node, besides: &types) }
          return (choice, node.location)
        })
    default:
      error(
        .wrongShape,
        "`\(name)` takes {value: caption}, a list of {value: ..., caption: ...}, or an expression, with at least one",
        at: node.location)
      return .faulty
    }
  }

  /// Returns the options, unless one of them has a fault. Adds an error for equal values.
  private mutating func literal(_ found: [(choice: Choice?, location: Location)]) -> OptionSource {
    var seen: [String: [Value]] = [:]
    for (choice, location) in found {
      guard let value = choice?.value else { continue }
      if seen[value.plainText]?.contains(value) == true {
        error(.duplicate, "option \(value.plainText) appears twice", at: location)
      }
      seen[value.plainText, default: []].append(value)
    }
    let choices = found.compactMap(\.choice)
    return choices.count == found.count ? .literal(choices) : .faulty
  }

  /// Warns about a number and a text with the same digits.
  private mutating func warnOfLikeness(of found: [(choice: Choice?, location: Location)]) {
    var seen: [String: Value] = [:]
    for (choice, location) in found {
      guard let value = choice?.value else { continue }
      let text = value.plainText
      if let other = seen.updateValue(value, forKey: text), other != value {
        warning(
          .duplicate, "two options look alike, the number `\(text)` and the text `\"\(text)\"`",
          remedy: ": use different values", at: location)
      }
    }
  }

  /// Reports a list of single values once, with the same options in the right form.
  private mutating func refuseSingleValues(_ name: String, _ nodes: [SourceNode]) {
    let values = nodes.compactMap(\.scalar)
    var remedy = ""
    if Set(values).count == values.count {
      let shown = values.prefix(Self.shownOptions).map { value in
        let isPlain = value.allSatisfy { $0.isLetter || $0.isNumber || " .-_/+".contains($0) }
        let word = isPlain ? value : "\"\(value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        return "\(word): \(word)"
      }
      let rest = values.count > shown.count ? ", ..." : ""
      remedy = ": write `\(name): {\(shown.joined(separator: ", "))\(rest)}`, each value with its caption"
    }
    error(
      .wrongShape, "an option has a value and a caption, and this list has single values", remedy: remedy,
      at: nodes.first?.location ?? location)
  }

  /// The number of options that the remedy for a list of single values repeats.
  private static let shownOptions = 6

  private mutating func choice(_ name: String, _ entry: SourceNode.Entry) -> Choice? {
    guard case .scalar(let key, let quoted) = entry.key.content else {
      error(.wrongShape, "an option is written as `value: caption`, not with \(entry.key.noun)", at: entry.key.location)
      return nil
    }
    guard let value = value(key, quoted: quoted, at: entry.key.location) else { return nil }
    return text("\(name).\(key)", entry.value).map { Choice(value: value, caption: $0) }
  }

  private mutating func record(_ name: String, _ node: SourceNode) -> Choice? {
    guard let entries = node.mapping else {
      error(
        .wrongShape, "an option of a list is written as {value: ..., caption: ...}, not as \(node.noun)",
        at: node.location)
      return nil
    }
    var parts = Properties(entries, at: node.location)
    let (value, caption) = (parts.node("value"), parts.text("caption"))
    for (part, isThere) in [("value", value != nil), ("caption", parts.node("caption") != nil)] where !isThere {
      parts.error(
        .missingProperty, "an option has no `\(part)`: it is written as {value: ..., caption: ...}", at: node.location)
    }
    let detail = parts.text(Choice.detailField)
    var details: [(name: String, value: Value)] = []
    for entry in entries {
      let field = entry.key.scalar ?? ""
      guard field != "value", field != "caption", field != Choice.detailField else { continue }
      switch entry.value.content {
      case .scalar(let text, let quoted) where isIdentifier(field[...]):
        details.append((field, Self.plain(text, quoted: quoted)))
      case .null where isIdentifier(field[...]): details.append((field, nil))
      default:
        parts.error(
          .invalidName, "a field of an option requires an identifier as name and a single value", at: entry.key.location
        )
      }
    }
    append(parts.diagnostics)
    guard let value else { return nil }
    guard case .scalar(let text, let quoted) = value.content else {
      error(.wrongShape, "an option's `value` is a single value, not \(value.noun)", at: value.location)
      return nil
    }
    guard let caption, let read = self.value(text, quoted: quoted, at: value.location) else { return nil }
    return Choice(value: read, caption: caption, detail: detail, details: details)
  }

  /// Warns about each field whose type is incompatible with its type in the options above.
  private mutating func warnOfTypes(of choice: Choice, _ node: SourceNode, besides types: inout [String: ValueType]) {
    for (field, value) in [("value", choice.value)] + choice.details where !value.isNull {
      let type = ValueType(of: value)
      guard let known = types[field] else {
        types[field] = type
        continue
      }
      types[field] = known.or(type)
      guard types[field] == .any, known != .any else { continue }
      let entry = node.mapping?.first { $0.key.scalar == field }
      warning(
        .wrongType, "`\(field)` is \(type.noun) in this option and \(known.noun) above",
        remedy: ": use one type in all options", at: entry?.value.location ?? node.location)
    }
  }

  /// Reads the value that a client posts for an option.
  private mutating func value(_ text: String, quoted: Bool, at location: Location) -> Value? {
    guard !text.isEmpty else {
      error(.wrongValue, "an option's value cannot be empty: an empty value means no choice", at: location)
      return nil
    }
    return wholeNumber(text, quoted: quoted).map(Value.integer) ?? .string(normalized(text))
  }

  /// Reads a single value by the core schema of YAML 1.2, with exact numbers.
  private static func plain(_ text: String, quoted: Bool) -> Value {
    if quoted { return .string(normalized(text)) }
    switch text {
    case "true": return true
    case "false": return false
    default:
      if let number = wholeNumber(text, quoted: false) { return .integer(number) }
      if text.contains("."), let number = Decimal(plain: text) { return .decimal(number) }
      return .string(normalized(text))
    }
  }
}
