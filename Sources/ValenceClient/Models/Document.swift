/// The document at an address, identified by its member `document`.
///
/// The other members identify a document of a server that does not send it.
///
/// <doc:ShowingDocuments> has a navigator.
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
  /// A link to follow. Show its document by the lead's transition.
  case lead(Lead)
  /// A return to the previous form or screen: undo the last transition.
  case back(Back)
  /// A page of a list.
  case listing(Listing)
  /// The result of a tap.
  case progress(Progress)
  /// Any other object: an account, a deal, or a document of a newer server.
  case other(Members)
  /// No content: the request is complete, or the tap sends no request. After a tap, close the form.
  case nothing

  /// Identifies the document. Throws ``Unreadable`` if the value is not an object, or if a record
  /// is incomplete.
  init(_ value: WireValue) throws(Unreadable) {
    guard let members = value.object else { throw Unreadable(record: "document", member: "") }
    if let name = members["document"]?.string {
      self = try Document(named: name, members)
    } else if members["submission"]?.object != nil || members["session"]?.object != nil {
      self = .progress(Progress(members))
    } else if members["data"]?.array != nil {
      self = .listing(try Listing(members))
    } else if members["atoms"]?.array != nil || members["modules"]?.array != nil || members["transition"] != nil {
      self = try Document(next: members)
    } else {
      self = .other(members)
    }
  }

  /// Reads the document with that name. An unknown name is of a newer server.
  private init(named name: String, _ members: Members) throws(Unreadable) {
    switch name {
    case "tree": self = .tree(try Tree(members))
    case "screen": self = .screen(try Screen(members))
    case "list": self = .listing(try Listing(members))
    case "lead": self = .lead(try Lead(members))
    case "back": self = .back(Back(members))
    case "progress", "session": self = .progress(Progress(members))
    default: self = .other(members)
    }
  }

  /// Identifies a document to show: a tree, a screen, a lead or a return.
  fileprivate init(next members: Members) throws(Unreadable) {
    if let name = members["document"]?.string {
      self = try Document(named: name, members)
    } else if members["atoms"]?.array != nil {
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

  /// The tree, directly or in the `next` of a tap's result or a resumed draft; nil for other
  /// documents.
  public var tree: Tree? {
    switch self {
    case .tree(let tree): tree
    case .progress(let progress): progress.next?.tree
    case .other(let members): members.next?.tree
    default: nil
    }
  }
}

extension Document {
  /// The name of a document to draw, as in its member `document`; nil for other content.
  public var name: String? {
    switch self {
    case .tree: "tree"
    case .screen: "screen"
    case .lead: "lead"
    case .back: "back"
    case .listing: "list"
    case .progress(let progress): progress.session == nil ? "progress" : "session"
    case .other, .nothing: nil
    }
  }

  /// The transition by which the document is shown; push by default.
  public var transition: Transition {
    switch self {
    case .tree(let tree): tree.transition
    case .screen(let screen): screen.transition
    case .lead(let lead): lead.transition ?? .push
    case .back(let back): back.transition ?? .push
    case .listing, .progress, .other, .nothing: .push
    }
  }

  /// The document to show next: the `next` of a tap's result, otherwise the document itself.
  public var shown: Document {
    switch self {
    case .progress(let progress): progress.next ?? .nothing
    case .other(let members): members.next ?? self
    default: self
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
