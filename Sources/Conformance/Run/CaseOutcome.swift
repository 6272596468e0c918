package import JSON

/// The judgement of one case.
package struct CaseOutcome: Sendable {
  package enum Verdict: Sendable {
    case pass
    /// The reason, and the result of the client if there is one.
    case fail(String, found: Object?)
    /// The client does not claim the profile.
    case notClaimed

    /// The word in reports.
    package var word: String {
      switch self {
      case .pass: "pass"
      case .fail: "fail"
      case .notClaimed: "not claimed"
      }
    }
  }

  package let about: KitCase
  package let verdict: Verdict

  package var isFailure: Bool { if case .fail = verdict { true } else { false } }

  init(_ about: KitCase, _ verdict: Verdict) {
    self.about = about
    self.verdict = verdict
  }

  /// Judges the answer of a driver.
  init(_ about: KitCase, _ answer: DriverAnswer) {
    self.about = about
    switch answer {
    case .result(let result):
      let wrong = about.differences(from: result)
      verdict = wrong.isEmpty ? .pass : .fail("other than expected: \(wrong.joined(separator: ", "))", found: result)
    case .skip(let reason): verdict = .fail("skipped in a claimed profile: \(reason)", found: nil)
    case .error(let text): verdict = .fail("the client failed: \(text)", found: nil)
    case .failure(let text): verdict = .fail(text, found: nil)
    }
  }
}
