/// A form as the server draws it: a head and atoms.
///
/// Make a ``LiveForm`` of it to enter values.
///
///     if let tree = document.tree {
///       let form = LiveForm(tree)
///       tree.title         // "Payment"
///       form.atoms.count
///     }
public struct Tree: WireModel {
  /// The operation's id, such as `pp.quick`.
  public let operation: String
  /// The operation's version. Every question and submission carries it back.
  public let version: String
  /// The atoms, in drawing order.
  public internal(set) var atoms: [Atom]
  /// All other members.
  public private(set) var members: Members

  /// The title above the form.
  public var title: String { members["title"]?.string ?? "" }
  /// The transition by which the form appears; a push by default.
  public var transition: Transition { members.record("transition") ?? .push }
  /// The link of the form's questions; nil if nothing depends on anything.
  public var evaluate: Link? { members.record("evaluate") }
  /// The link that saves unfinished values; nil if the form has no drafts.
  public var draft: Link? { members.record("draft") }
  /// The entity tag of the draft whose values the tree has; nil for a tree of no draft.
  public var draftTag: String? { members["draft"]?.object?["etag"]?.string }
  /// The link that draws the same tree again, for example in another language.
  ///
  /// Returns nil for a tree that came by a link, which the client has, and for one that is shown only once.
  public var itself: Link? { members.record("self") }
  /// The seconds after which to ask again, because something is not known now; nil if all is known.
  ///
  /// Ask ``LiveForm/wholeQuestion(judges:)`` without judging.
  public var retryAfter: Int? { members["retryAfter"]?.integer }
  /// The flow of several steps that the form is a step of; nil for none.
  public var flow: Flow? { members.record("flow") }
  /// What is signed in short; nil for any tree but that of a signature.
  public var signing: SigningHead? { members.record("signing") }
  /// What became of a submission in short; nil for any tree but that of a result.
  public var outcome: Outcome? { members.record("result") }
  /// What may follow a result; empty for any other tree.
  public var followUps: [FollowUp] { (try? members.records("actions", of: "tree")) ?? [] }

  /// Reads a tree. Throws ``Unreadable`` without `operation`, `version` or `atoms`, or if an atom is unreadable.
  public init(_ members: Members) throws(Unreadable) {
    operation = try members.text("operation", of: "tree")
    version = try members.text("version", of: "tree")
    guard let atoms: [Atom] = try members.records("atoms", of: "tree") else {
      throw Unreadable(record: "tree", member: "atoms")
    }
    self.atoms = atoms
    self.members = members.filter { !["operation", "version", "atoms"].contains($0.key) }
  }

  /// All members in their present state.
  public var wire: Members {
    var wire = members
    wire["operation"] = .string(operation)
    wire["version"] = .string(version)
    wire["atoms"] = .array(atoms.map { .object($0.wire) })
    return wire
  }
}

/// The answer to a question: the states of some atoms. ``LiveForm/merge(_:)`` takes it.
///
///     let states = try States(answer)
///     let isKnown = states.retryAfter == nil  // else ask again after so many seconds
///     let judged = states.atoms.keys.sorted()  // ["bic"]
public struct States: WireModel {
  /// The question's revision. An answer older than one that was merged is late.
  public var revision: Int? { wire["revision"]?.integer }
  /// The operation's version by which the server judged.
  public var version: String? { wire["version"]?.string }
  /// The seconds after which to ask again, because one of these states is not known now; nil if all of them are.
  public var retryAfter: Int? { wire["retryAfter"]?.integer }
  /// The state of each atom in the answer, by path.
  public let atoms: [String: Members]
  /// All members, as they came.
  public let wire: Members

  /// Reads states. Throws ``Unreadable`` without `atoms`.
  public init(_ members: Members) throws(Unreadable) {
    guard let atoms = members["atoms"]?.object else { throw Unreadable(record: "states", member: "atoms") }
    self.atoms = atoms.compactMapValues(\.object)
    wire = members
  }
}
