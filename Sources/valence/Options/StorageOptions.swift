import Hosting
import ArgumentParser
import Services
import Storage

/// The limits and the lifetime of drafts.
struct DraftOptions: ParsableArguments {
  @Option(1...1000, help: "Maximum number of a person's drafts.")
  var draftsPerPerson = DraftRules().perPerson

  @Option(256...1_048_576, "bytes", help: "Maximum size of a draft.")
  var draftBytes = DraftRules().bytes

  @Option(1...3650, "days", help: "The lifetime of a draft after it was last saved.")
  var draftDays = 30

  var rules: DraftRules {
    var rules = DraftRules()
    (rules.perPerson, rules.bytes) = (draftsPerPerson, draftBytes)
    rules.lifetime = .seconds(draftDays * 24 * 3600)
    return rules
  }
}

struct TemplateOptions: ParsableArguments {
  @Option(1...1000, help: "Maximum number of a person's templates.")
  var templatesPerPerson = TemplateRules().perPerson

  @Option(256...1_048_576, "bytes", help: "Maximum size of a template.")
  var templateBytes = TemplateRules().bytes

  var rules: TemplateRules {
    var rules = TemplateRules()
    (rules.perPerson, rules.bytes) = (templatesPerPerson, templateBytes)
    return rules
  }
}

/// The retention periods.
struct RetentionOptions: ParsableArguments {
  @Option(0...3650, "days", help: "The retention of sessions after their expiry.")
  var retainSessions = 1

  @Option(0...3650, "days", help: "The retention of the values of unsigned submissions after their end.")
  var retainUnsigned = 90

  @Option(
    0...3650, "days", help: "The retention of the marks and notifications of a deal after its end.")
  var retainNotifications = 90

  @Option(
    5...100, "years",
    help: "The minimum retention of the documents of erased people, after the year of the erasure.")
  var retainDocuments = RetentionRules().documentYears

  var rules: RetentionRules {
    var rules = RetentionRules()
    rules.sessions = .seconds(retainSessions * 86_400)
    rules.unsigned = .seconds(retainUnsigned * 86_400)
    rules.notifications = .seconds(retainNotifications * 86_400)
    rules.documentYears = retainDocuments
    return rules
  }
}

/// The limits of the database writer.
struct WriteOptions: ParsableArguments {
  @Option(
    1...4096,
    help: "Maximum number of writes that share one transaction and one disk flush.")
  var writeBatch = WriteLimits().batch

  @Option(1...1_000_000, help: "Maximum number of queued writes; further ones get 503.")
  var writeQueue = WriteLimits().queue

  var limits: WriteLimits { WriteLimits(batch: writeBatch, queue: writeQueue) }
}
