package import Conditions
package import Texts
import SourceText
package import JSON

/// A choice of several options: `options: {post: Почта, sms: SMS}`, `min: 1`, `max: 2`.
///
/// The value is a list of the values of the chosen options; null if none is chosen.
package final class ChoicesKind: InputKind {
  package static let name = "choices"
  /// The maximum number of options, and of chosen options of a list that is not in the definition.
  static let maxOptions = 500
  /// The member of an item in the list that older clients post.
  static let itemID = "choice"

  private let settings: OptionSettings
  private let minimum: Int?
  private let maximum: Int?
  /// The options that cannot be chosen together with another one.
  private let exclusive: [Value]
  /// True if the options are drawn side by side as chips.
  private let areChips: Bool
  /// The index of each option that the definition lists.
  private let order: [ChosenValue: Int]

  /// Reads `options` (required), `min` and `max` (1 to 500), `exclusive`, `look`, `hint` and
  /// `help`.
  package init(_ properties: inout Properties) {
    areChips = properties.word("look", of: ["chips", "list"]) == "chips"
    properties.declare(default: "list", of: "look")
    let settings = OptionSettings(&properties)
    minimum = properties.integer("min", in: 1...Self.maxOptions)
    maximum = properties.integer("max", in: 1...Self.maxOptions)
    let choices: [Choice]? = if case .literal(let choices) = settings.source { choices } else { nil }
    exclusive = properties.exclusive(of: settings, choices)
    order = Dictionary(
      (choices ?? []).enumerated().map { (ChosenValue($1.value), $0) }, uniquingKeysWith: { first, _ in first })
    self.settings = settings
    checkLimits(choices, &properties)
  }

  /// Adds errors for limits that no value can satisfy.
  private func checkLimits(_ choices: [Choice]?, _ properties: inout Properties) {
    if let minimum, let maximum, maximum < minimum, let node = properties.node("max") {
      properties.error(.noPossibleValue, "`max` is below `min`: no value can pass", at: node.location)
    }
    guard let choices else { return }
    if choices.count > Self.maxOptions, let node = properties.node("options") {
      properties.error(
        .limit, "`choices` has at most \(Self.maxOptions) options, found \(choices.count)", at: node.location)
    }
    let most = choices.count - exclusive.count
    if let minimum, minimum > max(1, most), let node = properties.node("min") {
      properties.error(
        .noPossibleValue, "`min` is \(minimum), and at most \(most) of the options can be chosen together",
        at: node.location)
    }
  }

  /// True if the options are drawn in the order of their captions.
  var isSorted: Bool { settings.isSorted }
  package var type: ValueType { .list(settings.type) }
  package var options: OptionSource? { settings.source }
  package var requiredSentence: String { "requiredChoices" }
  package var typeSentence: String { "typeChoices" }
  package var hasRules: Bool { true }

  /// Reads a list of texts and integers, in the order of the options. Also reads the list of
  /// records that older clients post.
  package func read(_ posted: Value) -> Value? {
    guard case .array(let elements) = posted else { return posted.isNull ? .null : nil }
    var values: [Value] = []
    values.reserveCapacity(elements.count)
    for element in elements {
      guard let value = readElement(element) else { return nil }
      if !value.isNull { values.append(value) }
    }
    if values.isEmpty { return .null }
    if order.isEmpty || values.count == 1 { return .array(values) }
    let places = values.map { order[ChosenValue($0)] ?? .max }
    if zip(places, places.dropFirst()).allSatisfy({ $0 <= $1 }) { return .array(values) }
    return .array(zip(places, values).sorted { $0.0 < $1.0 }.map(\.1))
  }

  /// Reads one value, or a record of an older client. Returns null for a record without a value,
  /// and nil for a value of another type.
  func readElement(_ element: Value) -> Value? {
    guard let item = element.object else {
      let value = settings.read(element)
      return value?.isNull == true ? nil : value
    }
    if item.count == 0 { return .null }
    guard item.count == 1, let value = item[Self.itemID] else { return nil }
    return settings.read(value)
  }

  /// Returns the value of one option. The caller combines several of them.
  package func posted(_ text: String) -> Value { settings.posted(text) }

  package func judge(_ value: Value) -> Violation? {
    guard let values = value.array else { return nil }
    let most = maximum ?? Self.maxOptions
    if values.count > most { return countViolation("max", most, "maxChoices", values.count) }
    var seen: Set<ChosenValue> = []
    for value in values where !seen.insert(ChosenValue(value)).inserted {
      return Violation("duplicate", sentence: "duplicateChoice", params: [("value", value)])
    }
    if let alone = exclusive.first(where: { seen.contains(ChosenValue($0)) }) {
      return values.count == 1 ? nil : exclusiveViolation(alone)
    }
    if let minimum, values.count < minimum { return countViolation("min", minimum, "minChoices", values.count) }
    return nil
  }

  private func countViolation(_ name: String, _ limit: Int, _ sentence: String, _ got: Int) -> Violation {
    Violation(
      name, sentence: sentence, params: [(name, .integer(Int64(limit))), ("got", .integer(Int64(got)))])
  }

  private func exclusiveViolation(_ alone: Value) -> Violation {
    func caption(in language: Language) -> String { settings.shown(alone, in: language) ?? alone.plainText }
    let message = LocalizedText(
      ru: "«\(caption(in: .ru))» выбирают без других вариантов",
      en: "“\(caption(in: .en))” cannot be chosen together with other options")
    return Violation(check: "exclusive", message: message, params: [("value", alone)])
  }

  /// Returns the captions of the chosen options as one text.
  package func shown(_ value: Value, in language: Language) -> String? {
    guard let values = value.array else { return settings.shown(value, in: language) }
    return language.list(of: values.map { settings.shown($0, in: language) ?? $0.plainText })
  }

  /// A list of options, alone or as records for older clients.
  package var schema: Value {
    let element: Value =
      if case .literal(let choices) = settings.source { ValueSchemas.choice(among: choices.map(\.value)) } else { true }
    let record: Value = [
      "type": "object", "required": [.string(Self.itemID)], "additionalProperties": false,
      "properties": .object(Object([(Self.itemID, element)])),
    ]
    let items: Value = element == true ? true : ["anyOf": [element, record]]
    let least = exclusive.isEmpty ? minimum ?? 1 : 1
    return [
      "type": "array", "items": items, "minItems": .integer(Int64(least)),
      "maxItems": .integer(Int64(maximum ?? Self.maxOptions)),
    ]
  }

  package func write(to writer: inout Writer, in language: Language) {
    if areChips { writer.member("look", "chips") }
    if let minimum { writer.member("min", minimum) }
    if let maximum { writer.member("max", maximum) }
    if !exclusive.isEmpty {
      writer.key("exclusive")
      writer.value(.array(exclusive))
    }
    settings.guidance.write(to: &writer, in: language)
  }
}

