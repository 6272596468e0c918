/// A form on the screen: the tree as it was drawn, what was entered, and what the server has said since.
///
/// It knows no rule and sends nothing. What is entered gives a ``Question`` where the server wants to know; its answer is
/// merged, unless it is late; a tap on a button gives a ``Tap``. Whoever draws it draws ``atoms``.
public struct LiveForm: Sendable {
  /// The tree, with all that was entered and said.
  public internal(set) var tree: Tree
  /// What the idempotency keys of this form's taps begin with: one form, one key for each button, however often it is
  /// tapped. What is sent again after the network has failed is therefore never carried out twice.
  public let seed: String
  /// The revision of the last question.
  var asked = 0
  /// The revision of the last answer that was merged.
  var merged = 0
  /// What was entered: by path, the last question that did not know of it.
  var entered: [String: Int] = [:]
  /// Changes that no merged answer knows of, with the last question that did not.
  var pending: [String: Int] = [:]
  /// Inputs that are being edited, of which the server is told when that has ended.
  var edited: Set<String> = []

  /// The form of a tree; `seed` is that of a form which was kept, to go on with its taps.
  public init(_ tree: Tree, seed: String? = nil) {
    self.tree = tree
    self.seed = seed ?? Self.freshSeed()
  }

  /// The atoms to draw.
  public var atoms: [Atom] { tree.atoms }

  /// The atom at a path, such as `bic` or `lines[3].amount`.
  public subscript(path: String) -> Atom? { AtomPath(path).flatMap { tree.atoms[$0] } }

  /// Whether there are changes that the server has not answered yet.
  public var isWaiting: Bool { !pending.isEmpty }

  /// 128 bits of the system's randomness, in hexadecimal digits.
  private static func freshSeed() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
