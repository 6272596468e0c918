import Conditions
import JSON

extension Template {
  /// What stands for a value that is not there.
  static let nothing = "—"

  /// The text with its arguments filled in; `shown` says how a value is shown whose template does not say it.
  func text(_ values: [Value], _ shown: (Int, Value) -> String?) -> String {
    var text = ""
    fill(parts, values, shown, into: &text)
    return text
  }

  private func fill(
    _ parts: [Part], _ values: [Value], _ shown: (Int, Value) -> String?, into text: inout String
  ) {
    for part in parts {
      switch part {
      case .text(let stretch): text += stretch
      case .argument(let index, let format): text += self.text(of: values[index], format) { shown(index, $0) }
      case .plural(let index, let choices):
        fill(Self.choice(choices, for: values[index], language), values, shown, into: &text)
      case .select(let index, let choices):
        let key = values[index].plainText
        let chosen = choices.first { $0.key == key } ?? choices.first { $0.key == "other" }
        fill(chosen?.parts ?? [], values, shown, into: &text)
      }
    }
  }

  private func text(of value: Value, _ format: Format, _ shown: (Value) -> String?) -> String {
    if value.isNull { return Self.nothing }
    switch format {
    case .automatic: return shown(value) ?? value.shownText(in: language)
    case .number(let style):
      return Self.number(value).map { NumberText.text(of: $0, style, in: language) } ?? Self.nothing
    case .date(let style):
      return value.string.flatMap { CivilDate($0) }.map { DateText.text(of: $0, style, in: language) } ?? Self.nothing
    }
  }

  private static func choice(_ choices: [Choice], for value: Value, _ language: Language) -> [Part] {
    let number = number(value)
    let exact = number.flatMap { number in
      choices.first { choice in choice.key.hasPrefix("=") && Decimal(choice.key.dropFirst()) == number }
    }
    if let exact { return exact.parts }
    let form = number.map { language.pluralForm(of: NumberText.rounded($0, most: 3)) } ?? .other
    return choices.first { $0.key == form.rawValue }?.parts ?? []
  }

  /// The number that a value is, or that it writes.
  private static func number(_ value: Value) -> Decimal? {
    switch value {
    case .string(let text): Decimal(text)
    case .float(let number): Decimal("\(number)")
    default: value.decimal
    }
  }
}

extension Value {
  /// The value as people of that language read it, as far as the value alone tells.
  func shownText(in language: Language) -> String {
    switch self {
    case .null: Template.nothing
    case .bool(let flag): language == .ru ? (flag ? "да" : "нет") : (flag ? "yes" : "no")
    case .integer(let number): NumberText.text(of: Decimal(number), in: language)
    case .decimal(let number): NumberText.text(of: number, in: language)
    case .float(let number): Decimal("\(number)").map { NumberText.text(of: $0, in: language) } ?? plainText
    case .string, .array, .object: plainText
    }
  }
}
