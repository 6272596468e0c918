import Conditions
import SourceText
import Texts

/// A page during compilation.
struct WrittenPage {
  let id: String
  let title: LocalizedText
  let isExit: Bool
  let location: Location
  /// The index of its group.
  let group: Int
}

/// `review` as written: the title of the review, or `false` for none.
struct WrittenReview {
  /// The title; nil if the last page submits the values.
  let title: LocalizedText?
  let location: Location?

  /// Reads `review: {title: ...}` or `review: false`.
  init(_ head: inout Properties) {
    guard let node = head.node("review") else {
      (title, location) = (FormPage.reviewTitle, nil)
      return
    }
    location = node.location
    if node.scalar == "false" {
      title = nil
    } else if let entries = node.mapping {
      var parts = Properties(entries, at: node.location)
      title = parts.text("title") ?? FormPage.reviewTitle
      parts.refuseTheRest(of: "`review`")
      head.append(parts.diagnostics)
    } else {
      title = FormPage.reviewTitle
      head.error(
        .wrongShape, "`review` takes {title: ...}, or `false` for no review",
        remedy: node.scalar == "true" ? ": omit it for a review with the standard title" : "", at: node.location)
    }
  }
}

extension OperationCompiler {
  /// Reads the pages. Each one becomes a group, and the button that submits follows the last one.
  mutating func readPages(_ node: SourceNode, _ review: WrittenReview, isSigned: Bool) -> [WrittenPage] {
    guard let lines = node.sequence, !lines.isEmpty else {
      diagnostics.error(
        .wrongShape, "`pages` takes a list of pages, such as {page: person, title: ..., atoms: [...]}",
        at: node.location)
      return []
    }
    guard lines.count <= FormPage.maximum else {
      diagnostics.error(
        .limit, "an operation has at most \(FormPage.maximum) pages, not \(lines.count)", at: node.location)
      return []
    }
    if review.title == nil, !isSigned, let place = review.location {
      diagnostics.error(
        .missingCompanion, "without a review, people see their answers only at the signature, so `sign` is required",
        at: place)
    }
    var (pages, groups): ([WrittenPage], [SourceNode]) = ([], [])
    for line in lines {
      guard let page = self.page(line, after: pages, number: groups.count) else { continue }
      pages.append(page.page)
      groups.append(page.group)
    }
    let submit = SourceNode(.mapping(Self.submitButton(at: node.location)), at: node.location)
    readAtoms(SourceNode(.sequence(groups + [submit]), at: node.location))
    let places = drafts.indices.filter { drafts[$0].position.parent == nil && drafts[$0].kind is GroupKind }
    guard places.count == pages.count else { return [] }
    refuseSubmitting(in: pages)
    refuseSecrets()
    refuseReserved(besides: pages)
    if pages.allSatisfy(\.isExit), let first = pages.first {
      diagnostics.error(
        .unreachable, "every page has `exit: true`, so nothing is ever submitted", at: first.location)
    }
    return zip(pages, places).map { page, place in
      // The title was read as the caption of the group.
      let title = drafts[place].caption?.plain ?? page.title
      return WrittenPage(id: page.id, title: title, isExit: page.isExit, location: page.location, group: place)
    }
  }

