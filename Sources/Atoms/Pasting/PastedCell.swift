import Dates
import Texts
import JSON

/// The value of a cell for an input, as a client would post it.
struct PastedCell {
  let language: Language
  /// Today, for years of two digits; nil if it is unknown.
  let today: CivilDate?

  /// The words for a switch in tables, in lower case.
  private static let switches: [String: Bool] = [
    "да": true, "yes": true, "true": true, "истина": true, "1": true, "+": true,
    "нет": false, "no": false, "false": false, "ложь": false, "0": false, "-": false,
  ]

  /// Returns the value in wire form. A text that is not a value of the input is returned as
  /// written, so that the person can correct it. Returns null for a blank cell.
  func value(_ text: String, of atom: Atom) -> Value {
    guard let kind = atom.input else { return .null }
    let written = normalized(text)
    guard !written.isEmpty else { return .null }
    let found = posted(written, of: atom, kind) ?? .string(written)
    return kind.read(found).map(kind.wire) ?? .string(written)
  }

  /// Returns the value of a text; nil to keep the text.
  private func posted(_ text: String, of atom: Atom, _ kind: any InputKind) -> Value? {
    switch kind {
    case let input as TextInputKind where input.isNumeric:
      WrittenNumber.plain(text, of: input.currency, in: language).map(Value.string)
    case is DateInputKind: WrittenDay.day(text, near: today).map(Value.string)
    case is DateTimeInputKind: WrittenDay.moment(text, near: today).map(Value.string)
    case is TimeInputKind: WrittenDay.time(text).map(Value.string)
    case is ToggleKind: Self.switches[text.lowercased()].map(Value.bool)
    default: option(text, of: atom) ?? kind.posted(text)
    }
  }

  /// Returns the value of the option with this caption, without regard to case.
  ///
  /// Returns nil if a value has the same text. Also returns nil if no option or several options
  /// have the caption.
  private func option(_ text: String, of atom: Atom) -> Value? {
    guard let choices = atom.choices, !choices.contains(where: { $0.value.plainText == text }) else { return nil }
    let caption = text.lowercased()
    let found = choices.filter { choice in
      Language.allCases.contains { choice.caption[$0].lowercased() == caption }
    }
    guard let first = found.first, found.count == 1 else { return nil }
    return first.value
  }
}
