/// An open form: the tree with the entered values and the merged states.
///
/// A form contains no rules and sends no requests, so it can be tested without a server. Draw its
/// ``atoms``. A change may return a ``Question``, whose response is merged into the form. A tap on
/// a button returns a ``Tap``.
///
///     var form = LiveForm(tree)
///     let question = form.enter("044525225", at: "bic")    // the request to send now, or nil
///     if let question { form.merge(try await client.ask(question)) }
///     if let tap = form.tap("send") { show(try await client.send(tap)) }
public struct LiveForm: Sendable {
  /// The tree with all entered values and merged states.
  public internal(set) var tree: Tree
  /// The idempotency keys of this form's taps. Store them with the entries of the form, so that a
  /// tap keeps its key over a restart.
  public internal(set) var keys: TapKeys
  /// The sent taps without a known outcome, and the stored ones, by the path of the button.
  var sent: [String: SentTap] = [:]
  /// The revision of the last request.
  var asked = 0
  /// The revision of the last merged response.
  var merged = 0
  /// The revision of the last request before each entry, by path.
  var entered: [String: Int] = [:]
  /// The revision of the last request before each change that no merged response covers, by path.
  var pending: [String: Int] = [:]
  /// The revisions of requests without validation.
  var unjudged: Set<Int> = []
  /// The revisions of requests about all atoms.
  var whole: Set<Int> = []
  /// The inputs being edited. Their change is reported when editing ends.
  var edited: Set<String> = []
  /// The path of a tapped command that no merged response covers, and the revision of its request.
  var tapped: (path: String, revision: Int)?
  /// The revision before the request about all atoms that is due after a redraw; nil if none is.
  var wholeDue: Int?
  /// True if the form has an entry of the person.
  public internal(set) var isTouched: Bool

  /// Creates a form from a tree.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - keys: The keys of a stored form, so that its taps keep their keys; nil for new ones.
  public init(_ tree: Tree, keys: TapKeys? = nil) {
    self.tree = tree
    self.keys = keys ?? TapKeys()
    isTouched = tree.draftTag != nil
  }

  /// The atoms to draw.
  public var atoms: [Atom] { tree.atoms }

  /// The atom at a path, such as `bic` or `lines[3].amount`; nil if the path leads to no atom.
  ///
  ///     form["bic"]?.error?.message     // the text below the field
  ///     form["lines[0].amount"]?.value  // an atom of the first item
  public subscript(path: String) -> Atom? { AtomPath(path).flatMap { tree.atoms[$0] } }

  /// True while a change, or the request after a redraw, is not covered by a merged response.
  public var isWaiting: Bool { !pending.isEmpty || tapped != nil || wholeDue != nil }
}

extension LiveForm {
  /// Returns the atoms to draw with their paths, in order: those that are shown, with all groups
  /// and repeats around them, and of a kind that the client draws.
  ///
  /// - Parameter kinds: The kinds that the client draws.
  public func drawn(_ kinds: [Atom.Kind] = Atom.Kind.all) -> [(path: String, atom: Atom)] {
    Self.drawn(atoms, at: "", Set(kinds))
  }

  private static func drawn(
    _ atoms: [Atom], at prefix: String, _ kinds: Set<Atom.Kind>
  ) -> [(path: String, atom: Atom)] {
    atoms.flatMap { atom -> [(path: String, atom: Atom)] in
      guard atom.isShown, kinds.contains(atom.kind) else { return [] }
      let path = prefix + atom.id
      let items = (atom.items ?? []).enumerated().flatMap { index, item in
        drawn(item.atoms, at: "\(path)[\(index)].", kinds)
      }
      return [(path, atom)] + drawn(atom.atoms ?? [], at: prefix, kinds) + items
    }
  }
}
