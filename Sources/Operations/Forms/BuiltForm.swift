package import Atoms
package import Essentials
package import JSON
import Synchronization

/// A form that the server builds for one answer and that no file can hold, such as the signature of a submission.
///
/// Forms of one shape differ only in ids, texts and addresses. The first of a shape is compiled and drawn as every operation is;
/// its tree is kept with gaps, and later ones only fill the gaps.
///
///     let line = BuiltForm.Line("text", "greeting", welcome, ("fontSize", "title"))
///     let form = BuiltForm("welcome", version: "1", title: title, lines: [line])
///     try form.write(to: &writer, links: links, in: language)
package struct BuiltForm {
  /// The line of an atom.
  package struct Line {
    /// The kind's name.
    let kind: String
    /// The atom's id.
    let id: String
    /// The caption. It is literal: braces in it, such as those that a person has typed, are no placeholders.
    let caption: LocalizedText
    /// The value that it shows with its label; nil for a mere caption.
    let pair: ShownPair?
    /// The path that it leads to; nil for none.
    let address: String?
    /// The other properties in their order: numbers, words and flags.
    let words: [(name: String, value: String)]

    /// Creates the line of an atom.
    init(
      _ kind: String, _ id: String, _ caption: LocalizedText, pair: ShownPair? = nil, leadingTo address: String? = nil,
      _ words: (name: String, value: String)...
    ) {
      self.init(kind, id, caption, pair: pair, leadingTo: address, words: words)
    }

    fileprivate init(
      _ kind: String, _ id: String, _ caption: LocalizedText, pair: ShownPair?, leadingTo address: String?,
      words: [(name: String, value: String)]
    ) {
      (self.kind, self.id, self.caption, self.pair, self.address) = (kind, id, caption, pair, address)
      self.words = words
    }
  }

  private static let stencils = FormStencils()

  /// The name of the operation.
  private let name: String
  private let version: String
  private let title: LocalizedText
  private let lines: [Line]

  /// Creates a form from the name of its operation, its version, title and atoms.
  init(_ name: String, version: String, title: LocalizedText, lines: [Line]) {
    (self.name, self.version, self.title, self.lines) = (name, version, title, lines)
  }

  /// Writes the tree of the form, with the members that `more` adds.
  ///
  /// Of the links it takes the tree's own address and the targets of taps.
  package func write(
    to writer: inout Writer, links: Links, in language: Language, adding more: (inout Writer) -> Void = { _ in }
  ) throws(Diagnostics) {
    let shape = shape(links, language)
    let gaps = gaps(links)
    let stencil: Stencil
    if let known = Self.stencils[shape] {
      stencil = known
    } else {
      stencil = try self.stencil(gaps, links, in: language)
      Self.stencils[shape] = stencil
    }
    writer.beginObject()
    writer.stencil(stencil) { gap, writer in
      switch gaps[gap] {
      case .version: writer.string(version)
      case .title: writer.string(title[language])
      case .itself: writer.string(links.itself ?? "")
      case .action(let name): writer.string(links.actions[name]?.href ?? "")
      case .id(let line): writer.string(lines[line].id)
      case .caption(let line):
        writer.string(lines[line].caption[language])
        guard let pair = lines[line].pair else { return }
        writer.key("pair")
        writer.pair(pair, in: language)
      case .address(let line): writer.string(lines[line].address ?? "")
      }
    }
    more(&writer)
    writer.endObject()
  }

  /// Returns the operation that the form is, compiled as all others are.
  package func compiled() throws(Diagnostics) -> Operation {
    try compile().reworded(
      version: version, title: title, atoms: lines.map { ($0.id, $0.caption, $0.pair) })
  }

  // MARK: - Shapes

  /// A text that forms of one shape do not share.
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

  /// The key of all forms that differ only in the texts of their gaps.
  private func shape(_ links: Links, _ language: Language) -> String {
    // By bytes: a text that is put together piece by piece took a tenth of the time of a signature's tree.
    var shape: [UInt8] = []
    shape.reserveCapacity(128 + 64 * lines.count)
    func add(_ separator: Unicode.Scalar, _ text: String) {
      shape.append(UInt8(ascii: separator))
      shape.append(contentsOf: text.utf8)
    }
    add(" ", name)
    add(" ", language.rawValue)
    if links.itself != nil { add(" ", "self") }
    for name in ButtonKind.Action.allCases {
      guard let action = links.actions[name] else { continue }
      add(" ", name.rawValue)
      add(" ", action.method)
    }
    for line in lines {
      add("\n", line.address == nil ? "" : "/")
      shape.append(contentsOf: line.kind.utf8)
      for word in line.words {
        add(" ", word.name)
        add(" ", word.value)
      }
    }
    return String(decoding: shape, as: UTF8.self)
  }

  /// Draws a form of this shape that has, in place of each text, the name of its gap. No text of any person is in it.
  private func stencil(_ gaps: [Gap], _ links: Links, in language: Language) throws(Diagnostics) -> Stencil {
    // A path, for an address has to be one.
    let names = gaps.indices.map { "/\($0)/" }
    let first = gaps.count - 3 * lines.count
    let sample = BuiltForm(
      name, version: names[0], title: LocalizedText(ru: names[1], en: nil),
      lines: lines.enumerated().map { place, line in
        let name = first + 3 * place
        return Line(
          line.kind, names[name], LocalizedText(ru: names[name + 1], en: nil),
          pair: nil,
          leadingTo: line.address == nil ? nil : names[name + 2], words: line.words)
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
    // Without its braces: more members may follow.
    return Stencil(Array(writer.bytes.dropFirst().dropLast()), gaps: names)
  }

  // MARK: - Compiling

  private static let file = SourceFile(name: "(built by the server)", text: "")
  private static let location = Location(file: file, line: 1, column: 1)

  private func compile() throws(Diagnostics) -> Operation {
    let atoms = lines.enumerated().map { place, line in
      Self.mapping(
        [(line.kind, Self.word("line\(place)")), ("caption", Self.text("…"))]
          + line.words.map { ($0.name, Self.word($0.value)) }
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

/// Surroundings without facts and directories, for forms that ask for none.
private struct NoSurroundings: Surroundings {
  let today = ""
  func fact(_ name: String) -> Value { .null }
  func answer(of lookup: String, for key: Value) -> Answer { .empty }
}

/// The drawn forms of the server, one for each shape.
private final class FormStencils: Sendable {
  /// The capacity: an operation has a few shapes, by which of its inputs have values. A full store is emptied.
  private static let most = 1024

  private let stencils = Mutex<[String: Stencil]>([:])

  /// The form with that shape.
  subscript(shape: String) -> Stencil? {
    get { stencils.withLock { $0[shape] } }
    set {
      stencils.withLock { stencils in
        if stencils.count >= Self.most { stencils.removeAll() }
        stencils[shape] = newValue
      }
    }
  }
}
