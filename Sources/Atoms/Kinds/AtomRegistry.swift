/// Every kind of atom there is: one line each.
package enum AtomRegistry {
  /// The kinds in the order of the documentation.
  package static let kinds: [any AtomKind.Type] = [
    TextKind.self,
    TextInputKind.self,
    ToggleKind.self,
    EnumKind.self,
    AccountPickerKind.self,
    ButtonKind.self,
    GroupKind.self,
  ]

  /// The kinds by name.
  static let byName = Dictionary(uniqueKeysWithValues: kinds.map { ($0.name, $0) })
}
