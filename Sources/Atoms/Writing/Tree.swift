package import JSON

/// Where the actions of a tree lead.
package struct Links: Sendable {
  /// A method and a path.
  package struct Action: Sendable {
    let method: String
    let href: String

    /// An action with that method at that path.
    package init(_ method: String, _ href: String) {
      self.method = method
      self.href = href
    }
  }

  /// Where changes are posted; nil where nothing depends on anything.
  package let evaluate: String?
  /// Where unfinished values are kept; nil where nothing is sent in the end.
  package let draft: String?
  /// Where the same tree is asked again; nil where whoever drew it knows, and of what is shown once.
  package let itself: String?
  /// Where each kind of tap is posted.
  package let actions: [ButtonKind.Action: Action]

  /// Links of a tree.
  package init(
    evaluate: String?, draft: String? = nil, itself: String? = nil, actions: [ButtonKind.Action: Action]
  ) {
    self.evaluate = evaluate
    self.draft = draft
    self.itself = itself
    self.actions = actions
  }

  /// The links of an operation that is served under `/operations`; where it is sent, `query` is told too.
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

extension Writer {
  /// Writes what a tap does; where that leads nowhere, the client does it by itself.
  mutating func action(_ name: ButtonKind.Action, _ link: Links.Action?) {
    key("action")
    beginObject()
    member("name", name.rawValue)
    if let link {
      member("method", link.method)
      member("href", link.href)
    }
    endObject()
  }
}

extension Evaluation {
  /// Writes the whole tree: the operation's head, every atom with its state, and the members that `more` adds.
  package mutating func writeTree(
    to writer: inout Writer, links: Links, as presentation: Presentation? = nil, in language: Language,
    adding more: (inout Writer) -> Void = { _ in }
  ) {
    writer.beginObject()
    writer.member("operation", operation.id)
    writer.member("version", operation.version)
    writer.member("title", operation.title[language])
    writer.key("transition")
    writer.beginObject()
    writer.member("kind", "push")
    writer.endObject()
    if let evaluate = links.evaluate {
      writer.key("evaluate")
      writer.beginObject()
      writer.member("method", "POST")
      writer.member("href", evaluate)
      writer.endObject()
    }
    if let draft = links.draft {
      writer.key("draft")
      writer.beginObject()
      writer.member("method", "PUT")
      writer.member("href", draft)
      writer.endObject()
    }
    if let itself = links.itself {
      writer.key("self")
      writer.beginObject()
      writer.member("method", "GET")
      writer.member("href", itself)
      writer.endObject()
    }
    writer.key("atoms")
    writeAtoms(
      operation.atoms.indices, judge: commit, to: &writer, in: TreeFrame(links: links, presentation: presentation))
    more(&writer)
    writer.endObject()
  }
}
