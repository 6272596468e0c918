/// Every kind of atom there is: one line each.
package enum AtomRegistry {
  /// The kinds in the order of the documentation.
  package static let kinds: [any AtomKind.Type] = [
    TextKind.self,
    ImageKind.self,
    TextInputKind.self,
    DateInputKind.self,
    ToggleKind.self,
    SegmentedKind.self,
    EnumKind.self,
    AccountPickerKind.self,
    ButtonKind.self,
    LinkKind.self,
    GroupKind.self,
    RepeatKind.self,
  ]

  /// The kinds by name.
  static let byName = Dictionary(uniqueKeysWithValues: kinds.map { ($0.name, $0) })
}
