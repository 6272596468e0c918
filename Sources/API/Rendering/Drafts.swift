import Dates
import Model
import Atoms
import Texts
import JSON
import Operations
import Services

extension Draft {
  /// The tag of the draft's state, which each entity tag of a response with the draft contains.
  var tag: String { EntityTag.of(Array("\(version)\n\(values)".utf8)) }
}

extension Address {
  /// Returns the path of a draft. If the draft is the state of a flow, returns the path of the
  /// flow.
  static func draft(_ draft: Draft, of begun: PageRendering.BegunFlow?) -> String {
    begun.map { "/flows/\($0.flow.id)" } ?? Address.draft(of: draft.operation)
  }
}

extension Writer {
  /// Writes the members of a draft in a list. `begun` is the flow whose state it is.
  mutating func draft(
    _ draft: Draft, of begun: PageRendering.BegunFlow? = nil, in pages: PageRendering, _ language: Language
  ) {
    let day = pages.forms.clock.day.day(at: draft.changed)
    let shown = Draft(
      operation: begun?.flow.operation ?? draft.operation, version: draft.version, created: draft.created,
      changed: draft.changed, values: draft.values, person: draft.person)
    let title = begun?.flow.title ?? pages.forms.catalog[draft.operation]?.title
    member("id", draft.operation)
    Draft.document.write(shown, Draft.row, to: &self, in: language)
    member("title", title?[language] ?? draft.operation)
    member("subtitle", LocalizedText(ru: "Черновик от \(day)", en: "Draft of \(day)")[language])
    member("expiresAt", pages.drafts.expiry(of: draft).description)
    member("href", Address.draft(draft, of: begun))
    if let begun {
      member("flow", begun.flow.id)
      member("step", begun.step)
    } else {
      member("etag", "\"\(draft.tag)\"")
    }
    let what = title?[language] ?? draft.operation
    row(
      RowParts(
        title: .words(what),
        subtitle: [
          .text(LocalizedText(ru: "Черновик", en: "Draft")), RowTimes(pages.forms.clock).moment(draft.changed),
        ]),
      icon: .document, in: language)
  }

  /// Writes a list of the inputs whose values differ, in the order of the form. A repeat counts as
  /// one value.
  mutating func differences(
    between mine: Object, and theirs: Object, in operation: Operation, _ language: Language
  ) {
    let names = Set(mine.members.map(\.name)).union(theirs.members.map(\.name))
    let places = names.compactMap { name in operation.place(of: name).map { (name: name, place: $0) } }
    array { writer in
      for (name, place) in places.sorted(by: { $0.place < $1.place }) {
        let atom = operation.atoms[place]
        let values = [mine[name] ?? .null, theirs[name] ?? .null]
        // Different texts can represent the same value.
        let read = values.map { atom.input?.read($0) ?? $0 }
        guard read[0] != read[1] else { continue }
        writer.object { writer in
          writer.member("atom", name)
          writer.member("caption", atom.caption?[language] ?? name)
          for (member, value) in zip(["mine", "theirs"], values) {
            writer.key(member)
            writer.value(value)
            if let text = atom.shownText(of: value, in: language) { writer.member("\(member)Text", text) }
          }
        }
      }
    }
  }

  /// Writes `carried`: both versions, the dropped values and the doubtful values.
  mutating func carried(_ carried: OperationForms.Carried, in language: Language) {
    key("carried")
    beginObject()
    member("from", carried.from)
    member("to", carried.to)
    errors("dropped", carried.values.dropped, more: "moreDropped", in: language)
    errors("doubtful", carried.values.doubtful, more: "moreDoubtful", in: language)
    endObject()
  }
}
