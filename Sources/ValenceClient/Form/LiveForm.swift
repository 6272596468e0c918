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
  /// The prefix of the idempotency keys of this form's taps. Each button has one key, so that the
  /// server carries out a repeated tap only once.
  public let seed: String
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
  /// The inputs being edited. Their change is reported when editing ends.
  var edited: Set<String> = []

  /// Creates a form from a tree.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - seed: The seed of a stored form, so that its taps keep their keys; nil for a new random
  ///     seed.
  public init(_ tree: Tree, seed: String? = nil) {
    self.tree = tree
    self.seed = seed ?? Self.freshSeed()
  }

  /// The atoms to draw.
  public var atoms: [Atom] { tree.atoms }

  /// The atom at a path, such as `bic` or `lines[3].amount`; nil if the path leads to no atom.
  ///
  ///     form["bic"]?.error?.message     // the text below the field
  ///     form["lines[0].amount"]?.value  // an atom of the first item
  public subscript(path: String) -> Atom? { AtomPath(path).flatMap { tree.atoms[$0] } }

  /// True while a change is not covered by a merged response.
  public var isWaiting: Bool { !pending.isEmpty }

  /// Returns 128 random bits as 32 hexadecimal digits.
  private static func freshSeed() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

extension LiveForm {
  /// Returns the form of another tree of the same operation, with the entered values that the new
  /// tree can accept.
  ///
  /// The other tree is a newer version, a tree with changed values, or the tree after another
  /// login. Send the ``question()`` of the new form next.
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
        // Skip computed values, because the new tree has its own.
        continue
      }
      if let elements = value.array {
        guard !atom.isFixed, let fresh = atom.item else { continue }
        tree.atoms.change(place) { list in
          list.items = elements.map { _ in fresh }
          // The new tree can have a preset for a list that the person has changed.
          list.members["entered"] = nil
        }
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
