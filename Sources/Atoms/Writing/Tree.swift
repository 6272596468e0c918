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
  /// Where each kind of tap is posted.
  package let actions: [ButtonKind.Action: Action]

  /// Links of a tree.
  package init(evaluate: String?, draft: String? = nil, actions: [ButtonKind.Action: Action]) {
    self.evaluate = evaluate
    self.draft = draft
    self.actions = actions
  }

  /// The links of an operation that is served under `/operations`.
  package init(of operation: Operation) {
    self.init(
      evaluate: "/operations/\(operation.id)/evaluate",
      draft: operation.effect == nil ? nil : "/drafts/\(operation.id)",
      actions: [
        .submit: Action("POST", "/operations/\(operation.id)/submissions"), .cancel: Action("GET", "/operations"),
      ])
  }
}

extension Evaluation {
  /// Writes the whole tree: the operation's head and every atom with its state.
  package mutating func writeTree(
    to writer: inout Writer, links: Links, as presentation: Presentation? = nil, in language: Language
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
    writer.key("atoms")
    writer.beginArray()
    for telling in affected.tellings where telling.isTold || judges(telling) {
      let atom = operation.atoms[telling.place]
      var fallback: Atom?
      switch presentation?.choices[telling.place] ?? .itself {
      case .itself:
        writer.beginObject()
        writer.raw(operation.drawings.members(of: telling.place, in: language))
      case .fallback(let place):
        fallback = atom.fallbacks[place]
        writer.beginObject()
        writer.raw(operation.drawings.members(of: telling.place, fallback: place, in: language))
      case .leftOut: continue
      }
      writeState(of: telling.place, atom, as: fallback, judge: judges(telling), to: &writer)
      if let name = atom.action {
        writer.key("action")
        writer.beginObject()
        writer.member("name", name.rawValue)
        if let action = links.actions[name] {
          writer.member("method", action.method)
          writer.member("href", action.href)
        }
        writer.endObject()
      }
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  /// Writes the states that the question asks for, by id.
  package mutating func writeStates(
    to writer: inout Writer, as presentation: Presentation? = nil, in language: Language
  ) {
    writer.beginObject()
    for telling in affected.tellings {
      let judge = judges(telling)
      guard telling.isTold || judge else { continue }
      let atom = operation.atoms[telling.place]
      var fallback: Atom?
      switch presentation?.choices[telling.place] ?? .itself {
      case .itself: break
      case .fallback(let place): fallback = atom.fallbacks[place]
      case .leftOut: continue
      }
      writer.key(atom.key)
      writer.beginObject()
      writeState(of: telling.place, atom, as: fallback, judge: judge, to: &writer)
      writer.endObject()
    }
    writer.endObject()
  }
}
