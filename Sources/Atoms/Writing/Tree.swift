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

extension Writer {
  /// Writes what a tap does; where that leads nowhere, the client does it by itself.
  fileprivate mutating func action(_ name: ButtonKind.Action, _ link: Links.Action?) {
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
    writeAtoms(operation.atoms.indices, to: &writer, links: links, as: presentation)
    writer.endObject()
  }

  /// Writes the atoms of these places as a list, each with its own inside it.
  mutating func writeAtoms(
    _ places: Range<Int>, to writer: inout Writer, links: Links, as presentation: Presentation?
  ) {
    writer.beginArray()
    writeEach(of: places, to: &writer, links: links, as: presentation)
    writer.endArray()
  }

  private mutating func writeEach(
    of places: Range<Int>, to writer: inout Writer, links: Links, as presentation: Presentation?
  ) {
    var place = places.lowerBound
    while place < places.upperBound {
      let atom = operation.atoms[place]
      let own = place + 1..<atom.position.end
      switch presentation?.choices[place] ?? .itself {
      case .itself: writeAtom(place, atom, as: nil, to: &writer, links: links, as: presentation)
      case .fallback(let fallback): writeAtom(place, atom, as: fallback, to: &writer, links: links, as: presentation)
      case .unframed: writeEach(of: own, to: &writer, links: links, as: presentation)
      case .leftOut: break
      }
      place = own.upperBound
    }
  }

  private mutating func writeAtom(
    _ place: Int, _ atom: Atom, as fallback: Int?, to writer: inout Writer, links: Links,
    as presentation: Presentation?
  ) {
    writer.beginObject()
    if let fallback {
      writer.raw(operation.drawings.members(of: place, fallback: fallback, in: language))
    } else {
      writer.raw(operation.drawings.members(of: place, in: language))
    }
    writeState(of: place, atom, as: fallback.map { atom.fallbacks[$0] }, judge: commit, to: &writer)
    if let name = atom.action {
      writer.action(name, atom.href.map { Links.Action("GET", $0) } ?? links.actions[name])
    }
    if atom.kind is GroupKind {
      writer.key("atoms")
      writeAtoms(place + 1..<atom.position.end, to: &writer, links: links, as: presentation)
    }
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
      case .unframed, .leftOut: continue
      }
      writer.key(atom.key)
      writer.beginObject()
      writeState(of: telling.place, atom, as: fallback, judge: judge, to: &writer)
      writer.endObject()
    }
    writer.endObject()
  }
}
