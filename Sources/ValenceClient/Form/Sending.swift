/// A tap on a button or a link, with the content of its request.
///
/// After a network failure, send the same tap again. Its key depends only on the form and the
/// button.
///
///     if let tap = form.tap("send") {
///       do throws(Failure) { show(try await client.send(tap)) }
///       catch .unreachable { offerToSendAgain(tap) }
///     }
public struct Tap: Sendable, Hashable {
  /// The action of the atom.
  public let action: Action
  /// The body of the request; nil if it has none.
  public let body: Members?
  /// The idempotency key; nil if the tap does not submit.
  public let key: String?
  /// The path of the button in its form; nil for a button of a screen.
  var path: String?
}

extension LiveForm {
  /// The values to send, by atom id: of every input that has one, also if it is hidden, disabled or
  /// computed.
  ///
  /// - A cleared input is null.
  /// - An untouched input without a value, or with a preset of the server, is absent: the server
  ///   uses the default.
  public var values: Members { values(of: tree.atoms, at: "", isDraft: false, isFixed: false) }

  /// The values that a draft may contain: the entries of the person without passwords and codes.
  public var keptValues: Members { values(of: tree.atoms, at: "", isDraft: true, isFixed: false) }

  private func values(of atoms: [Atom], at prefix: String, isDraft: Bool, isFixed: Bool) -> Members {
    var values: Members = [:]
    for atom in atoms {
      let path = prefix + atom.id
      if let own = atom.atoms {
        values.merge(self.values(of: own, at: prefix, isDraft: isDraft, isFixed: isFixed)) { $1 }
      } else if let items = atom.items {
        // The server computes these rows. An untouched list without items is absent.
        let isAbsent = items.isEmpty && entered[path] == nil && atom.members["entered"]?.bool != true
        if atom.isComputedRows || atom.followsPreset || isAbsent { continue }
        values[atom.id] = .array(
          items.enumerated().map { index, item in
            // The locked values of fixed items identify their records.
            let inner = "\(path)[\(index)]."
            return .object(self.values(of: item.atoms, at: inner, isDraft: isDraft, isFixed: atom.isFixed))
          })
      } else if atom.isInput, !(isDraft && atom.isSecret) {
        let follows = atom.members["entered"]?.bool == false
        let isPosted = !atom.value.isNull && !follows && (!isDraft || isFixed || atom.isEnabled)
        if entered[path] != nil || atom.members["entered"]?.bool == true || isPosted { values[atom.id] = atom.value }
      }
    }
    return values
  }

  /// The displayed values of the atoms with ``Atom/isLive``, by path.
  ///
  /// A tap includes them. If one has changed on the server since, the server rejects the tap with
  /// ``Problem/Name/changed``, with both values.
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

  /// Returns the tap on an atom; nil if the atom has no action, is hidden or is disabled.
  ///
  /// `submit` has the values, and so do `next` and `back` in a flow. All other actions send
  /// nothing. After a stored submission or one with an unknown outcome, the tap on the same values
  /// is the same tap: ``end(_:with:)`` records the outcome.
  ///
  /// If the tap's `action.link` is nil, close the form; no request is needed.
  public func tap(_ path: String) -> Tap? {
    guard let atom = self[path], atom.isShown, atom.isEnabled, let action = atom.action else { return nil }
    let isStep = tree.flow != nil && (action.name == .next || action.name == .back)
    guard let link = action.link, link.method == "POST", action.name == .submit || isStep else {
      return Tap(action: action, body: nil, key: nil)
    }
    let (values, shown) = (values, shown)
    var body: Members = ["values": .object(values), "version": .string(tree.version), "action": .string(path)]
    if !shown.isEmpty, action.name != .back { body["shown"] = .object(shown) }
    guard action.name == .submit else { return Tap(action: action, body: body, key: nil) }
    let earlier = sent[path].flatMap { $0.tap.action.link == link ? $0 : nil }
    let isSame = earlier?.tap.body?["values"] == body["values"]
    if let earlier, isSame, earlier.submission != nil || earlier.tap.body?["version"] == body["version"] {
      return earlier.tap
    }
    let key = keys.key(of: path, isNext: earlier?.submission != nil)
    return Tap(action: action, body: body, key: key, path: path)
  }

  /// Returns the request that saves the values as a draft; nil if the form has no drafts.
  /// ``Client/keep(_:values:ifMatch:)`` sends it.
  public func draft() -> (link: Link, body: Members)? {
    tree.draft.map { ($0, ["values": .object(keptValues), "version": .string(tree.version)]) }
  }
}

extension Atom {
  /// The displayed value: the value of an input, the number of items of a list, or the value of a
  /// text's pair. Null if the atom is hidden; nil for a text without a pair.
  fileprivate var shownValue: WireValue? {
    guard isInput || members["pair"] != nil else { return nil }
    guard isShown else { return .null }
    if let items { return .integer(Int64(items.count)) }
    return isInput ? value : members["pair"]?.object?["value"] ?? .null
  }
}

extension Screen {
  /// Returns the tap on a button of the screen.
  ///
  ///     let seed = UUID().uuidString  // once, when the screen is drawn
  ///     let tap = screen.tap(screen.actions[0], seed: seed)
  ///
  /// - Parameters:
  ///   - action: The action of the button.
  ///   - seed: The prefix of the idempotency key. Use a new one each time the screen is drawn.
  public func tap(_ action: Action, seed: String) -> Tap {
    guard action.link?.method == "POST" else { return Tap(action: action, body: nil, key: nil) }
    return Tap(action: action, body: [:], key: action.name == .submit ? "\(seed)-submit" : nil)
  }
}
