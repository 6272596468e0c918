/// The targets of a tree's actions.
///
///     evaluation.writeTree(to: &writer, links: Links(of: operation), in: language)
///     // A tree that evaluates elsewhere and has no actions:
///     let links = Links(evaluate: "/playground/evaluate", actions: [:])
package struct Links: Sendable {
  /// An HTTP method and a path.
  package struct Action: Sendable {
    let method: String
    let href: String

    /// Creates an action with a method and a path.
    package init(_ method: String, _ href: String) {
      self.method = method
      self.href = href
    }
  }

  /// Path to post changes to; nil when no atom depends on another.
  package let evaluate: String?
  /// Path to keep unfinished values at; nil for a tree without drafts, such as one that is never submitted.
  package let draft: String?
  /// Path that returns the same tree.
  ///
  /// nil when the client knows it from its own request, and when the tree shows something only once.
  package let itself: String?
  /// The target of each kind of tap.
  package let actions: [ButtonKind.Action: Action]

  /// Creates the links of a tree.
  package init(
    evaluate: String?, draft: String? = nil, itself: String? = nil, actions: [ButtonKind.Action: Action]
  ) {
    self.evaluate = evaluate
    self.draft = draft
    self.itself = itself
    self.actions = actions
  }

  /// Creates the links of an operation served under `/operations`; `query` is appended to the path of submissions.
  package init(of operation: Operation, sending query: String = "") {
    self.init(
      evaluate: "/operations/\(operation.id)/evaluate",
      draft: operation.effect == nil || operation.isPublic ? nil : "/drafts/\(operation.id)",
      actions: [
        .submit: Action("POST", "/operations/\(operation.id)/submissions\(query)"),
        .cancel: Action("GET", "/operations"),
      ])
  }
}

extension Links {
  /// Returns the path at which the client asks this server for the target of a reference.
  ///
  /// - A path is returned as it is.
  /// - A deep link (`valence:`) becomes a request to resolve it under `/routes`.
  /// - Returns nil for a reference to anything outside of this server.
  static func local(_ reference: String) -> String? {
    if reference.hasPrefix("/") { return reference }
    let scheme = reference.prefix { $0 != ":" }
    return scheme.lowercased() == "valence" ? "/routes?url=\(percentEncoded(reference))" : nil
  }
}
