/// A choice of one among few options, all in sight: an `enum` drawn as a row of segments.
package final class SegmentedKind: OptionKind {
  /// `segmented`.
  package static let name = "segmented"
  /// The options, and the way a choice is read.
  package let settings: OptionSettings

  /// Reads `options`, which is required, `hint` and `help`.
  package init(_ properties: inout Properties) { settings = OptionSettings(&properties) }
}
