package import Atoms
package import Texts
package import JSON
import Model

/// The sum of a submission, from where and to whom it goes, as far as its operation tells: what people look at first.
package struct SubmissionSummary: Sendable {
  /// The sum that is paid; nil if none is.
  let amount: ShownValue?
  /// The account that is debited: the value of the first account picker; nil without one.
  let from: ShownValue?
  /// The payee: the first value of the role `person`, else of a second account picker; nil without both.
  package let to: ShownValue?
  /// The members of JSON in the language of the reader; nil before they were written once.
  private var members: [UInt8]?

  /// Picks them from the stored values of a submission.
  package init(of values: SubmittedValues) {
    if let known = values.summary {
      self = known
      return
    }
    self.init(values.topLevel(where: Self.takes), paying: values.submission.amount, in: [])
  }

  /// True for an atom whose value it may show.
  static func takes(_ atom: Atom) -> Bool { atom.input is AccountPickerKind || atom.role == .person }

  /// Picks them from the values of the atoms that it takes, in the order of the operation. A sum that is among `lines` is not worded
  /// again.
  init(_ shown: [(atom: Atom, value: ShownValue)], paying amount: Money?, in lines: [GeneratedForm.Line]) {
    let paid = amount.map { ShownValue.amount($0.text, $0.currency.rawValue) }
    self.amount = paid.flatMap { paid in lines.first { $0.pair?.value.isSame(as: paid) == true }?.pair?.value } ?? paid
    let picked = shown.filter { $0.atom.input is AccountPickerKind }
    from = picked.first?.value
    to = shown.first { $0.value.role == .person }?.value ?? picked.dropFirst().first?.value
  }

  /// Returns the same, which need not be written again for readers of that language.
  func written(in language: Language) -> SubmissionSummary {
    var summary = self
    var writer = Writer()
    writer.summary(self, in: language)
    summary.members = writer.bytes
    return summary
  }

  /// Writes the members.
  fileprivate func write(to writer: inout Writer, in language: Language) {
    if let members {
      if !members.isEmpty { writer.raw(members) }
      return
    }
    for (name, value) in [("amount", amount), ("to", to), ("from", from)] {
      guard let value else { continue }
      writer.key(name)
      writer.shown(value, in: language)
    }
  }
}

extension Writer {
  /// Writes the sum, from where and to whom, as far as they are known, as members of an object.
  package mutating func summary(_ summary: SubmissionSummary, in language: Language) {
    summary.write(to: &self, in: language)
  }
}
