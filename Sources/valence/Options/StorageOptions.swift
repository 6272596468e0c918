import ArgumentParser
import Logging
import SQLite
import Services
import Storage

/// The limits and the lifetime of drafts.
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

/// The limits of templates.
struct TemplateOptions: ParsableArguments {
  @Option(1...1000, help: "Templates that a person may have.")
  var templatesPerPerson = TemplateRules().perPerson

  @Option(256...1_048_576, "bytes", help: "What one template may take.")
  var templateBytes = TemplateRules().bytes

  /// The rules that the options write.
  var rules: TemplateRules {
    var rules = TemplateRules()
    (rules.perPerson, rules.bytes) = (templatesPerPerson, templateBytes)
    return rules
  }
}

/// The lengths of retention.
struct RetentionOptions: ParsableArguments {
  @Option(0...3650, "days", help: "How long sessions are kept after they expired.")
  var retainSessions = 1

  @Option(0...3650, "days", help: "How long submissions that nobody signed keep their values after they ended.")
  var retainUnsigned = 90

  @Option(
    0...3650, "days", help: "How long it is known who has seen a deal, and was told of it, after it was over.")
  var retainNotifications = 90

  @Option(
    5...100, "years",
    help: "How long after the year of the erasure documents of erased people keep their values at least.")
  var retainDocuments = RetentionRules().documentYears

  /// The rules that the options write.
  var rules: RetentionRules {
    var rules = RetentionRules()
    rules.sessions = .seconds(retainSessions * 86_400)
    rules.unsigned = .seconds(retainUnsigned * 86_400)
    rules.notifications = .seconds(retainNotifications * 86_400)
    rules.documentYears = retainDocuments
    return rules
  }
}

/// The limits of the database's writer.
struct WriteOptions: ParsableArguments {
  @Option(
    1...4096, help: "Writes that share one transaction, and one wait for the disk, at most; 1 gives each its own.")
  var writeBatch = WriteLimits().batch

  @Option(1...1_000_000, help: "Writes that wait for their turn; more are answered with 503.")
  var writeQueue = WriteLimits().queue

  /// The limits that the options write.
  var limits: WriteLimits { WriteLimits(batch: writeBatch, queue: writeQueue) }
}

extension WriteCounts {
  /// The fields of the log for them.
  var metadata: Logger.Metadata {
    let mean = batches == 0 ? 0 : (Double(writes) / Double(batches) * 10).rounded() / 10
    return ["writes": "\(writes)", "batches": "\(batches)", "mean": "\(mean)", "largest": "\(largest)"]
  }
}
