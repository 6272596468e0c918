package import Atoms
package import Texts
package import SourceText
package import JSON
import Synchronization

/// A form that the server creates for one response, such as the form of a signature.
///
/// Forms of one shape differ only in ids, texts and addresses. The first form of a shape is
/// compiled and rendered like any operation. Its tree is cached as a template, and later forms only
/// fill its gaps.
package struct GeneratedForm {
  /// The line of an atom. It is a class so that forms can share lines.
  final class Line: Sendable {
    /// The kind, and the properties that are common to all lines of this style.
    let style: AtomStyle
    let id: String
    /// The caption. It is literal: braces in it, such as those that a person typed, are not
    /// placeholders.
    let caption: Caption
    /// The value with its label; nil for a caption without a value.
    let pair: ShownPair?
    /// The path of the link; nil for none.
    let address: String?
    /// The path of the value that the line shows; nil for other lines.
    let origin: String?
    /// The page on which the value can be changed; nil if it cannot be changed here.
    let change: Change?
    /// The caption and the pair as JSON in the reader's language; nil before `written(in:)`.
    private let written: [UInt8]?

    init(
      _ style: AtomStyle, _ id: String, _ caption: Caption, pair: ShownPair? = nil, leadingTo address: String? = nil,
      of origin: String? = nil, change: Change? = nil, written: [UInt8]? = nil
    ) {
      (self.style, self.id, self.caption, self.pair, self.address) = (style, id, caption, pair, address)
      (self.origin, self.change, self.written) = (origin, change, written)
    }

    convenience init(
      _ style: AtomStyle, _ id: String, _ caption: LocalizedText, pair: ShownPair? = nil,
      leadingTo address: String? = nil
    ) {
      self.init(style, id, Caption(caption), pair: pair, leadingTo: address)
    }

    /// Returns the line with its caption and pair already written for readers of a language.
    func written(in language: Language) -> Line {
      var writer = Writer(capacity: 512)
      write(to: &writer, in: language)
      return Line(
        style, id, caption, pair: pair, leadingTo: address, of: origin, change: change, written: writer.bytes)
    }

    /// Returns the line of a review, whose value can be changed.
    func changing(_ change: Change) -> Line {
      Line(style, id, caption, pair: pair, leadingTo: address, of: origin, change: change)
    }

    /// Writes the caption, the pair and the address of a change.
    fileprivate func write(to writer: inout Writer, in language: Language) {
      if let written { return writer.raw(written) }
      caption.write(to: &writer, in: language)
      guard let pair else { return }
      writer.key("pair")
      writer.pair(pair, in: language)
      guard let change else { return }
      writer.key("change")
      writer.object { writer in
        writer.member("href", change.href)
        writer.member("atom", change.atom)
        writer.member("title", ReviewForm.change[language])
      }
    }
  }

  /// The page on which a value of a review can be changed.
  struct Change: Sendable {
    let href: String
    /// The path of the input.
    let atom: String
  }

  /// An atom's kind and its non-text properties.
  final class AtomStyle: Hashable, Sendable {
    static let text = AtomStyle("text")
    /// A caption in the size of a title.
    static let title = AtomStyle("text", ("fontSize", "title"))
    static let warning = AtomStyle("text", ("severity", "warning"))
    static let link = AtomStyle("link")

    /// The kind's name.
    fileprivate let kind: String
    /// The other properties in order: numbers, words and flags.
    fileprivate let words: [(name: String, value: String)]
    /// The kind and the properties as one text, and its hash.
    private let text: String
    private let hash: Int

    /// Creates a style. Store common styles in a `static let`.
    init(_ kind: String, _ words: (name: String, value: String)...) {
      (self.kind, self.words) = (kind, words)
      text = kind + words.map { " \($0.name) \($0.value)" }.joined()
      hash = text.hashValue
    }

    static func == (left: AtomStyle, right: AtomStyle) -> Bool { left === right || left.text == right.text }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }

  /// The caption of an atom: a text, or a value after its label and the captions of its groups.
  struct Caption: Sendable {
    private let group: LocalizedText?
    private let label: LocalizedText?
    private let text: LocalizedText
    /// The only language of the parts; nil for all languages.
    private let language: Language?

    init(_ text: LocalizedText) { (group, label, self.text, language) = (nil, nil, text, nil) }

    /// Creates `group, label: text`. A part that is nil is omitted.
    init(group: LocalizedText?, label: LocalizedText?, text: LocalizedText, in language: Language?) {
      (self.group, self.label, self.text, self.language) = (group, label, text, language)
    }

    /// The caption in its languages.
    var localized: LocalizedText {
      if label == nil, group == nil { return text }
      if let language { return LocalizedText(ru: self[language], en: nil) }
      return LocalizedText(ru: self[.ru], en: self[.en])
    }

    private subscript(language: Language) -> String {
      var text = text[language]
      if let label = label?[language] { text = label + ShownPair.separator(after: label) + text }
      return (group.map { $0[language] + ", " } ?? "") + text
    }

    /// Writes the caption as a JSON string.
    fileprivate func write(to writer: inout Writer, in reader: Language) {
      if label == nil, group == nil { return writer.string(text[reader]) }
      let language = self.language ?? reader
      writer.beginText()
      if let group {
        writer.piece(group[language])
        writer.piece(", ")
      }
      if let label = label?[language] {
        writer.piece(label)
        writer.piece(ShownPair.separator(after: label))
      }
      writer.piece(text[language])
      writer.endText()
    }
  }

  private static let stencils = FormStencils()
  /// The maximum number of lines of a form whose template is cached.
  private static let longestCached = 200

  /// The name of the operation.
  private let name: String
  private let version: String
  private let title: LocalizedText
  private let lines: [Line]

  init(_ name: String, version: String, title: LocalizedText, lines: [Line]) {
    (self.name, self.version, self.title, self.lines) = (name, version, title, lines)
  }

  /// Writes the tree of the form, with the members that `more` adds.
  ///
  /// Of `links` it uses the address of the tree itself and the actions.
  package func write(
    to writer: inout Writer, links: Links, in language: Language, adding more: (inout Writer) -> Void = { _ in }
  ) throws(Diagnostics) {
    let shape = shape(links, language)
    let gaps = gaps(links)
    let stencil: JSONTemplate
    if let known = Self.stencils[shape] {
      stencil = known
    } else {
      stencil = try self.stencil(gaps, links, in: language)
      // A form with hundreds of lines has nearly its own shape, so its template is not cached.
      if lines.count <= Self.longestCached { Self.stencils[shape] = stencil }
    }
    writer.beginObject()
    writer.stencil(stencil) { gap, writer in
      switch gaps[gap] {
      case .version: writer.string(version)
      case .title: writer.string(title[language])
      case .itself: writer.string(links.itself ?? "")
      case .action(let name): writer.string(links.actions[name]?.href ?? "")
      case .id(let line): writer.string(lines[line].id)
      case .caption(let line): lines[line].write(to: &writer, in: language)
      case .address(let line): writer.string(lines[line].address ?? "")
      }
    }
    more(&writer)
    writer.endObject()
  }

  /// Returns the form as an operation, compiled like any other.
  package func compiled() throws(Diagnostics) -> Operation {
    try compile().reworded(
      version: version, title: title, atoms: lines.map { ($0.id, $0.caption.localized, $0.pair) })
  }

  // MARK: - Shapes

  /// A text that differs between forms of one shape.
  private enum Gap {
    case version, title, itself
    case action(ButtonKind.Action)
    case id(Int), caption(Int), address(Int)
  }

  private func gaps(_ links: Links) -> [Gap] {
    var gaps: [Gap] = [.version, .title, .itself]
    gaps.reserveCapacity(3 + links.actions.count + 3 * lines.count)
    for name in ButtonKind.Action.allCases where links.actions[name] != nil { gaps.append(.action(name)) }
    for line in lines.indices {
      gaps.append(.id(line))
      gaps.append(.caption(line))
      gaps.append(.address(line))
    }
    return gaps
  }

  /// The common part of forms that differ only in the texts of their gaps.
  fileprivate struct Shape: Hashable {
    /// The style of a line, and whether it is a link.
    struct Line: Hashable {
      let style: AtomStyle
      let isLead: Bool
    }

    let name: String
    let language: Language
    let isLinked: Bool
    /// The actions with their methods, in the order of `ButtonKind.Action`.
    let actions: [String]
    let lines: [Line]
  }

  private func shape(_ links: Links, _ language: Language) -> Shape {
    var actions: [String] = []
    if !links.actions.isEmpty {
      for name in ButtonKind.Action.allCases {
        guard let action = links.actions[name] else { continue }
        actions.append(name.rawValue)
        actions.append(action.method)
      }
    }
    return Shape(
      name: name, language: language, isLinked: links.itself != nil, actions: actions,
      lines: lines.map { Shape.Line(style: $0.style, isLead: $0.address != nil) })
  }

  /// Renders a form of this shape in which each text is the name of its gap. It contains no
  /// person's data.
  private func stencil(_ gaps: [Gap], _ links: Links, in language: Language) throws(Diagnostics) -> JSONTemplate {
    // A path, because addresses must be paths.
    let names = gaps.indices.map { "/\($0)/" }
    let first = gaps.count - 3 * lines.count
    let sample = GeneratedForm(
      name, version: names[0], title: LocalizedText(ru: names[1], en: nil),
      lines: lines.enumerated().map { place, line in
        let name = first + 3 * place
        return Line(
          line.style, names[name], LocalizedText(ru: names[name + 1], en: nil),
          leadingTo: line.address == nil ? nil : names[name + 2])
      })
    var actions: [ButtonKind.Action: Links.Action] = [:]
    for case (let name, .action(let action)) in zip(names, gaps) {
      actions[action] = links.actions[action].map { Links.Action($0.method, name) }
    }
    var evaluation = Evaluation(try sample.compiled(), Question(), in: language, NoSurroundings())
    var writer = Writer()
    let itself = links.itself.map { _ in names[2] }
    evaluation.writeTree(
      to: &writer, links: Links(evaluate: nil, itself: itself, routes: nil, actions: actions), in: language)
    // Without the braces, because more members can follow.
    return JSONTemplate(Array(writer.bytes.dropFirst().dropLast()), gaps: names)
  }

  // MARK: - Compiling

  private static let file = SourceFile(name: "(built by the server)", text: "")
  private static let location = Location(file: file, line: 1, column: 1)

  private func compile() throws(Diagnostics) -> Operation {
    let atoms = lines.enumerated().map { place, line in
      Self.mapping(
        [(line.style.kind, Self.word("line\(place)")), ("caption", Self.text("…"))]
          + line.style.words.map { ($0.name, Self.word($0.value)) }
          + (line.address.map { [("href", Self.text($0))] } ?? []))
    }
    let root = Self.mapping([
      ("operation", Self.text(name)), ("title", Self.text("…")),
      ("atoms", SourceNode(.sequence(atoms), at: Self.location)),
    ])
    return try OperationCompiler.compile(root, version: version, with: Vocabulary())
  }

  private static func text(_ text: String) -> SourceNode { SourceNode(.scalar(text, quoted: true), at: location) }

  private static func word(_ word: String) -> SourceNode { SourceNode(.scalar(word, quoted: false), at: location) }

  private static func mapping(_ entries: [(String, SourceNode)]) -> SourceNode {
    SourceNode(.mapping(entries.map { SourceNode.Entry(key: word($0.0), value: $0.1) }), at: location)
  }
}

/// An environment without facts and directories, for forms that use none.
private struct NoSurroundings: Environment {
  let today = ""
  func fact(_ name: String) -> Value { .null }
  func answer(of lookup: String, for key: Value) -> LookupAnswer { .empty }
}

/// The cached templates, one for each shape.
private final class FormStencils: Sendable {
  /// The capacity. An operation has a few shapes, depending on which of its inputs have values. A
  /// full cache is emptied.
  private static let maximum = 1024

  private let stencils = Mutex<[GeneratedForm.Shape: JSONTemplate]>([:])

  subscript(shape: GeneratedForm.Shape) -> JSONTemplate? {
    get { stencils.withLock { $0[shape] } }
    set {
      stencils.withLock { stencils in
        if stencils.count >= Self.maximum { stencils.removeAll() }
        stencils[shape] = newValue
      }
    }
  }
}
