import Texts

/// The targets of a tree's actions. The caller supplies the addresses.
package struct Links: Sendable {
  /// An HTTP method and a path.
  package struct Action: Sendable {
    package let method: String
    package let href: String

    package init(_ method: String, _ href: String) {
      self.method = method
      self.href = href
    }
  }

  /// The path for posting changes; nil if no atom depends on another.
  let evaluate: String?
  /// The path of the draft; nil for a tree without drafts, such as one that is never submitted.
  package let draft: String?
  /// The entity tag of the draft whose values the tree has, in quotation marks; nil without a
  /// draft.
  private(set) var draftTag: String?
  /// The path that returns the same tree.
  ///
  /// nil if the client knows it from its own request, or if the tree shows something only once.
  package let itself: String?
  /// The path that returns the options of searches; nil for a tree without searches.
  let search: String?
  /// The path that reads pasted rows; nil for a tree without repeats with `paste`.
  let rows: String?
  /// The prefix of the path that resolves a deep link. The encoded link is appended.
  ///
  /// nil if clients resolve deep links.
  package let routes: String?
  /// The prefix of the path of a document. Its SHA-256 digest is appended. Nil if the tree has no
  /// documents.
  let documents: String?
  /// The target of each action.
  package let actions: [ButtonKind.Action: Action]

  package init(
    evaluate: String?, draft: String? = nil, itself: String? = nil, search: String? = nil, rows: String? = nil,
    routes: String?, documents: String? = nil, actions: [ButtonKind.Action: Action]
  ) {
    self.evaluate = evaluate
    self.draft = draft
    self.itself = itself
    (self.search, self.rows) = (search, rows)
    (self.routes, self.documents) = (routes, documents)
    self.actions = actions
  }

  /// Returns the links with `query` added to `evaluate`, `draft` and the POST actions.
  package func sending(_ query: String) -> Links {
    func with(_ path: String) -> String { path + (path.contains("?") ? "&" : "?") + query }
    let actions = actions.map { name, action in
      (name, action.method == "POST" ? Action(action.method, with(action.href)) : action)
    }
    var links = Links(
      evaluate: evaluate.map(with), draft: draft.map(with), itself: itself, search: search, rows: rows,
      routes: routes, documents: documents, actions: Dictionary(uniqueKeysWithValues: actions))
    links.draftTag = draftTag
    return links
  }

  /// Returns the links of a tree that has the values of a draft. `tag` is the draft's entity tag
  /// without quotation marks.
  package func keeping(_ tag: String) -> Links {
    var links = self
    links.draftTag = "\"\(tag)\""
    return links
  }

  /// Returns the path on this server for a reference; nil if clients resolve it.
  func path(of reference: LocalReference) -> String? {
    switch reference {
    case .path(let path): path
    case .deepLink(let encoded): routes.map { $0 + encoded }
    case .document(let sha256): documents.map { $0 + sha256 }
    }
  }
}

/// A reference to something on this server.
enum LocalReference: Sendable {
  case path(String)
  /// A deep link (`valence:`), percent-encoded for a query.
  case deepLink(encoded: String)
  /// A document of a consent, by its SHA-256 digest.
  case document(String)

  /// Parses a reference; nil if its target is outside of this server.
  init?(_ reference: String) {
    if reference.hasPrefix("/") {
      self = .path(reference)
    } else if reference.prefix(while: { $0 != ":" }).lowercased() == "valence" {
      self = .deepLink(encoded: percentEncoded(reference))
    } else {
      return nil
    }
  }
}
