/// All kinds of atoms.
package enum AtomRegistry {
  /// The kinds in the order of the documentation.
  package static let kinds: [any AtomKind.Type] = [
    TextKind.self,
    ImageKind.self,
    TextInputKind.self,
    DateInputKind.self,
    TimeInputKind.self,
    DateTimeInputKind.self,
    ToggleKind.self,
    ConsentKind.self,
    SegmentedKind.self,
    EnumKind.self,
    ChoicesKind.self,
    AccountPickerKind.self,
    SearchKind.self,
    ButtonKind.self,
    CommandKind.self,
    LinkKind.self,
    GroupKind.self,
    RepeatKind.self,
  ]

  static let byName = Dictionary(uniqueKeysWithValues: kinds.map { ($0.name, $0) })

  /// Returns true for the name of a kind of atom.
  package static func isKind(_ name: String) -> Bool { byName[name] != nil }
}

/// A set of atom kinds. Each line of the registry has one bit, so there can be at most 64 kinds.
package struct KindSet: OptionSet, Sendable, Hashable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// All kinds, including kinds that are unknown to this server.
  package static let all = KindSet(rawValue: .max)

  /// Creates a set with one kind. The set is empty if the server does not have a kind with that
  /// name.
  package init(kind name: some StringProtocol) { self = Self.byName[String(name)] ?? [] }

  private static let byName = Dictionary(
    uniqueKeysWithValues: AtomRegistry.kinds.enumerated().map { ($1.name, KindSet(rawValue: 1 << UInt64($0))) })
}
