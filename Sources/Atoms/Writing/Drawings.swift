import JSON

/// The members of each atom that no value changes, rendered once for each language when an operation is loaded.
struct Drawings: Sendable {
  private let byLanguage: [[[UInt8]]]
  /// The same of the fallbacks of each atom.
  private let fallbacks: [[[[UInt8]]]]

  /// Renders the atoms.
  init(of atoms: [Atom]) {
    byLanguage = Language.allCases.map { language in atoms.map { Self.drawing(of: $0, in: language) } }
    fallbacks = Language.allCases.map { language in
      atoms.map { atom in atom.fallbacks.map { Self.drawing(of: $0, in: language) } }
    }
  }

  /// The members of each atom by place, as `"id":"bic","kind":"textInput",...` without braces.
  func members(in language: Language) -> [[UInt8]] { byLanguage[language.place] }

  /// The members of that fallback of the atom at that place.
  func members(of place: Int, fallback: Int, in language: Language) -> [UInt8] {
    fallbacks[language.place][place][fallback]
  }

  private static func drawing(of atom: Atom, in language: Language) -> [UInt8] {
    var writer = Writer()
    writer.beginObject()
    writer.member("id", atom.id)
    writer.member("kind", atom.kind.name)
    if atom.captionFrom == nil, atom.liveCaption == nil, let caption = atom.caption {
      writer.member("caption", caption[language])
    }
    atom.kind.write(to: &writer, in: language)
    if let notify = atom.notify { writer.member("notify", notify.rawValue) }
    if atom.filter == nil, case .literal(let choices) = atom.input?.options {
      writer.key("options")
      writer.beginArray()
      for choice in choices {
        writer.option(choice.record(in: language))
      }
      writer.endArray()
    }
    writer.endObject()
    return Array(writer.bytes.dropFirst().dropLast())
  }
}

extension Language {
  /// The place among all languages.
  var place: Int { self == .ru ? 0 : 1 }
}
