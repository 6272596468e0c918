/// A tap on a button or a reference: what is sent for it.
///
/// The same tap may be sent as often as the network fails: its key is that of the form and the button.
public struct Tap: Sendable, Hashable {
  /// What it does.
  public let action: Action
  /// What is sent along; nil where nothing is.
  public let body: Members?
  /// The idempotency key; nil where the tap submits nothing.
  public let key: String?
}

extension LiveForm {
  /// The tap on an atom. Nil where it has no action, or is hidden or disabled; `action.link` is nil where nothing is sent:
  /// what is shown is closed.
  public func tap(_ path: String) -> Tap? {
    guard let atom = self[path], atom.isShown, atom.isEnabled, let action = atom.action else { return nil }
    guard action.link?.method == "POST" else { return Tap(action: action, body: nil, key: nil) }
    var body: Members = ["values": .object(values), "version": .string(tree.version)]
    guard action.name == .submit else { return Tap(action: action, body: body, key: nil) }
    body["action"] = .string(path)
    return Tap(action: action, body: body, key: "\(seed)-\(path)")
  }

  /// What keeps the values as a draft; nil where this form has none.
  public func draft() -> (link: Link, body: Members)? {
    tree.draft.map { ($0, ["values": .object(keptValues), "version": .string(tree.version)]) }
  }
}

extension Screen {
  /// The tap on one of the screen's buttons. `seed` is one text for each time that the screen was drawn.
  public func tap(_ action: Action, seed: String) -> Tap {
    guard action.link?.method == "POST" else { return Tap(action: action, body: nil, key: nil) }
    return Tap(action: action, body: [:], key: action.name == .submit ? "\(seed)-submit" : nil)
  }
}
