/// A choice of one option from a few, all visible: an `enum` drawn as a row of segments.
final class SegmentedKind: OptionKind {
  static let name = "segmented"
  let settings: OptionSettings

  /// Reads `options` (required), `hint` and `help`.
  init(_ properties: inout Properties) { settings = OptionSettings(&properties) }
}
