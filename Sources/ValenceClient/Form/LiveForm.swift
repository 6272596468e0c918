/// A form on the screen: the tree as it was drawn, the values that were entered, and the server's answers since.
///
/// It knows no rule and sends nothing, so it can be tested without a server. Draw its ``atoms``; entering a value may
/// give a ``Question``, whose answer is merged; a tap on a button gives a ``Tap``.
///
///     var form = LiveForm(tree)
///     let question = form.enter("044525225", at: "bic")           // what to ask now, or nil
///     if let question { form.merge(try await client.ask(question)) }
///     if let tap = form.tap("send") { show(try await client.send(tap)) }
public struct LiveForm: Sendable {
  /// The tree, with all values that were entered and all states that were merged.
  public internal(set) var tree: Tree
  /// The beginning of the idempotency keys of this form's taps: one form has one key for each button.
  ///
  /// So the server never carries out twice what is sent again after the network has failed.
  public let seed: String
  /// The revision of the last question.
  var asked = 0
  /// The revision of the last answer that was merged.
  var merged = 0
  /// For each path that was entered, the last question before the entry.
  var entered: [String: Int] = [:]
  /// For each change that no merged answer takes into account, the last question before the change.
  var pending: [String: Int] = [:]
  /// The revisions of questions that judge nothing.
  var unjudged: Set<Int> = []
  /// Inputs that are being edited; the server is asked when editing ends.
  var edited: Set<String> = []

  /// Creates a form of a tree. Pass the `seed` of a form that was kept, so that its taps keep their keys.
  public init(_ tree: Tree, seed: String? = nil) {
    self.tree = tree
    self.seed = seed ?? Self.freshSeed()
  }

  /// The atoms to draw.
  public var atoms: [Atom] { tree.atoms }

  /// The atom at a path, such as `bic` or `lines[3].amount`; nil if the form has none there.
  ///
  ///     form["bic"]?.error?.message     // what to show below the field
  ///     form["lines[0].amount"]?.value  // an atom of the first item
  public subscript(path: String) -> Atom? { AtomPath(path).flatMap { tree.atoms[$0] } }

  /// True while the server has not answered every change.
  public var isWaiting: Bool { !pending.isEmpty }

  /// 128 random bits of the system, as 32 hexadecimal digits.
  private static func freshSeed() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

extension LiveForm {
  /// The form of another tree of the same operation, with every entered value that still has a place.
  ///
  /// The other tree is a newer version, the one with changed values, or the one drawn after another login. Ask the new form's
  /// ``question()`` next.
  ///
  ///     if [.outdatedVersion, .changed].contains(problem.name), let tree = problem.next?.tree {
  ///       form = form.redrawn(as: tree)
  ///       if let question = form.question() { form.merge(try await client.ask(question)) }
  ///     }
  public func redrawn(as tree: Tree) -> LiveForm {
    var form = LiveForm(tree)
    form.carry(values, of: self, at: "")
    return form
  }

  private mutating func carry(_ values: Members, of old: LiveForm, at prefix: String) {
    for (id, value) in values {
      let path = prefix + id
      guard let place = AtomPath(path), let atom = tree.atoms[place], let drawn = old[path], atom.isInput,
        atom.kind == drawn.kind, drawn.isEnabled || old.entered[path] != nil
      else {
        // The value of a computed atom is not entered: the new tree has its own.
        continue
      }
      if let elements = value.array {
        guard !atom.isFixed, let fresh = atom.item else { continue }
        tree.atoms.change(place) { $0.items = elements.map { _ in fresh } }
        for (index, element) in elements.enumerated() {
          carry(element.object ?? [:], of: old, at: "\(path)[\(index)].")
        }
      } else {
        tree.atoms.change(place) { $0.members["value"] = value }
      }
      entered[path] = asked
      if atom.notify != nil { pending[path] = asked }
    }
  }
}
