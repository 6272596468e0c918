import Conditions
import SourceText
import Texts

/// An alternative presentation of an atom, as read: `fallback: enum`, `{enum: id, caption: ...}`,
/// `{atoms: [...]}`, or an element of a list of these.
///
/// The fallback has the id, value, conditions and checks of the atom. Properties that it omits are
/// inherited from the atom.
struct FallbackDraft {
  /// The line of the atom.
  struct Line {
    /// The id as written in the file.
    let id: String
    let kind: any AtomKind
    let entries: [SourceNode.Entry]
    let location: Location
    /// The file of the repeat that contains the atom; nil outside of items.
    let list: SourceFile?

    init(id: String, kind: any AtomKind, entries: [SourceNode.Entry], at location: Location, list: SourceFile?) {
      (self.id, self.kind) = (id, kind)
      self.entries = entries
      (self.location, self.list) = (location, list)
    }
  }

  let kind: any AtomKind
  var caption: WrittenText?
  /// The caption of an atom that the server adds; nil for written atoms.
  var title: LocalizedText?
  /// The formatted text of a `text`; nil if it has none of its own.
  var markdown: WrittenText?
  var captionFrom: SourceNode?
  var failed: WrittenText?
  var failedLocation: Location?
  private(set) var minimumClient = MinimumClient()
  let location: Location
  /// The id of an atom next to the one that carries the value; nil for the fallback itself.
  var companionID: String?
  /// The atoms without a value that are drawn before this one.
  var before: [FallbackDraft] = []
  /// The atoms without a value that are drawn after this one.
  var after: [FallbackDraft] = []

  /// The ids of the atoms next to the one that carries the value.
  var companions: [(id: String, location: Location)] {
    (before + after).compactMap { draft in draft.companionID.map { ($0, draft.location) } }
  }

  /// Creates a fallback without texts of its own.
  init(_ kind: any AtomKind, at location: Location) { (self.kind, self.location) = (kind, location) }

  /// Reads the fallbacks of an atom in order of preference. A consent and a command always have
  /// one.
  static func all(_ properties: inout Properties, of line: Line) -> [FallbackDraft] {
    guard let node = properties.node("fallback") else {
      return standard(line).map { [$0] } ?? []
    }
    if let choices = node.sequence, choices.isEmpty {
      properties.error(.wrongShape, "`fallback` is an empty list", at: node.location)
    }
    var drafts: [FallbackDraft] = []
    for choice in node.sequence ?? [node] {
      // The `minLength` of a search limits the search text, not the value, so it is not inherited.
      let inherited = line.entries.filter {
        $0.key.scalar != "fallback" && !(line.kind is SearchKind && $0.key.scalar == "minLength")
      }
      let atoms = choice.mapping.flatMap { $0.count == 1 && $0[0].key.scalar == "atoms" ? $0[0].value : nil }
      let read =
        atoms.map { several($0, of: line, inheriting: inherited, &properties) }
        ?? FallbackDraft(choice, of: line.id, inheriting: inherited, &properties)
      guard let draft = read else { continue }
      let earlier = [line.kind.name] + drafts.map(\.kind.name)
      if earlier.contains(draft.kind.name), draft.minimumClient.isEmpty, draft.companions.isEmpty {
        properties.error(
          .duplicate, "a fallback must be of another kind, and `\(draft.kind.name)` is already used",
          at: choice.location)
      }
      draft.check(against: line.kind, of: line.id, &properties)
      drafts.append(draft)
    }
    return drafts
  }

  /// Reads one atom that carries the value. Returns nil after adding an error.
  init?(_ node: SourceNode, of id: String, inheriting line: [SourceNode.Entry], _ outer: inout Properties) {
    location = node.location
    let own = node.mapping ?? [SourceNode.Entry(key: node, value: SourceNode(.scalar(id, quoted: false), at: location))]
    let heads = own.filter { AtomRegistry.byName[$0.key.scalar ?? ""] != nil }
    guard heads.count == 1, let head = heads.first, let name = head.key.scalar, let type = AtomRegistry.byName[name]
    else {
      let hint = suggestion(for: own.first?.key.scalar ?? "", among: AtomRegistry.kinds.map { $0.name })
      outer.error(.wrongValue, "`fallback` takes a kind of atom, or {kind: \(id), ...}", remedy: hint, at: location)
      return nil
    }
    if type is any NestingKind.Type {
      outer.error(.fallbackMismatch, "a \(name) cannot be a fallback", at: location)
      return nil
    }
    guard head.value.scalar == id else {
      outer.error(.fallbackMismatch, "a fallback must have the id of its atom, `\(id)`", at: head.value.location)
      return nil
    }
    var properties = Properties(own, inheriting: line, at: location, outer.normalizations)
    properties.tables = outer.tables
    _ = properties.node(name)
    kind = type.init(&properties)
    outer.usedTables.formUnion(properties.usedTables)
    caption = own.contains { $0.key.scalar == "caption" } ? properties.written("caption") : nil
    markdown = own.contains { $0.key.scalar == "markdown" } ? (kind as? TextKind)?.markdown : nil
    captionFrom = own.contains { $0.key.scalar == "captionFrom" } ? properties.node("captionFrom") : nil
    let says = own.contains { $0.key.scalar == "failed" }
    failed = says ? properties.written("failed") : nil
    failedLocation = says ? properties.node("failed")?.location : nil
    minimumClient = own.contains { $0.key.scalar == "minimumClient" } ? properties.minimumClient() : MinimumClient()
    properties.refuseTheRest(of: "the fallback \(name): its conditions and checks are the atom's own")
    outer.merge(properties.diagnostics)
  }

  /// Checks that the fallback posts values of the atom's type and has the same tap action.
  private func check(against kind: any AtomKind, of id: String, _ properties: inout Properties) {
    let (action, other) = ((kind as? any ActingKind)?.action, (self.kind as? any ActingKind)?.action)
    if action != other {
      let words = [action, other].map { $0.map { "a tap does `\($0.rawValue)`" } ?? "a tap does nothing" }
      properties.error(.fallbackMismatch, "on `\(id)` \(words[0]), and on its fallback \(words[1])", at: location)
    }
    switch (kind as? any InputKind, self.kind as? any InputKind) {
    case (let input?, let other?):
      // The options of an expression can have any type. The search validates the posted value.
      let isList = kind is SearchKind && other.type == .any
      let fits = input.type == other.type || (input.type == .date && other.type == .text) || isList
      if !fits {
        properties.error(
          .fallbackMismatch, "`\(id)` takes \(input.type.wholeNoun), and its fallback \(other.type.wholeNoun)",
          at: location)
      } else if input.isSecret && !other.isSecret {
        properties.error(.secret, "`\(id)` is a secret, and its fallback shows it", at: location)
      }
    case (nil, _?) where kind is CommandKind && self.kind is ToggleKind: break
    case (nil, _?):
      properties.error(
        .fallbackMismatch, "`\(id)` has no value, so its fallback `\(self.kind.name)` cannot have one", at: location)
    default: break
    }
  }
}
