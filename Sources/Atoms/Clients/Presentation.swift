/// What a client can draw, as it says itself.
package struct Capabilities: Sendable {
  /// The kinds of atoms that it knows.
  package var kinds: KindSet
  /// What client it is; nil where it does not say.
  package var client: Client?

  /// A client that says nothing draws everything.
  package init(kinds: KindSet = .all, client: Client? = nil) {
    self.kinds = kinds
    self.client = client
  }

  /// Whether the client can draw an atom of this kind and age.
  func draws(_ kinds: KindSet, _ minimum: MinimumClient) -> Bool {
    self.kinds.isSuperset(of: kinds) && minimum.missing(to: client) == nil
  }
}

/// How an operation is drawn for a client that does not draw every atom as it is.
package struct Presentation: Sendable {
  /// What becomes of one atom.
  enum Choice: Sendable {
    /// It is drawn.
    case itself
    /// Its fallback of that place is drawn.
    case fallback(Int)
    /// Its own atoms are drawn in its place: a group, of which only the frame is lost.
    case unframed
    /// Nothing is drawn of it.
    case leftOut
  }

  /// What becomes of each atom, by its place.
  let choices: [Choice]
}

/// Why a client cannot draw an operation.
package struct MissingKinds: Error, Sendable {
  /// An atom that the client does not know.
  package struct Atom: Sendable {
    /// Its id.
    package let id: String
    /// Its kind.
    package let kind: String
    /// The client's version from which on it is drawn, where the client is too old for it.
    package let minimum: ClientVersion?
  }

  /// The atoms, in tree order.
  package let atoms: [Atom]
}

extension Operation {
  /// How the operation is drawn for a client; nil where all of it is drawn as it is.
  ///
  /// An atom that the client cannot draw gives way to the first of its fallbacks that it can, a group to its atoms; else
  /// it is left out where it may be. That is decided for the operation, whatever its values: a client learns it before anything is entered.
  package func presentation(for client: Capabilities) throws(MissingKinds) -> Presentation? {
    if client.kinds.isSuperset(of: kinds) && (client.client == nil || !hasMinimums) { return nil }
    var missing: [MissingKinds.Atom] = []
    var isPlain = true
    // The atoms of one that is left out are left out with it.
    var end = 0
    let choices = atoms.enumerated().map { place, atom -> Presentation.Choice in
      if place < end { return .leftOut }
      if client.draws(atom.kindSet, atom.minimumClient) { return .itself }
      isPlain = false
      if let place = atom.fallbacks.firstIndex(where: { client.draws($0.kindSet, $0.minimumClient) }) {
        if atom.template != nil { end = atom.position.end }
        return .fallback(place)
      }
      if atom.isGroup { return .unframed }
      if !atom.mayBeLeftOut {
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
