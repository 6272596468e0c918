/// A choice of one among options: `options: {1: Налоговый, 2: Таможенный}`.
final class EnumKind: OptionKind {
  /// `enum`.
  static let name = "enum"
  /// The options, and the way a choice is read.
  let settings: OptionSettings

  /// Reads `options`, which is required, `hint` and `help`.
  init(_ properties: inout Properties) { settings = OptionSettings(&properties) }
}
