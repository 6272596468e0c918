/// The atoms that a client can draw, as declared by the client.
package struct Capabilities: Sendable {
  package var kinds: KindSet
  /// The client program; nil if the client does not declare it.
  package var client: ClientProgram?
  /// The names in the client's list of kinds of the bank. A client that draws a composed kind
  /// itself has its name here.
  package var otherKinds: Set<String>

  /// Creates capabilities. By default the client draws every atom.
  package init(kinds: KindSet = .all, client: ClientProgram? = nil, otherKinds: Set<String> = []) {
    (self.kinds, self.otherKinds) = (kinds, otherKinds)
    self.client = client
  }

  /// Returns true if the client can draw every kind in `kinds` and meets `minimum`.
  func draws(_ kinds: KindSet, _ minimum: MinimumClient) -> Bool {
    self.kinds.isSuperset(of: kinds) && minimum.missing(to: client) == nil
  }
}

/// The choice of atoms and fallbacks for a client that cannot draw every atom.
package struct Presentation: Sendable {
  enum Choice: Sendable {
    case itself
    case fallback(Int)
    /// A `repeat` with one item for each chosen option.
    case items
    /// The group or the input with the name of its composed kind.
    case composed(String)
    /// The atoms of the group without its frame.
    case unframed
    case leftOut
  }

  /// The choice for each atom, by its index in the operation.
  let choices: [Choice]
}

/// The error thrown if a client cannot draw an operation.
package struct MissingKinds: Error, Sendable {
  /// An atom that the client cannot draw.
  package struct Atom: Sendable {
    /// The path without item indexes, such as `lines.amount`.
    package let id: String
    package let kind: String
    /// The minimum version of the client if the client is too old; otherwise nil.
    package let minimum: ClientVersion?
  }

  /// The atoms in tree order.
  package let atoms: [Atom]
}

extension Operation {
  /// The kinds that draw a choice of several options as items.
  private static let kindsOfItems: KindSet = [KindSet(kind: RepeatKind.name), KindSet(kind: EnumKind.name)]

  /// Returns the presentation of the operation for a client; nil if the client draws every atom
  /// itself.
  ///
  /// An atom that the client cannot draw is replaced by its first drawable fallback, or a group by
  /// its atoms. If neither exists, the atom is omitted. The result does not depend on values.
  ///
  /// - Throws: `MissingKinds` if an atom that must not be omitted cannot be drawn.
  package func presentation(for client: Capabilities) throws(MissingKinds) -> Presentation? {
    let drawsComposed = atoms.isComposed(for: client)
    if client.kinds.isSuperset(of: kinds) && (client.client == nil || !hasMinimums) && !drawsComposed { return nil }
    var missing: [MissingKinds.Atom] = []
    var isPlain = true
    // The end of an omitted or replaced atom. Its children are omitted too.
    var end = 0
    let choices = atoms.enumerated().map { place, atom -> Presentation.Choice in
      if place < end { return .leftOut }
      if client.draws(atom.kindSet, atom.minimumClient) {
        guard drawsComposed, let kind = atom.composedKind(for: client) else { return .itself }
        isPlain = false
        return .composed(kind)
      }
      isPlain = false
      if let place = atom.fallbacks.firstIndex(where: { client.draws($0.kindSet, $0.minimumClient) }) {
        if atom.template != nil { end = atom.position.end }
        return .fallback(place)
      }
      if atom.isMultiple, atom.minimumClient.missing(to: client.client) == nil,
        client.kinds.isSuperset(of: Self.kindsOfItems)
      {
        return .items
      }
      if atom.isGroup { return .unframed }
      if !atom.isOmittable {
        missing.append(
          MissingKinds.Atom(
            id: path(of: atom), kind: atom.kind.name, minimum: atom.minimumClient.missing(to: client.client)))
      }
      end = atom.position.end
      return .leftOut
    }
    guard missing.isEmpty else { throw MissingKinds(atoms: missing) }
    return isPlain ? nil : Presentation(choices: choices)
  }
}

extension Atom {
  /// Returns the outermost composed kind of the atom that the client draws itself; nil if it draws
  /// none.
  fileprivate func composedKind(for client: Capabilities) -> String? {
    composedKinds.last(where: client.otherKinds.contains)
  }
}

extension [Atom] {
  /// Returns true if the client draws one of their composed kinds itself.
  fileprivate func isComposed(for client: Capabilities) -> Bool {
    !client.otherKinds.isEmpty && contains { $0.composedKind(for: client) != nil }
  }
}
