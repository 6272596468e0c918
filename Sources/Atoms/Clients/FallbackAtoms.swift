import JSON
import SourceText
import Texts

/// Fallbacks with several atoms, of which one carries the value: `{atoms: [{link: ...}, {toggle:
/// id}]}`.
extension FallbackDraft {
  /// Reads the atoms of a fallback. Returns the one that carries the value, with the others; nil
  /// after adding an error.
  static func several(
    _ atoms: SourceNode, of line: Line, inheriting entries: [SourceNode.Entry], _ properties: inout Properties
  ) -> FallbackDraft? {
    guard let nodes = atoms.sequence, !nodes.isEmpty else {
      properties.error(.wrongShape, "`atoms` of a fallback takes a list of atoms", at: atoms.location)
      return nil
    }
    var carrier: FallbackDraft?
    var (before, after): ([FallbackDraft], [FallbackDraft]) = ([], [])
    var isWhole = true
    for node in nodes {
      if Self.carries(node, of: line) {
        if carrier != nil {
          properties.error(
            .fallbackMismatch, "two atoms of the fallback have the id `\(line.id)`, and exactly one carries the value",
            at: node.location)
          isWhole = false
        } else if let read = FallbackDraft(node, of: line.id, inheriting: entries, &properties) {
          carrier = read
        } else {
          isWhole = false
        }
      } else if let companion = companion(node, of: line, &properties) {
        if carrier == nil { before.append(companion) } else { after.append(companion) }
      } else {
        isWhole = false
      }
    }
    guard var carrier else {
      if isWhole {
        properties.error(
          .fallbackMismatch, "no atom of the fallback has the id `\(line.id)`, and exactly one carries the value",
          at: atoms.location)
      }
      return nil
    }
    guard isWhole else { return nil }
    (carrier.before, carrier.after) = (before, after)
    return carrier
  }

  /// Returns true if an atom of a fallback has the id of the fallback's atom.
  private static func carries(_ node: SourceNode, of line: Line) -> Bool {
    node.mapping?.contains { AtomRegistry.byName[$0.key.scalar ?? ""] != nil && $0.value.scalar == line.id } == true
  }

  /// Reads an atom without a value: a text, an image or a link without an action.
  private static func companion(
    _ node: SourceNode, of line: Line, _ outer: inout Properties
  ) -> FallbackDraft? {
    let heads = (node.mapping ?? []).filter { AtomRegistry.byName[$0.key.scalar ?? ""] != nil }
    guard let own = node.mapping, heads.count == 1, let head = heads.first, let name = head.key.scalar,
      let type = AtomRegistry.byName[name]
    else {
      outer.error(.wrongShape, "an atom of a fallback is written as {kind: id, ...}", at: node.location)
      return nil
    }
    guard [TextKind.name, ImageKind.name, LinkKind.name].contains(name) else {
      outer.error(
        .fallbackMismatch,
        "the atoms of a fallback next to `\(line.id)` are texts, images and links, and this is \(withArticle(name))",
        at: head.key.location)
      return nil
    }
    guard let id = head.value.scalar, isIdentifier(id[...]) else {
      outer.error(
        .invalidName, "an atom's id consists of Latin letters, digits and _ and does not begin with a digit",
        at: head.value.location)
      return nil
    }
    var properties = Properties(own, at: node.location, outer.normalizations)
    _ = properties.node(name)
    let kind = type.init(&properties)
    var draft = FallbackDraft(kind, at: head.value.location)
    draft.companionID = head.value.location.file.whole(id, upTo: line.list)
    (draft.caption, draft.captionFrom) = (properties.written("caption"), properties.node("captionFrom"))
    draft.markdown = (kind as? TextKind)?.markdown
    (draft.failed, draft.failedLocation) = (properties.written("failed"), properties.node("failed")?.location)
    if (kind as? LinkKind)?.action != nil {
      properties.error(
        .fallbackMismatch, "a link of a fallback opens an address, and a tap on `\(line.id)` does nothing",
        at: head.key.location)
    }
    properties.refuseTheRest(of: "\(withArticle(name)) of a fallback: it has the conditions of its line")
    outer.merge(properties.diagnostics)
    return draft
  }

  /// Returns the fallback of a consent or a command for earlier clients; nil for other kinds.
  ///
  /// A consent is a link to the document, then a switch. A command is a switch that the server
  /// resets after its effect.
  static func standard(_ line: Line) -> FallbackDraft? {
    var texts = Properties(line.entries, at: line.location)
    if line.kind is CommandKind { return FallbackDraft(ToggleKind(&texts), at: line.location) }
    guard let consent = line.kind as? ConsentKind else { return nil }
    var link = FallbackDraft(LinkKind(to: consent.source), at: line.location)
    link.companionID = line.location.file.whole(line.id, upTo: line.list) + "Document"
    link.title = consent.title
    var toggle = FallbackDraft(ToggleKind(&texts), at: line.location)
    toggle.before = [link]
    return toggle
  }
}

extension Evaluation {
  /// Writes the atoms next to a fallback, each as an object.
  mutating func write(
    _ companions: [Atom], of place: Int, _ atom: Atom, to writer: inout Writer, _ links: Links
  ) {
    for drawn in companions {
      writer.beginObject()
      writer.raw(Array(EncodedMembers.drawing(of: drawn, in: language)))
      writeDrawn(drawn, of: place, atom, to: &writer)
      if let path = drawn.localReference.flatMap(links.path) {
        writer.action(.navigate, Links.Action("GET", path))
      }
      writer.endObject()
    }
  }

  /// Writes the states of the atoms next to a fallback, by path.
  mutating func writeStates(
    ofCompanionsOf fallback: Atom, of place: Int, _ atom: Atom, to writer: inout Writer
  ) {
    for drawn in fallback.before + fallback.after {
      writer.key(here.prefix + drawn.id)
      writer.beginObject()
      writeDrawn(drawn, of: place, atom, to: &writer)
      writer.endObject()
    }
  }
}
