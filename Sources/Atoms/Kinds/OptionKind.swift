package import Conditions
package import JSON

/// A kind that is a choice of one among options: they differ in how they are drawn alone.
package protocol OptionKind: InputKind {
  /// The options, and how a choice is read.
  var settings: OptionSettings { get }
}

extension OptionKind {
  /// What all options are.
  package var type: ValueType { settings.type }
  /// Where the options come from.
  package var options: OptionSource? { settings.source }
  /// Takes a string or an integer, as JSON tells them apart.
  package func read(_ posted: Value) -> Value? { settings.read(posted) }
  /// An integer option is named by its digits, unless an option is that very text.
  package func posted(_ text: String) -> Value { settings.posted(text) }
  /// The option's caption.
  package func shown(_ value: Value, in language: Language) -> String? { settings.shown(value, in: language) }
}
