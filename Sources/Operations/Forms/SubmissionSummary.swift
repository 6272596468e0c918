package import Atoms
package import Texts
package import JSON
import Model

/// The amount, payer and payee of a submission, as far as its operation defines them.
package struct SubmissionSummary: Sendable {
  /// The amount to pay; nil for other submissions.
  let amount: ShownValue?
  /// The debited account: the value of the first account picker; nil without one.
  let from: ShownValue?
  /// The payee: the first value with the role `person`, otherwise the value of the second account
  /// picker; nil without both.
  package let to: ShownValue?
  /// The members as JSON in the reader's language; nil before `written(in:)`.
  private var members: [UInt8]?

  /// Creates the summary of a submission's stored values.
  package init(of values: SubmittedValues) {
    if let known = values.summary {
      self = known
      return
    }
    self.init(values.topLevel(where: Self.takes), paying: values.submission.amount, in: [])
  }

  /// Returns true for an atom whose value the summary can contain.
  static func takes(_ atom: Atom) -> Bool { atom.input is AccountPickerKind || atom.role == .person }

  /// Creates the summary of values in the order of the operation. If `lines` contains the amount,
  /// its text is reused.
  init(_ shown: [(atom: Atom, value: ShownValue)], paying amount: Money?, in lines: [GeneratedForm.Line]) {
    let paid = amount.map { ShownValue.amount($0.text, $0.currency.rawValue) }
    self.amount = paid.flatMap { paid in lines.first { $0.pair?.value.isSame(as: paid) == true }?.pair?.value } ?? paid
    let picked = shown.filter { $0.atom.input is AccountPickerKind }
    from = picked.first?.value
    to = shown.first { $0.value.role == .person }?.value ?? picked.dropFirst().first?.value
  }

  /// Returns the summary with its members already written for readers of a language.
  func written(in language: Language) -> SubmissionSummary {
    var summary = self
    var writer = Writer()
    writer.summary(self, in: language)
    summary.members = writer.bytes
    return summary
  }

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
  /// Writes the known parts of a summary as members of an object.
  package mutating func summary(_ summary: SubmissionSummary, in language: Language) {
    summary.write(to: &self, in: language)
  }
}
