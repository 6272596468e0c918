import Conditions
package import Texts
package import JSON
import Synchronization

extension Evaluation {
  /// Writes the whole tree: the operation's head, every atom with its state, and the members that
  /// `more` adds.
  package mutating func writeTree(
    to writer: inout Writer, links: Links, as presentation: Presentation? = nil, in language: Language,
    adding more: (inout Writer) -> Void = { _ in }
  ) {
    routes = links.routes
    writer.beginObject()
    writer.document(.tree)
    writer.member("operation", operation.id)
    writer.member("version", operation.version)
    writer.member("title", (page?.title ?? operation.title)[language])
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
      if let tag = links.draftTag { writer.member("etag", tag) }
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
    let frame = TreeFrame(links: links, presentation: presentation)
    if let page {
      writer.beginArray()
      writer.help(of: page, in: language)
      writeEach(of: page.places, judge: commit, to: &writer, in: frame)
      writer.buttons(of: page, links, in: language)
      writer.endArray()
    } else {
      writeAtoms(operation.atoms.indices, judge: commit, to: &writer, in: frame)
    }
    writeRetry(to: &writer)
    more(&writer)
    writer.endObject()
  }

  /// Writes `retryAfter`, in seconds, if a value that the states depend on is currently unknown.
  package func writeRetry(to writer: inout Writer) {
    if hasUnknown { writer.member("retryAfter", EvaluationBudget.retryAfter) }
  }
}

/// The parameters for all atoms of a tree.
private struct TreeFrame {
  let links: Links
  let presentation: Presentation?
}

extension Evaluation {
  /// Writes the atoms at these indexes as a list, each with its inner atoms.
  private mutating func writeAtoms(_ places: Range<Int>, judge: Bool, to writer: inout Writer, in frame: TreeFrame) {
    writer.beginArray()
    writeEach(of: places, judge: judge, to: &writer, in: frame)
    writer.endArray()
  }

  private mutating func writeEach(
    of places: Range<Int>, judge: Bool, to writer: inout Writer, in frame: TreeFrame
  ) {
    let (atoms, drawings) = (operation.atoms, operation.drawings.members(in: language))
    let choices = frame.presentation?.choices
    var place = places.lowerBound
    while place < places.upperBound {
      guard writer.count <= EvaluationBudget.bytes else { return StepBudget.exhaust() }
      let atom = atoms[place]
      let own = place + 1..<atom.position.end
      switch choices?[place] ?? .itself {
      case .itself:
        writer.beginObject()
        drawings.write(place, to: &writer)
        writeRest(of: place, atom, as: nil, judge: judge, to: &writer, in: frame)
      case .composed(let kind):
        writer.beginObject()
        drawings.write(place, to: &writer)
        writer.member("composed", kind)
        writeRest(of: place, atom, as: nil, judge: judge, to: &writer, in: frame)
      case .fallback(let fallback):
        write(atom.fallbacks[fallback].before, of: place, atom, to: &writer, frame.links)
        writer.beginObject()
        drawings.write(fallback: fallback, of: place, to: &writer)
        writeRest(of: place, atom, as: fallback, judge: judge, to: &writer, in: frame)
        write(atom.fallbacks[fallback].after, of: place, atom, to: &writer, frame.links)
      case .items:
        writer.beginObject()
        writeDrawingAsItems(of: place, atom, judge: judge, to: &writer)
        writeEntered(of: place, atom, to: &writer)
        writer.endObject()
      case .unframed: writeEach(of: own, judge: judge, to: &writer, in: frame)
      case .leftOut: break
      }
      place = own.upperBound
    }
  }

  /// Writes the members of an atom that depend on values, and ends its object.
  private mutating func writeRest(
    of place: Int, _ atom: Atom, as fallback: Int?, judge: Bool, to writer: inout Writer, in frame: TreeFrame
  ) {
    writeState(of: place, atom, as: fallback.map { atom.fallbacks[$0] }, judge: judge, to: &writer)
    writeEntered(of: place, atom, to: &writer)
    if let name = atom.action, atom.address == nil {
      let links = frame.links
      let own = atom.href.map { Links.Action("GET", LocalReference($0).flatMap(links.path) ?? $0) }
      writer.action(name, own ?? links.actions[name])
    } else if let reference = (fallback.map { atom.fallbacks[$0] } ?? atom).localReference,
      let path = frame.links.path(of: reference)
    {
      writer.action(.navigate, Links.Action("GET", path))
    }
    if fallback == nil, let consent = atom.consent { consent.writeDocument(to: &writer, frame.links, in: language) }
    if atom.isSearch, fallback == nil, let search = frame.links.search {
      writer.key("search")
      writer.beginObject()
      writer.member("method", "POST")
      writer.member("href", search)
      writer.endObject()
      let isKnown = atom.lookup.flatMap { operation.lookups[$0 - operation.atoms.count].search?.isKnownByValue }
      if isKnown == true { writer.member("takesValue", true) }
      if atom.needsValues { writer.member("needsValues", true) }
    }
    if atom.isGroup {
      writer.key("atoms")
      writeAtoms(place + 1..<atom.position.end, judge: judge, to: &writer, in: frame)
    } else if let template = atom.template, fallback == nil {
      writePasting(of: template, to: &writer, in: frame)
      writeItems(of: template, judge: judge, to: &writer, in: frame)
    }
    writer.endObject()
  }

