package import JSON

extension Operation {
  /// What of these values may be kept before they are sent: those of inputs that are no secrets, as they were typed.
  package func draftable(_ values: Object) -> Object {
    Object(
      values.members.compactMap { member in
        guard let place = place(of: member.name), let input = atoms[place].input, !input.isSecret else { return nil }
        return (member.name, member.value)
      })
  }
}

/// Values that were entered into one version of an operation, as far as another one takes them.
package struct CarriedValues: Sendable {
  /// What is left of them.
  package let values: Object
  /// What the other version has no place for: atoms that are gone, values of another type, options that are gone.
  package let dropped: [Violation]
  /// What is kept, and breaks a rule of the other version.
  package let doubtful: [Violation]

  /// Carries values to `operation`, which judges them as they would be judged when they were sent.
  package init(_ values: Object, to operation: Operation, in language: Language, _ surroundings: any Surroundings) {
    var evaluation = Evaluation(operation, Question(values: values, commit: true), in: language, surroundings)
    var (kept, dropped, doubtful) = (values, [Violation](), [Violation]())
    for violation in evaluation.verdict().violations where violation.code != "required" {
      if ["unknown", "type", "option"].contains(violation.code), values[violation.atom] != nil {
        kept[violation.atom] = nil
        dropped.append(violation)
      } else {
        doubtful.append(violation)
      }
    }
    (self.values, self.dropped, self.doubtful) = (kept, dropped, doubtful)
  }
}
