package import Texts
package import JSON

extension Atom {
  /// Returns a value as shown to people: the caption of an option in the definition, yes or no for
  /// a switch, otherwise the format of the kind.
  ///
  /// Returns nil for null, for a list of items, and for a value that the kind does not format.
  package func shownText(of value: Value, in language: Language) -> String? {
    let kept = input?.read(value) ?? value
    if case .literal(let choices) = input?.options, let choice = choices.first(where: { $0.value == kept }) {
      return choice.caption[language]
    }
    switch value {
    case .bool(let isOn):
      let word = isOn ? LocalizedText(ru: "да", en: "yes") : LocalizedText(ru: "нет", en: "no")
      return word[language]
    case .null: return nil
    case .array where !isMultiple: return nil
    default: return input.flatMap { kind in kind.read(value).flatMap { kind.shown($0, in: language) } }
    }
  }
}
