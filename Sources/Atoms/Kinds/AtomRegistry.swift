/// All kinds of atoms, one line each.
///
///     let names = AtomRegistry.kinds.map { $0.name }   // ["text", "image", "textInput", ...]
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
    SegmentedKind.self,
    EnumKind.self,
    AccountPickerKind.self,
    SearchKind.self,
    ButtonKind.self,
    LinkKind.self,
    GroupKind.self,
    RepeatKind.self,
  ]

  /// The kinds by name.
  static let byName = Dictionary(uniqueKeysWithValues: kinds.map { ($0.name, $0) })
}

/// A set of atom kinds: one bit of a word for each line of the registry, so at most 64 kinds.
///
///     let known: KindSet = [KindSet(kind: "text"), KindSet(kind: "button")]
///     let canDraw = known.contains(KindSet(kind: "button"))
package struct KindSet: OptionSet, Sendable, Hashable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// All kinds, including those that this server does not know.
  package static let all = KindSet(rawValue: .max)

  /// Creates a set of the kind with that name; empty if the server knows no such kind.
  package init(kind name: some StringProtocol) { self = Self.byName[String(name)] ?? [] }

  private static let byName = Dictionary(
    uniqueKeysWithValues: AtomRegistry.kinds.enumerated().map { ($1.name, KindSet(rawValue: 1 << UInt64($0))) })
}
