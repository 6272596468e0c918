import Texts

/// The targets of a tree's actions.
///
/// Whoever has trees written knows the addresses: `Atoms` has none of its own.
///
///     let send = Links.Action("POST", "/operations/pp.quick/submissions")
///     let links = Links(evaluate: "/operations/pp.quick/evaluate", routes: "/routes?url=", actions: [.submit: send])
///     evaluation.writeTree(to: &writer, links: links, in: language)
package struct Links: Sendable {
  /// An HTTP method and a path.
  package struct Action: Sendable {
    package let method: String
    package let href: String

    /// Creates an action with a method and a path.
    package init(_ method: String, _ href: String) {
      self.method = method
      self.href = href
    }
  }

  /// Path to post changes to; nil when no atom depends on another.
  let evaluate: String?
  /// Path to keep unfinished values at; nil for a tree without drafts, such as one that is never submitted.
  package let draft: String?
  /// The entity tag of the draft whose values the tree has, in quotation marks; nil without a draft.
  private(set) var draftTag: String?
  /// Path that returns the same tree.
  ///
  /// nil when the client knows it from its own request, and when the tree shows something only once.
  package let itself: String?
  /// Path at which the options of searches are asked for; nil when nothing can be chosen.
  let search: String?
  /// Beginning of the path at which the server answers where a deep link leads; the encoded link follows.
  ///
  /// nil leaves deep links to the client.
  package let routes: String?
  /// The target of each kind of tap.
  package let actions: [ButtonKind.Action: Action]

  /// Creates the links of a tree.
  package init(
    evaluate: String?, draft: String? = nil, itself: String? = nil, search: String? = nil, routes: String?,
    actions: [ButtonKind.Action: Action]
  ) {
    self.evaluate = evaluate
    self.draft = draft
    self.itself = itself
    self.search = search
    self.routes = routes
    self.actions = actions
  }

  /// Returns the links with `query` in each request that takes values.
  package func sending(_ query: String) -> Links {
    func with(_ path: String) -> String { path + (path.contains("?") ? "&" : "?") + query }
    let actions = actions.map { name, action in
      (name, action.method == "POST" ? Action(action.method, with(action.href)) : action)
    }
    var links = Links(
      evaluate: evaluate.map(with), draft: draft.map(with), itself: itself, search: search, routes: routes,
      actions: Dictionary(uniqueKeysWithValues: actions))
    links.draftTag = draftTag
    return links
  }

  /// Returns the links of a tree that has the values of the draft with that entity tag, which has no quotation marks here.
  package func keeping(_ tag: String) -> Links {
    var links = self
    links.draftTag = "\"\(tag)\""
    return links
  }

  /// Returns the path at which the client asks this server for the target of a reference; nil if it lies elsewhere.
  func path(of reference: LocalReference) -> String? {
    switch reference {
    case .path(let path): path
    case .deepLink(let encoded): routes.map { $0 + encoded }
    }
  }
}

/// A reference to something on this server.
enum LocalReference: Sendable {
  /// A path.
  case path(String)
  /// A deep link (`valence:`), percent-encoded to be part of a query.
  case deepLink(encoded: String)

  /// Reads a reference; nil if it leads to anything outside of this server.
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