extension ChoicesKind {
  /// Writes the members of a repeat with one item for each chosen option.
  func writeAsRepeat(to writer: inout Writer, in language: Language) {
    settings.guidance.write(to: &writer, in: language)
    writer.member("min", minimum ?? 0)
    writer.member("max", maximum ?? (order.isEmpty ? Self.maxOptions : order.count))
  }
}

/// The value of a chosen option as a key. The text `1` and the integer 1 differ.
private struct ChosenValue: Hashable {
  private let isText: Bool
  private let text: String

  init(_ value: Value) { (isText, text) = (value.string != nil, value.plainText) }
}

extension Properties {
  /// Reads `exclusive`: one of the options, or a list of them.
  fileprivate mutating func exclusive(of settings: OptionSettings, _ choices: [Choice]?) -> [Value] {
    guard let node = node("exclusive") else { return [] }
    var values: [Value] = []
    for one in node.sequence ?? [node] {
      guard case .scalar(let text, let quoted) = one.content, !text.isEmpty else {
        error(.wrongShape, "`exclusive` takes an option or a list of options, not \(one.noun)", at: one.location)
        continue
      }
      let value = quoted ? .string(text) : settings.posted(text)
      if let choices, !choices.contains(where: { $0.value == value }) {
        let known = choices.map(\.value.plainText)
        let near = suggestion(for: text, among: known)
        error(
          .wrongValue, "`exclusive` is not among the options",
          remedy: near.isEmpty ? "; there is \(known.prefix(12).map { $0 }.listed)" : near, at: one.location)
      }
      values.append(value)
    }
    return values
  }
}
