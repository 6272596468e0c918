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