  private func writeEntered(of place: Int, _ atom: Atom, to writer: inout Writer) {
    if isPreset(place, atom) { writer.member("entered", false) }
    if isCleared(place, atom) { writer.member("entered", true) }
  }

  /// Returns true if the value comes from `defaultFrom` or `either`. It follows the values that the
  /// expression reads until another is entered.
  private func isPreset(_ place: Int, _ atom: Atom) -> Bool {
    if atom.circle != nil { return isUnentered(place, atom) && !input.values[place].isNull }
    // A list that is hidden or locked now has its items in a later state, which has no `entered`.
    if atom.template != nil { return atom.presetFrom != nil && posted(for: atom, at: place) == nil }
    return atom.presetFrom != nil && marks[place].isDisjoint(with: [.hidden, .disabled, .locked])
      && !input.values[place].isNull && posted(for: atom, at: place) == nil
  }

  /// Returns true if the person has cleared an input that has a preset. An input without a posted
  /// value gets its preset.
  private func isCleared(_ place: Int, _ atom: Atom) -> Bool {
    input.values[place].isNull && atom.hasPreset && posted(for: atom, at: place)?.isNull == true
  }

  /// Writes `paste`, the ids of the columns of pasted text, and `rows`, the link that reads it.
  private func writePasting(of template: ItemTemplate, to writer: inout Writer, in frame: TreeFrame) {
    guard !template.pasted.isEmpty, let rows = frame.links.rows else { return }
    writer.key("paste")
    writer.value(.array(template.pasted.map { .string(operation.atoms[$0].id) }))
    writer.key("rows")
    writer.beginObject()
    writer.member("method", "POST")
    writer.member("href", rows)
    writer.endObject()
  }

  /// Writes `item`, an item without posted values as the template for new ones, and `items`.
  private mutating func writeItems(
    of template: ItemTemplate, judge: Bool, to writer: inout Writer, in frame: TreeFrame
  ) {
    let outer = here
    let list = workspace.items[template.number]
    writer.key("item")
    here = outer.item(list.count, of: template, Object())
    let work = plan.items[template.number]
    settleItem(work, template, after: list.last)
    for node in work.late { settle(node) }
    writeItem(of: template, isNew: true, judge: false, to: &writer, in: frame)
    writer.key("items")
    writer.beginArray()
    for index in list.items.indices {
      guard writer.count <= EvaluationBudget.bytes else { break }
      here = outer
      open(index, of: template)
      writeItem(of: template, judge: judge && list.items[index].posted != nil, to: &writer, in: frame)
    }
    here = outer
    writer.endArray()
  }

  /// Writes an item. A new item has no title, because the server does not know its number.
  private mutating func writeItem(
    of template: ItemTemplate, isNew: Bool = false, judge: Bool, to writer: inout Writer, in frame: TreeFrame
  ) {
    writer.beginObject()
    if !isNew { writeTitle(of: template, to: &writer) }
    writer.key("atoms")
    writeAtoms(template.drawn, judge: judge, to: &writer, in: frame)
    writer.endObject()
  }
}

extension Writer {
  /// Writes the explanation of a page as a text.
  fileprivate mutating func help(of page: FormPage, in language: Language) {
    guard let help = page.help else { return }
    beginObject()
    member("id", "page_help")
    member("kind", TextKind.name)
    member("caption", help[language])
    member("shown", true)
    endObject()
  }

