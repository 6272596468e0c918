/// A choice of one among options: `options: {1: Налоговый, 2: Таможенный}`.
package final class EnumKind: OptionKind {
  /// `enum`.
  package static let name = "enum"
  /// The options, and the way a choice is read.
  package let settings: OptionSettings

  /// Reads `options`, which is required, `hint` and `help`.
  package init(_ properties: inout Properties) { settings = OptionSettings(&properties) }
}
