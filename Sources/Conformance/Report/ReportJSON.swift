import JSON

extension ConformanceReport {
  /// The report as JSON. `conformance/schemas/report.json` describes it.
  var json: String {
    var writer = Writer()
    writer.object { writer in
      writer.member("kit", version)
      writer.member("client", client)
      writer.member("conformant", isConformant)
      writer.key("profiles")
      writer.array { writer in
        for score in scores {
          writer.object { writer in
            writer.member("profile", score.profile)
            writer.member("passed", score.passed)
            writer.member("must", score.count)
            if score.shouldCount > 0 {
              writer.member("shouldPassed", score.shouldPassed)
              writer.member("should", score.shouldCount)
            }
          }
        }
      }
      writer.key("unavailable")
      writer.array { writer in for profile in unavailable { writer.string(profile) } }
      writer.key("cases")
      writer.array { writer in for outcome in outcomes { Self.write(outcome, to: &writer) } }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func write(_ outcome: CaseOutcome, to writer: inout Writer) {
    writer.object { writer in
      writer.member("case", outcome.about.id)
      writer.member("profile", outcome.about.profile)
      writer.member("level", outcome.about.level.rawValue)
      writer.key("rules")
      writer.array { writer in for rule in outcome.about.rules { writer.string(rule) } }
      writer.member("verdict", outcome.verdict.word)
      guard case .fail(let reason, let found) = outcome.verdict else { return }
      writer.member("reason", reason)
      writer.key("question")
      writer.raw(outcome.about.question(id: 0))
      writer.key("expected")
      writer.value(.object(outcome.about.expected))
      guard let found else { return }
      writer.key("found")
      writer.value(.object(found))
    }
  }
}
