/// A choice of one option: `options: {1: Налоговый, 2: Таможенный}`.
final class EnumKind: OptionKind {
  static let name = "enum"
  let settings: OptionSettings

  /// Reads `options` (required), `hint` and `help`.
  init(_ properties: inout Properties) { settings = OptionSettings(&properties) }
}
