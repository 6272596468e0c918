import SourceText

/// Checks with `judged: submit`, which apply to a submission and not while a form is filled in.
///
/// The total of shares is not 100 % at the first row, so such an error must wait.
extension WrittenCheck {
  /// Reads `judged: submit` of a check or, as an error, of a note.
  static func isForSubmission(_ parts: inout Properties, isNote: Bool) -> Bool {
    guard let node = parts.node("judged") else { return false }
    if isNote {
      parts.error(
        .conflict, "`judged` conflicts with `when`: a note is shown while its condition holds", at: node.location)
    } else if node.scalar != "submit" {
      let found = node.scalar.map { "`\($0)`" } ?? node.noun
      parts.error(
        .wrongValue, "`judged` takes `submit`, not \(found)",
        remedy: ": omit it for a check that applies after each change", at: node.location)
    }
    return node.scalar == "submit"
  }
}

extension Evaluation {
  /// Returns true if the check applies now.
  ///
  /// A check with `judged: submit` applies to a submission, to a completed step of a flow, and to a
  /// question that judges all atoms. A client asks that question before it asks a person to
  /// confirm a submission.
  ///
  /// A check that reads a value of a later page applies once that page was shown.
  func applies(_ check: Atom.Check) -> Bool {
    (!check.isForSubmission || judgesSubmission) && (unseen.isEmpty || !operation.reads(check, anyIn: unseen))
  }
}
