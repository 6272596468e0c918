/// A form as sent by the server. Create a ``LiveForm`` from it to enter values.
///
///     if let tree = document.tree {
///       let form = LiveForm(tree)
///       tree.title         // "Payment"
///       form.atoms.count
///     }
public struct Tree: WireModel {
  /// The id of the operation, such as `pp.quick`.
  public let operation: String
  /// The version of the operation, which each request returns to the server.
  public let version: String
  /// The atoms in drawing order.
  public internal(set) var atoms: [Atom]
  /// All other members.
  public private(set) var members: Members

  /// The title above the form.
  public var title: String { members["title"]?.string ?? "" }
  /// The transition for showing the form; push by default.
  public var transition: Transition { members.record("transition") ?? .push }
  /// The link for evaluation requests; nil if no atom depends on another.
  public var evaluate: Link? { members.record("evaluate") }
  /// The link that saves a draft; nil if the form has no drafts.
  public var draft: Link? { members.record("draft") }
  /// The entity tag of the draft whose values the tree has; nil if it has no draft.
  public var draftTag: String? { members["draft"]?.object?["etag"]?.string }
  /// The link that requests the same tree again, for example in another language. Nil if the client
  /// requested the tree by a link, or if the tree is sent only once.
  public var itself: Link? { members.record("self") }
  /// If data is unavailable, the time in seconds after which to evaluate again; otherwise nil.
  ///
  /// Use ``LiveForm/wholeQuestion(judges:)`` without validation.
  public var retryAfter: Int? { members["retryAfter"]?.integer }
  /// The flow of which the form is a step; nil if it is not a step.
  public var flow: Flow? { members.record("flow") }
  /// The summary of a signature; nil for other trees.
  public var signing: SigningHead? { members.record("signing") }
  /// The summary of a submission's result; nil for other trees.
  public var outcome: Outcome? { members.record("result") }
  /// The actions that are offered after a result; empty for other trees.
  public var followUps: [FollowUp] { (try? members.records("actions", of: "tree")) ?? [] }

  /// Reads a tree. Throws ``Unreadable`` if `operation`, `version` or `atoms` is missing or
  /// invalid, or if an atom is unreadable.
  public init(_ members: Members) throws(Unreadable) {
    operation = try members.text("operation", of: "tree")
    version = try members.text("version", of: "tree")
    guard let atoms: [Atom] = try members.records("atoms", of: "tree") else {
      throw Unreadable(record: "tree", member: "atoms")
    }
    self.atoms = atoms
    self.members = members.filter { !["operation", "version", "atoms"].contains($0.key) }
  }

  /// All members in their current state.
  public var wire: Members {
    var wire = members
    wire["operation"] = .string(operation)
    wire["version"] = .string(version)
    wire["atoms"] = .array(atoms.map { .object($0.wire) })
    return wire
  }
}

/// The response to an evaluation request: the states of some atoms, for ``LiveForm/merge(_:)``.
///
///     let states = try States(answer)
///     let isKnown = states.retryAfter == nil  // otherwise evaluate again after this time
///     let judged = states.atoms.keys.sorted()  // ["bic"]
public struct States: WireModel {
  /// The revision of the request. A response older than a merged one is dropped.
  public var revision: Int? { wire["revision"]?.integer }
  /// The version of the operation with which the server evaluated the form.
  public var version: String? { wire["version"]?.string }
  /// If data for these states is unavailable, the time in seconds after which to evaluate again;
  /// otherwise nil.
  public var retryAfter: Int? { wire["retryAfter"]?.integer }
  /// The state of each atom in the response, by path.
  public let atoms: [String: Members]
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads states. Throws ``Unreadable`` if `atoms` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    guard let atoms = members["atoms"]?.object else { throw Unreadable(record: "states", member: "atoms") }
    self.atoms = atoms.compactMapValues(\.object)
    wire = members
  }
}
