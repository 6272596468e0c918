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

/// Kinds of atoms, as the bits of a word: one for each line of the registry.
package struct KindSet: OptionSet, Sendable, Hashable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Every kind, those of which this server knows nothing among them.
  package static let all = KindSet(rawValue: .max)

  /// The set of the kind of that name alone; empty where the server knows no such kind.
  package init(kind name: some StringProtocol) { self = Self.byName[String(name)] ?? [] }

  private static let byName = Dictionary(
    uniqueKeysWithValues: AtomRegistry.kinds.enumerated().map { ($1.name, KindSet(rawValue: 1 << UInt64($0))) })
}
