import Texts
import JSON

extension Evaluation {
  /// Returns the caption if it depends on values; otherwise nil.
  mutating func caption(of atom: Atom) -> String? {
    guard let source = atom.captionFrom else {
      return atom.liveCaption.map { text($0, of: atom, "caption", in: language) }
    }
    for lookup in source.lookups {
      let marks = marks[operation.atoms.count + lookup]
      if marks.isEmpty { return ownCaption(of: atom) }
      if !marks.contains(.known) { return failed(source, lookup, marks, of: atom) }
    }
    if source.shown != nil {
      if let pair = pair(of: atom) { return pair.line(in: language) }
      let label = ownCaption(of: atom)
      return label + ShownPair.separator(after: label) + Template.nothing
    }
    guard let expression = source.expression else { return ownCaption(of: atom) }
    let outer = doubt
    let value = value(of: expression, for: atom, "captionFrom")
    doubt = outer
    if !value.isNull { return value.text(in: language) }
    // Without a lookup nothing has failed; values of the caption are missing.
    return source.lookups.isEmpty ? ownCaption(of: atom) : failed(source, nil, [], of: atom)
  }

  /// Writes the member `caption` if the caption depends on values.
  mutating func writeCaption(of atom: Atom, to writer: inout Writer) {
    if let live = filledCaption(of: atom), let version = live[language] {
      writer.key(rendered: #""caption":"#)
      let values = values(of: version, of: atom, "caption")
      version.template.write(values, to: &writer) { version.shown($0, $1) }
    } else if let caption = caption(of: atom) {
      writer.key(rendered: #""caption":"#)
      writer.string(caption)
    }
  }

  /// Writes the member `markdown` of a formatted text, and `caption` if it depends on values.
  ///
  /// `markdown` is null if the caption is another text, such as `failed` of a lookup.
  mutating func write(_ markdown: MarkdownText, of atom: Atom, to writer: inout Writer) {
    guard markdown.isLive else {
      writer.key("markdown")
      return markdown.writeFixed(to: &writer, routes: routes, in: language)
    }
    guard filledCaption(of: atom) != nil, let version = markdown[language] else {
      writeCaption(of: atom, to: &writer)
      writer.key("markdown")
      return writer.null()
    }
    let caption = version.caption
    let values = values(of: caption, of: atom, "caption")
    writer.key(rendered: #""caption":"#)
    caption.template.write(values, to: &writer) { caption.shown($0, $1) }
    writer.key("markdown")
    version.write(values, routes: routes, to: &writer) { caption.shown($0, $1) }
  }

  /// Returns the text with placeholders if `caption(of:)` returns it with the current values;
  /// otherwise nil.
  private func filledCaption(of atom: Atom) -> LiveText? {
    guard let live = atom.liveCaption, let source = atom.captionFrom else { return atom.liveCaption }
    guard source.shown == nil, source.expression == nil else { return nil }
    for lookup in source.lookups {
      let marks = marks[operation.atoms.count + lookup]
      if marks.isEmpty { return live }
      if !marks.contains(.known) { return nil }
    }
    return live
  }

  mutating func ownCaption(of atom: Atom) -> String {
    if let live = atom.liveCaption { return text(live, of: atom, "caption", in: language) }
    return (atom.caption ?? "")[language]
  }

  /// Returns the caption for a missing answer, the first that exists of:
  ///
  /// - the atom's own `failed` text
  /// - the `failed` text of an unavailable lookup
  /// - the atom's own caption; empty text if `captionFrom` is present
  private mutating func failed(
    _ source: Atom.CaptionSource, _ lookup: Int?, _ marks: SlotFlags, of atom: Atom
  ) -> String {
    if let failed = source.failed { return text(failed, of: atom, "failed")[language] }
    if marks.contains(.unavailable), let failed = lookup.flatMap({ operation.lookups[$0].failed }) {
      return text(failed, of: atom, "failed")[language]
    }
    return source.expression == nil ? ownCaption(of: atom) : ""
  }

  /// Returns a text with its values in all of its languages.
  mutating func text(_ wording: Wording, of atom: Atom, _ dependency: StaticString) -> LocalizedText {
    guard let live = wording.live else { return wording.plain }
    // The text of a lookup can be shown at an atom that does not read the facts in the text.
    for slot in wording.reads where slot >= operation.firstFact { learnFact(slot) }
    return LocalizedText(
      ru: text(live, of: atom, dependency, in: .ru),
      en: wording.plain.en == nil ? nil : text(live, of: atom, dependency, in: .en))
  }

  private mutating func text(
    _ live: LiveText, of atom: Atom, _ dependency: StaticString, in language: Language
  ) -> String {
    guard let version = live[language] else { return "" }
    return version.template.text(values(of: version, of: atom, dependency)) { version.shown($0, $1) }
  }

  /// Returns the values of a text's placeholders. An unknown value is null.
  mutating func values(
    of version: LiveText.Version, of atom: Atom, _ dependency: StaticString
  ) -> [Value] {
    // An unknown value in a text does not lock the atom.
    let outer = doubt
    defer { doubt = outer }
    var values: [Value] = []
    values.reserveCapacity(version.expressions.count)
    for expression in version.expressions { values.append(value(of: expression, for: atom, dependency)) }
    return values
  }
}

extension Evaluation {
  /// Returns the caption of the atom with this id; nil if it is hidden or does not exist.
  package mutating func inscription(_ id: String) -> String? {
    guard let place = operation.place(of: id), !marks[place].contains(.hidden) else { return nil }
    let atom = operation.atoms[place]
    learnFacts(of: atom)
    return caption(of: atom) ?? (atom.caption ?? "")[language]
  }

  /// Returns the label and value that the text atom with this id shows; nil if it shows none.
  package mutating func pair(_ id: String) -> ShownPair? {
    operation.place(of: id).flatMap { pair(of: operation.atoms[$0]) }
  }
}