  /// Reads one page and returns it with its group; nil after adding an error.
  private mutating func page(
    _ line: SourceNode, after pages: [WrittenPage], number: Int
  ) -> (page: WrittenPage, group: SourceNode)? {
    guard let entries = line.mapping else {
      diagnostics.error(
        .wrongShape, "a page is written as {page: ID, title: ..., atoms: [...]}, not \(line.noun)", at: line.location)
      return nil
    }
    var properties = Properties(entries, at: line.location)
    let node = properties.node("page")
    let title = properties.node("title")
    if title == nil { properties.isMissing("title", "`title` is missing") }
    let isExit = properties.flag("exit", default: false)
    for name in ["showIf", "enableIf", "help"] { _ = properties.node(name) }
    let (markdown, atoms) = (properties.node("markdown"), properties.node("atoms"))
    if atoms == nil { properties.isMissing("atoms", "`atoms` is missing: the atoms of the page") }
    properties.refuseTheRest(of: "a page")
    diagnostics.append(properties.diagnostics)
    guard let id = pageID(node, at: line.location, after: pages) else { return nil }
    if isExit, !properties.has("showIf") {
      diagnostics.error(
        .missingCompanion, "`exit: true` requires `showIf`: otherwise everybody would leave here",
        at: (node ?? line).location)
    }
    guard title != nil, let atoms else { return nil }
    guard let lines = atoms.sequence, !lines.isEmpty || markdown != nil else {
      diagnostics.error(.wrongShape, "`atoms` takes a list of atoms, one line each", at: atoms.location)
      return nil
    }
    let place = (node ?? line).location
    let written = markdown.map { [Self.text(of: id, $0)] } ?? []
    let atomList = SourceNode(.sequence(written + lines), at: atoms.location)
    var group = [Self.entry("group", Self.word(FormPage.group(of: id), at: place), at: place)]
    group.append(Self.entry("atoms", atomList, at: atoms.location))
    for (name, property) in [("title", "caption"), ("showIf", "showIf"), ("enableIf", "enableIf"), ("help", "help")] {
      guard let entry = entries.first(where: { $0.key.scalar == name }) else { continue }
      group.append(Self.entry(property, entry.value, at: entry.key.location))
    }
    let page = WrittenPage(
      id: id, title: LocalizedText(ru: id, en: nil), isExit: isExit, location: place, group: number)
    return (page, SourceNode(.mapping(group), at: line.location))
  }

  /// Returns the id of a page; nil after adding an error.
  private mutating func pageID(_ node: SourceNode?, at location: Location, after pages: [WrittenPage]) -> String? {
    guard let node, let id = node.scalar, isIdentifier(id[...]) else {
      diagnostics.error(
        .invalidName, "`page`, the page's id, is missing or invalid",
        remedy: ": use Latin letters, digits and _, such as `person`", at: node?.location ?? location)
      return nil
    }
    if id == FormPage.review {
      diagnostics.error(
        .reservedName, "`review` is the id of the review", remedy: ": rename the page", at: node.location)
      return nil
    }
    if let twin = pages.first(where: { $0.id == id }) {
      diagnostics.error(
        .duplicate, "page `\(id)` is already defined on \(twin.location.described(from: node.location))",
        remedy: ": give it another id", at: node.location)
      return nil
    }
    return id
  }

  /// Returns the line of the formatted text at the beginning of a page.
  private static func text(of page: String, _ markdown: SourceNode) -> SourceNode {
    let place = markdown.location
    let id = word("\(FormPage.group(of: page))_text", at: place)
    return SourceNode(.mapping([entry("text", id, at: place), entry("markdown", markdown, at: place)]), at: place)
  }

  private static func word(_ text: String, at place: Location) -> SourceNode {
    SourceNode(.scalar(text, quoted: false), at: place)
  }

  private static func entry(_ name: String, _ value: SourceNode, at place: Location) -> SourceNode.Entry {
    SourceNode.Entry(key: word(name, at: place), value: value)
  }

  /// The button that submits the whole form, for clients that draw all pages at once.
  private static func submitButton(at place: Location) -> [SourceNode.Entry] {
    let caption = SourceNode(
      .mapping([entry("ru", word("Отправить", at: place), at: place), entry("en", word("Send", at: place), at: place)]),
      at: place)
    return [
      entry("button", word("page_submit", at: place), at: place),
      entry("action", word("submit", at: place), at: place), entry("caption", caption, at: place),
    ]
  }

  /// Reports buttons of pages that submit: the server adds this button after the last page.
  private mutating func refuseSubmitting(in pages: [WrittenPage]) {
    for draft in drafts where draft.position.parent != nil && (draft.kind as? ButtonKind)?.action == .submit {
      diagnostics.error(
        .misplaced, "`\(draft.id)` submits, and a page does not: the server adds this button after the last page",
        remedy: ": write `action: next`", at: draft.idLocation)
    }
  }

