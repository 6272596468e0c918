import ArgumentParser
import Services

/// How much is kept of what people have not sent yet.
struct DraftOptions: ParsableArguments {
  @Option(help: "Drafts that a person may have at a time, 1 to 1000.")
  var draftsPerPerson = DraftRules().perPerson

  @Option(help: "Bytes that one draft may take, 256 to 1048576.")
  var draftBytes = DraftRules().bytes

  @Option(help: "Days that a draft is kept after it was last kept, 1 to 3650.")
  var draftDays = 30

  /// The rules that the options write.
  func rules() throws -> DraftRules {
    guard (1...1000).contains(draftsPerPerson) else { throw CommandFailure("--drafts-per-person takes 1 to 1000") }
    guard (256...1_048_576).contains(draftBytes) else { throw CommandFailure("--draft-bytes takes 256 to 1048576") }
    guard (1...3650).contains(draftDays) else { throw CommandFailure("--draft-days takes 1 to 3650") }
    var rules = DraftRules()
    (rules.perPerson, rules.bytes) = (draftsPerPerson, draftBytes)
    rules.lifetime = .seconds(draftDays * 24 * 3600)
    return rules
  }
}
