/// A choice of one among few options, all in sight: an `enum` drawn as a row of segments.
final class SegmentedKind: OptionKind {
  /// `segmented`.
  static let name = "segmented"
  /// The options, and the way a choice is read.
  let settings: OptionSettings

  /// Reads `options`, which is required, `hint` and `help`.
  init(_ properties: inout Properties) { settings = OptionSettings(&properties) }
}
