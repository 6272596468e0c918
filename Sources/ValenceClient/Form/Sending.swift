/// A tap on a button or a reference, with everything that is sent for it.
///
/// Send the same tap as often as the network fails: its key is that of the form and the button.
///
///     if let tap = form.tap("send") {
///       do throws(Failure) { show(try await client.send(tap)) }
///       catch .unreachable { offerToSendAgain(tap) }
///     }
public struct Tap: Sendable, Hashable {
  /// The action of the button.
  public let action: Action
  /// The body of the request; nil for none.
  public let body: Members?
  /// The idempotency key; nil if the tap submits nothing.
  public let key: String?
}

extension LiveForm {
  /// The values to send: all that were drawn or entered, by atom id.
  ///
  /// A cleared input is null. An untouched input without a value, or with one that the server presets, is absent, which
  /// means its default.
  public var values: Members { values(of: tree.atoms, at: "", inItem: false, withSecrets: true) }

  /// The values that a draft may keep: all but passwords and codes.
  public var keptValues: Members { values(of: tree.atoms, at: "", inItem: false, withSecrets: false) }

  private func values(of atoms: [Atom], at prefix: String, inItem: Bool, withSecrets: Bool) -> Members {
    var values: Members = [:]
    for atom in atoms {
      let path = prefix + atom.id
      if let own = atom.atoms {
        values.merge(self.values(of: own, at: prefix, inItem: inItem, withSecrets: withSecrets)) { $1 }
      } else if let items = atom.items {
        // The server works computed rows out by itself.
        if atom.isComputedRows { continue }
        values[atom.id] = .array(
          items.enumerated().map { index, item in
            .object(self.values(of: item.atoms, at: "\(path)[\(index)].", inItem: true, withSecrets: withSecrets))
          })
      } else if let value = atom.members["value"], withSecrets || !atom.isSecret {
        // Null is drawn as entered if it was cleared; otherwise it means the default.
        let isDrawn = atom.members["entered"]?.bool ?? !value.isNull
        if isDrawn || entered[path] != nil { values[atom.id] = value }
      }
    }
    return values
  }

  /// The values that the form shows now of the atoms that depend on something outside of it (``Atom/isLive``), by path.
  ///
  /// A tap reports it. If a value has changed since, the server refuses the tap as ``Problem/Name/changed`` and names both values.
  public var shown: Members {
    var shown: Members = [:]
    addShown(of: tree.atoms, at: "", to: &shown)
    return shown
  }

  private func addShown(of atoms: [Atom], at prefix: String, to shown: inout Members) {
    for atom in atoms {
      let path = prefix + atom.id
      if atom.isLive, let value = atom.shownValue { shown[path] = value }
      if let own = atom.atoms { addShown(of: own, at: prefix, to: &shown) }
      for (index, item) in (atom.items ?? []).enumerated() {
        addShown(of: item.atoms, at: "\(path)[\(index)].", to: &shown)
      }
    }
  }

  /// The tap on an atom. Returns nil if the atom has no action, is hidden or is disabled.
  ///
  /// A tap whose `action.link` is nil sends nothing: close the form.
  public func tap(_ path: String) -> Tap? {
    guard let atom = self[path], atom.isShown, atom.isEnabled, let action = atom.action else { return nil }
    guard action.link?.method == "POST" else { return Tap(action: action, body: nil, key: nil) }
    var body: Members = ["values": .object(values), "version": .string(tree.version)]
    let shown = shown
    if !shown.isEmpty, action.name == .submit || action.name == .next { body["shown"] = .object(shown) }
    guard action.name == .submit else { return Tap(action: action, body: body, key: nil) }
    body["action"] = .string(path)
    return Tap(action: action, body: body, key: "\(seed)-\(path)")
  }

  /// The request that saves the values as a draft; nil if this form has no drafts. ``Client/keep(_:)`` sends it.
  public func draft() -> (link: Link, body: Members)? {
    tree.draft.map { ($0, ["values": .object(keptValues), "version": .string(tree.version)]) }
  }
}

extension Atom {
  /// The value that is drawn now: of an input its value, of a list the count of its items, of an inscription the value of its pair.
  ///
  /// Null while nothing is drawn; nil for a mere caption.
  fileprivate var shownValue: WireValue? {
    guard isInput || members["pair"] != nil else { return nil }
    guard isShown else { return .null }
    if let items { return .integer(Int64(items.count)) }
    return isInput ? value : members["pair"]?.object?["value"] ?? .null
  }
}

extension Screen {
  /// The tap on one of the screen's buttons. Pass one `seed` for each time that the screen is drawn.
  ///
  ///     let seed = UUID().uuidString  // once, when the screen is drawn
  ///     let tap = screen.tap(screen.actions[0], seed: seed)
  public func tap(_ action: Action, seed: String) -> Tap {
    guard action.link?.method == "POST" else { return Tap(action: action, body: nil, key: nil) }
    return Tap(action: action, body: [:], key: action.name == .submit ? "\(seed)-submit" : nil)
  }
}
