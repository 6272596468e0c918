/// An operation as it is drawn: a head and atoms.
public struct Tree: WireModel {
  /// The operation.
  public let operation: String
  /// The version that was drawn; it goes back with every question and submission.
  public let version: String
  /// The atoms, in the order in which they are drawn.
  public internal(set) var atoms: [Atom]
  /// All other members.
  public private(set) var members: Members

  /// What stands above it.
  public var title: String { members["title"]?.string ?? "" }
  /// How it comes onto the screen.
  public var transition: Transition { members.record("transition") ?? .push }
  /// Where changes are asked about; nil where nothing depends on anything.
  public var evaluate: Link? { members.record("evaluate") }
  /// Where unfinished values are kept; nil where none are.
  public var draft: Link? { members.record("draft") }
  /// Where the same tree is asked again, such as in another language; nil where whoever followed a link to it knows, and of
  /// what is shown once.
  public var itself: Link? { members.record("self") }
  /// The flow that it is a step of.
  public var flow: Flow? { members.record("flow") }

  /// Reads `operation`, `version` and `atoms`.
  public init(_ members: Members) throws(Unreadable) {
    operation = try members.text("operation", of: "tree")
    version = try members.text("version", of: "tree")
    guard let atoms: [Atom] = try members.records("atoms", of: "tree") else {
      throw Unreadable(record: "tree", member: "atoms")
    }
    self.atoms = atoms
    self.members = members.filter { !["operation", "version", "atoms"].contains($0.key) }
  }

  /// All members, as they are now.
  public var wire: Members {
    var wire = members
    wire["operation"] = .string(operation)
    wire["version"] = .string(version)
    wire["atoms"] = .array(atoms.map { .object($0.wire) })
    return wire
  }
}
