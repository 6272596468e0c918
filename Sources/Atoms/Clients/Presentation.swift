/// The atoms that a client can draw, as it says itself.
///
///     let capabilities = Capabilities(kinds: [KindSet(kind: "text"), KindSet(kind: "textInput")])
///     let presentation = try operation.presentation(for: capabilities)
///     evaluation.writeTree(to: &writer, links: links, as: presentation, in: .en)
package struct Capabilities: Sendable {
  /// The kinds of atoms that it knows.
  package var kinds: KindSet
  /// The client program; nil if it does not say.
  package var client: ClientProgram?

  /// Creates capabilities; a client that says nothing draws everything.
  package init(kinds: KindSet = .all, client: ClientProgram? = nil) {
    self.kinds = kinds
    self.client = client
  }

  /// Returns true if the client can draw an atom of these kinds and this minimum.
  func draws(_ kinds: KindSet, _ minimum: MinimumClient) -> Bool {
    self.kinds.isSuperset(of: kinds) && minimum.missing(to: client) == nil
  }
}

/// The drawing of an operation for a client that does not draw every atom as it is.
///
///     let able = Capabilities(kinds: [KindSet(kind: "textInput"), KindSet(kind: "button")])
///     let presentation = try operation.presentation(for: able)  // nil if every atom is drawn as it is
package struct Presentation: Sendable {
  /// The drawing of one atom.
  enum Choice: Sendable {
    /// The atom itself.
    case itself
    /// Its fallback with that index.
    case fallback(Int)
    /// Its own atoms in its place: a group that loses only its frame.
    case unframed
    /// Nothing.
    case leftOut
  }

  /// The drawing of each atom, by its place.
  let choices: [Choice]
}

/// The reason why a client cannot draw an operation.
package struct MissingKinds: Error, Sendable {
  /// An atom that the client does not know.
  package struct Atom: Sendable {
    /// The path of ids, such as `lines.amount`.
    package let id: String
    /// The name of its kind.
    package let kind: String
    /// The oldest version of the client that draws it, if the client is too old for it.
    package let minimum: ClientVersion?
  }

  /// The atoms, in tree order.
  package let atoms: [Atom]
}

extension Operation {
  /// Returns the drawing of the operation for a client; nil if the client draws every atom as it is.
  ///
  /// An atom that the client cannot draw gives way to the first of its fallbacks that the client can draw, a group to
  /// its atoms. Otherwise it is left out if it may be. Values decide nothing here, so that a client learns the result
  /// before anybody enters one.
  ///
  /// Throws `MissingKinds` if the client cannot draw an atom that may not be left out.
  package func presentation(for client: Capabilities) throws(MissingKinds) -> Presentation? {
    if client.kinds.isSuperset(of: kinds) && (client.client == nil || !hasMinimums) { return nil }
    var missing: [MissingKinds.Atom] = []
    var isPlain = true
    // The end of the atom that is left out: its own atoms are left out with it.
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
