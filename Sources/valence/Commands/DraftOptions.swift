import ArgumentParser
import Services

/// How much is kept of what people have not sent yet.
struct DraftOptions: ParsableArguments {
  @Option(1...1000, help: "Drafts that a person may have at a time.")
  var draftsPerPerson = DraftRules().perPerson

  @Option(256...1_048_576, "bytes", help: "What one draft may take.")
  var draftBytes = DraftRules().bytes

  @Option(1...3650, "days", help: "How long a draft is kept after it was last kept.")
  var draftDays = 30

  /// The rules that the options write.
  var rules: DraftRules {
    var rules = DraftRules()
    (rules.perPerson, rules.bytes) = (draftsPerPerson, draftBytes)
    rules.lifetime = .seconds(draftDays * 24 * 3600)
    return rules
  }
}