  /// Writes the buttons that a page itself does not have. The first page has no button back.
  fileprivate mutating func buttons(of page: FormPage, _ links: Links, in language: Language) {
    let buttons: [(ButtonKind.Action, LocalizedText, tone: String)] = [
      (.next, LocalizedText(ru: "Далее", en: "Next"), "primary"),
      (.submit, LocalizedText(ru: "Отправить", en: "Send"), "primary"),
      (.back, LocalizedText(ru: "Назад", en: "Back"), "quiet"),
    ]
    for (action, caption, tone) in buttons where !page.actions.contains(action) {
      guard let link = links.actions[action] else { continue }
      beginObject()
      member("id", "page_\(action.rawValue)")
      member("kind", ButtonKind.name)
      member("caption", caption[language])
      member("tone", tone)
      member("shown", true)
      self.action(action, link)
      endObject()
    }
  }

  /// Writes the action of a tap. Without a link the client performs the action itself.
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

/// The members of each atom that do not depend on values, as JSON in each language.
///
/// They are encoded on first use in a language. For a one-time form they are not cached.
final class Drawings: Sendable {
  private let atoms: [Atom]
  private let areKept: Bool
  private let known = Mutex<(russian: EncodedMembers?, english: EncodedMembers?)>((nil, nil))

  /// Creates drawings that are cached by language.
  init(of atoms: [Atom]) { (self.atoms, areKept) = (atoms, true) }

  /// Creates drawings of a one-time form, which are not cached.
  init(once atoms: [Atom]) { (self.atoms, areKept) = (atoms, false) }

  func members(in language: Language) -> EncodedMembers {
    if let known = known.withLock({ language == .ru ? $0.russian : $0.english }) { return known }
    let drawn = EncodedMembers(of: atoms, in: language)
    guard areKept else { return drawn }
    known.withLock { known in
      if language == .ru { known.russian = drawn } else { known.english = drawn }
    }
    return drawn
  }
}

/// The members of atoms and their fallbacks in one language, in one array, as
/// `"id":"bic","kind":"textInput",...` without braces.
final class EncodedMembers: Sendable {
  private let bytes: [UInt8]
  /// The end offset in `bytes` of each atom, then of each fallback.
  private let ends: [Int32]
  /// The index in `ends` of each atom's first fallback, by the index of the atom.
  private let firstFallbacks: [Int: Int]

  init(of atoms: [Atom], in language: Language) {
    var (drawn, firstFallbacks): ([UInt8], [Int: Int]) = ([], [:])
    var all = atoms
    for (place, atom) in atoms.enumerated() where !atom.fallbacks.isEmpty {
      firstFallbacks[place] = all.count
      all += atom.fallbacks
    }
    ends = all.map { atom in
      drawn += Self.drawing(of: atom, in: language)
      return Int32(drawn.count)
    }
    self.firstFallbacks = firstFallbacks
    // The copy has no unused capacity.
    bytes = drawn.map(\.self)
  }

  /// Writes the members of an atom.
  func write(_ place: Int, to writer: inout Writer) {
    writer.raw(bytes, (place == 0 ? 0 : Int(ends[place - 1]))..<Int(ends[place]))
  }

  /// Writes the members of a fallback of the atom at an index.
  func write(fallback: Int, of place: Int, to writer: inout Writer) {
    write((firstFallbacks[place] ?? 0) + fallback, to: &writer)
  }

  /// Returns the members of an atom, without the enclosing braces.
  static func drawing(of atom: Atom, in language: Language) -> ArraySlice<UInt8> {
    var writer = Writer()
    writer.beginObject()
    writer.member("id", atom.id)
    writer.member("kind", atom.kind.name)
    if atom.captionFrom == nil, atom.liveCaption == nil, let caption = atom.caption {
      writer.member("caption", caption[language])
    }
    if let markdown = atom.markdown, markdown.isStatic {
      writer.key("markdown")
      markdown.writeFixed(to: &writer, routes: nil, in: language)
    }
    if let pair = atom.pair {
      writer.key("pair")
      writer.pair(pair, in: language)
    }
    atom.kind.write(to: &writer, in: language)
    if let role = atom.typedRole { writer.member("role", role.rawValue) }
    if !atom.live.isEmpty { writer.member("live", true) }
    if let circle = atom.circle {
      writer.key("either")
      writer.value(.array(circle.ids.filter { $0 != atom.id }.map(Value.string)))
    }
    if let question = atom.confirmation, question.isFixed {
      question.write(to: &writer, in: language, \.plain)
    }
    if let notify = atom.notify { writer.member("notify", notify.rawValue) }
    if atom.filter == nil, case .literal(let choices) = atom.input?.options {
      writer.key("options")
      writer.beginArray()
      let records = choices.map { $0.record(in: language) }
      for record in atom.isSorted ? CaptionOrder.sorted(records, in: language) : records { writer.option(record) }
      writer.endArray()
    }
    writer.endObject()
    return writer.bytes.dropFirst().dropLast()
  }
}
