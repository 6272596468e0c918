import Conditions
import JSON

extension Evaluation {
  /// The caption, where it follows something.
  mutating func caption(of atom: Atom) -> String? {
    guard let source = atom.captionFrom else {
      return atom.liveCaption.map { text($0, of: atom, "caption", in: language) }
    }
    for lookup in source.lookups {
      let marks = marks[operation.atoms.count + lookup]
      if marks.isEmpty { return ownCaption(of: atom) }
      if !marks.contains(.known) { return failed(source, lookup, marks, of: atom) }
    }
    guard let expression = source.expression else { return ownCaption(of: atom) }
    let value = value(of: expression, for: atom, "captionFrom")
    if !value.isNull { return value.text(in: language) }
    // Where nothing was looked up there was no failure: the values that the caption follows are not there yet.
    return source.lookups.isEmpty ? ownCaption(of: atom) : failed(source, nil, [], of: atom)
  }

  /// The text of the atom itself in the language of the question.
  private mutating func ownCaption(of atom: Atom) -> String {
    if let live = atom.liveCaption { return text(live, of: atom, "caption", in: language) }
    return (atom.caption ?? "")[language]
  }

  /// What a caption shows without an answer: the atom's own text, for a failure else that of the look-up; where a caption
  /// only has a place for the answer, that place stays empty.
  private mutating func failed(
    _ source: Atom.CaptionSource, _ lookup: Int?, _ marks: Marks, of atom: Atom
  ) -> String {
    if let failed = source.failed { return text(failed, of: atom, "failed")[language] }
    if marks.contains(.failed), let failed = lookup.flatMap({ operation.lookups[$0].failed }) {
      return text(failed, of: atom, "failed")[language]
    }
    return source.expression == nil ? ownCaption(of: atom) : ""
  }

  /// A text in all languages, with its values filled in.
  mutating func text(_ wording: Wording, of atom: Atom, _ dependency: StaticString) -> LocalizedText {
    guard let live = wording.live else { return wording.plain }
    return LocalizedText(
      ru: text(live, of: atom, dependency, in: .ru),
      en: wording.plain.en == nil ? nil : text(live, of: atom, dependency, in: .en))
  }

  private mutating func text(
    _ live: LiveText, of atom: Atom, _ dependency: StaticString, in language: Language
  ) -> String {
    guard let version = live[language] else { return "" }
    var values: [Value] = []
    values.reserveCapacity(version.expressions.count)
    for expression in version.expressions { values.append(value(of: expression, for: atom, dependency)) }
    return version.template.text(values, version.shown)
  }
}

extension Evaluation {
  /// What the inscription of that id says; nil where it is hidden, or where there is none.
  package mutating func inscription(_ id: String) -> String? {
    guard let place = operation.place(of: id), !marks[place].contains(.hidden) else { return nil }
    let atom = operation.atoms[place]
    learnFacts(of: atom)
    return caption(of: atom) ?? (atom.caption ?? "")[language]
  }
}
