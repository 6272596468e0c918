/// Whatever an address answers with, told apart by its shape.
public enum Document: Sendable, Hashable {
  /// A form to draw.
  case tree(Tree)
  /// A screen to draw.
  case screen(Screen)
  /// Where to go on: ask it, and draw what comes by its transition.
  case lead(Lead)
  /// Undo the transition that showed what is shown.
  case back(Back)
  /// A page of a list.
  case listing(Listing)
  /// What a tap has led to.
  case progress(Progress)
  /// Anything else, as it is: one account, one deal, what a newer server sends.
  case other(Members)
  /// Nothing: it is done.
  case nothing

  /// The document that an answer is.
  init(_ value: WireValue) throws(Unreadable) {
    guard let members = value.object else { throw Unreadable(record: "document", member: "") }
    if members["submission"]?.object != nil || members["session"]?.object != nil {
      self = .progress(Progress(members))
    } else if members["data"]?.array != nil {
      self = .listing(try Listing(members))
    } else if members["atoms"]?.array != nil || members["modules"]?.array != nil || members["transition"] != nil {
      self = try Document(next: members)
    } else {
      self = .other(members)
    }
  }

  /// The document that stands where something leads on.
  init(next members: Members) throws(Unreadable) {
    if members["atoms"]?.array != nil {
      self = .tree(try Tree(members))
    } else if members["modules"]?.array != nil {
      self = .screen(try Screen(members))
    } else if members["href"] != nil {
      self = .lead(try Lead(members))
    } else if let transition: Transition = members.record("transition"), transition.kind == .back {
      self = .back(Back(members))
    } else {
      self = .other(members)
    }
  }

  /// The form that it is, or that a tap has led to.
  public var tree: Tree? {
    switch self {
    case .tree(let tree): tree
    case .progress(let progress): progress.next?.tree
    default: nil
    }
  }
}

extension Members {
  /// What stands where something leads on; nil where nothing does that can be read.
  var next: Document? {
    guard let next = self["next"]?.object else { return nil }
    return try? Document(next: next)
  }
}
