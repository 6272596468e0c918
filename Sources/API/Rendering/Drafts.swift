import Model
import Atoms
import Essentials
import JSON
import Operations
import Services

extension ServedBank {
  /// Values that were carried from one version of an operation to another.
  struct Carried {
    let from: String
    let to: String
    let values: CarriedValues
  }

  /// Values with the operation in the version that judges them.
  struct Judged {
    let operation: Operation
    let values: Object
    /// The changes on the way; nil if the version of the values still judges them.
    let carried: Carried?
  }

  /// Returns the values with their own version while it judges forms, else carried to the current version.
  func carry(_ values: Object, from version: String, of current: Operation, _ call: Call) throws -> Judged {
    if let drawn = try definitions.judging(current.id, version: version) {
      return Judged(operation: drawn, values: values, carried: nil)
    }
    let carried = CarriedValues(values, to: current, in: call.language, surroundings(of: call))
    return Judged(
      operation: current, values: carried.values,
      carried: Carried(from: version, to: current.version, values: carried))
  }
}

extension Writer {
  /// Writes the members of a draft's list row.
  mutating func draft(_ draft: Draft, in bank: ServedBank, _ language: Language) {
    let day = bank.day.day(at: draft.changed)
    member("id", draft.operation)
    Draft.document.write(draft, Draft.row, to: &self, in: language)
    member("title", bank.catalog[draft.operation]?.title[language] ?? draft.operation)
    member("subtitle", LocalizedText(ru: "Черновик от \(day)", en: "Draft of \(day)")[language])
    member("expiresAt", bank.services.drafts.expiry(of: draft).description)
    member("href", Address.draft(of: draft.operation))
    let what = bank.catalog[draft.operation]?.title[language] ?? draft.operation
    row(
      RowParts(
        title: .words(what),
        subtitle: [.text(LocalizedText(ru: "Черновик", en: "Draft")), RowTimes(bank).moment(draft.changed)]),
      icon: .document, in: language)
  }

  /// Writes `carried`: both versions, the dropped values and the doubtful ones.
  mutating func carried(_ carried: ServedBank.Carried, in language: Language) {
    key("carried")
    beginObject()
    member("from", carried.from)
    member("to", carried.to)
    errors("dropped", carried.values.dropped, more: "moreDropped", in: language)
    errors("doubtful", carried.values.doubtful, more: "moreDoubtful", in: language)
    endObject()
  }
}
