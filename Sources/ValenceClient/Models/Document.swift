/// The document at an address, told apart by its shape.
///
/// <doc:ShowingDocuments> has a whole navigator.
///
///     switch try await client.follow(lead.link) {
///     case .tree(let tree): draw(LiveForm(tree))
///     case .screen(let screen): draw(screen)
///     case .lead(let lead): follow(lead)
///     default: break
///     }
public enum Document: Sendable, Hashable {
  /// A form to draw.
  case tree(Tree)
  /// A screen to draw.
  case screen(Screen)
  /// A link to follow; the document there is drawn by the lead's transition.
  case lead(Lead)
  /// The way back: undo the last transition.
  case back(Back)
  /// A page of a list.
  case listing(Listing)
  /// The result of a tap.
  case progress(Progress)
  /// Any other object: one account, one deal, or what a newer server sends.
  case other(Members)
  /// No content: the server is done, or the tap sends nothing. After a tap, close the form.
  case nothing

  /// Tells the document apart. Throws ``Unreadable`` if the answer is not an object or is an incomplete record.
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

  /// Tells apart a document to show: a tree, a screen, a lead or the way back.
  fileprivate init(next members: Members) throws(Unreadable) {
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

  /// The tree, directly or as the next document of a tap's result; nil for any other document.
  public var tree: Tree? {
    switch self {
    case .tree(let tree): tree
    case .progress(let progress): progress.next?.tree
    default: nil
    }
  }
}

extension Members {
  /// The document in the member `next`; nil if it is missing or unreadable.
  var next: Document? {
    guard let next = self["next"]?.object else { return nil }
    return try? Document(next: next)
  }
}
