package import Conditions
package import JSON

/// A choice of one among few options, all in sight: the same as `enum`, drawn as a row of segments.
package final class SegmentedKind: InputKind {
  /// `segmented`.
  package static let name = "segmented"
  private let settings: OptionSettings

  /// Reads `options`, which is required.
  package init(_ properties: inout Properties) { settings = OptionSettings(&properties) }

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