  /// Reports passwords and codes, which are not stored between pages.
  private mutating func refuseSecrets() {
    for draft in drafts where draft.position.parent != nil && draft.input?.isSecret == true {
      diagnostics.error(
        .secret, "`\(draft.id)` is a secret, which is not stored between pages",
        remedy: ": request it by `sign`, or in an operation without pages", at: draft.idLocation)
    }
  }

  /// Reports ids of the atoms that the server adds to pages.
  private mutating func refuseReserved(besides pages: [WrittenPage]) {
    let own = Set(pages.flatMap { [FormPage.group(of: $0.id), "\(FormPage.group(of: $0.id))_text"] } + ["page_submit"])
    for draft in drafts where draft.id.hasPrefix(FormPage.group(of: "")) && !own.contains(draft.id) {
      diagnostics.error(
        .reservedName, "`\(draft.id)` begins with `page_`, as the atoms that the server adds to pages",
        remedy: ": rename it", at: draft.idLocation)
    }
  }

  /// Reports what would change an input of another page, which the person does not see: effects
  /// (`onChange`) and circles (`either`). Also reports required values that need a later page.
  mutating func checkReach(of pages: [WrittenPage], _ atoms: [AtomParts], _ circles: DraftedCircles) {
    checkOrder(of: pages, atoms)
    func page(_ place: Int) -> Int? {
      pages.lastIndex { $0.group < place && place < drafts[$0.group].position.end }
    }
    for (place, atom) in atoms.enumerated() {
      guard let here = page(place) else { continue }
      let changed = atom.onChange.map { $0.targets } ?? []
      for target in changed where page(target) != here {
        diagnostics.error(
          .misplaced, "`\(drafts[place].id)` changes `\(drafts[target].id)`, which is on another page",
          remedy: ": compute it by `defaultFrom`", at: drafts[place].onChange?.location ?? drafts[place].idLocation)
      }
      for partner in circles.partners[place] ?? [] where partner > place && page(partner) != here {
        diagnostics.error(
          .misplaced, "`\(drafts[place].id)` and `\(drafts[partner].id)` follow each other, but are on different pages",
          at: drafts[partner].idLocation)
      }
    }
  }

  /// Compiles `availableIf: {check: CONDITION, message: TEXT}`, which reads facts only.
  mutating func availability(_ node: SourceNode?) -> Availability? {
    guard let node else { return nil }
    guard let entries = node.mapping else {
      diagnostics.error(.wrongShape, "`availableIf` takes {check: CONDITION, message: TEXT}", at: node.location)
      return nil
    }
    var parts = Properties(entries, at: node.location)
    let (check, message) = (parts.node("check"), parts.text("message"))
    if check == nil { parts.isMissing("check", "`check`, the condition, is missing") }
    if message == nil, parts.node("message") == nil {
      parts.isMissing("message", "`message`, the text for the others, is missing")
    }
    parts.refuseTheRest(of: "`availableIf`")
    diagnostics.append(parts.diagnostics)
    guard let check, let message, let condition = factCondition(check) else { return nil }
    if isPublic, condition.readsFacts {
      diagnostics.error(
        .publicAccess, "`availableIf` reads facts about the person, which a public operation cannot read",
        at: check.location)
    }
    return Availability(condition: condition, message: message)
  }

  /// Compiles a condition over facts; nil after adding an error for each fault.
  private mutating func factCondition(_ node: SourceNode) -> BranchCondition? {
    guard let text = node.scalar else {
      diagnostics.error(.wrongShape, "a condition must be text, not \(node.noun)", at: node.location)
      return nil
    }
    guard diagnostics.isShort(text, at: node.location) else { return nil }
    do {
      return try BranchCondition(text, over: [], options: [:], vocabulary)
    } catch {
      for fault in error {
        let isEntered = drafts.contains { fault.message.contains("$\($0.id)") }
        let remedy = isEntered ? ": it is decided before anything is entered, so it can read facts only" : ""
        diagnostics.error(fault.adding(remedy: remedy), at: node.location.inside(text, offset: fault.range.lowerBound))
      }
      return nil
    }
  }
}
