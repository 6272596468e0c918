import BankSystems
import Atoms
import Dates
import Texts
import JSON
import Model
import Operations
import Services

/// The summary of a result: the state of a submission, the payment and possible next actions.
struct SubmissionOutcome {
  let submission: Submission
  /// The time of the submission in the bank's time zone.
  let created: ShownValue
  /// The offset of the bank's time zone at that time, such as `GMT+3`.
  let zone: String
  /// The title of the operation; nil if its version is no longer stored.
  let about: LocalizedText?
  /// The amount, the payer's account and the recipient.
  let summary: SubmissionSummary
  /// Sentences about the next events.
  let next: [LocalizedText]
  /// The operation, if it can be repeated or saved as a template; otherwise nil.
  let repeatable: Operation?

  /// Creates the outcome of a submission on `today`, with the state of its delivery, in one
  /// language.
  init(
    of values: SubmittedValues, today: CivilDate, delivered delivery: Delivery?, in pages: PageRendering,
    _ language: Language
  ) {
    submission = values.submission
    (created, zone) = RowTimes(pages.forms.clock, today: today).moment(submission.created, in: language)
    about = values.operation?.title
    summary = SubmissionSummary(of: values)
    next =
      (delivery.map { $0.status.isOpen ? [DeliveryText.title(for: $0.status)] : [] } ?? [])
      + (SubmissionText.businessDaySentence(of: submission, today: today).map { [$0] } ?? [])
    repeatable = Self.repeatable(submission, in: pages)
  }

  /// Returns the active operation of a submission if it can be started with the same values;
  /// otherwise nil.
  ///
  /// The request for the operation's tree checks again whether it is disabled.
  private static func repeatable(_ submission: Submission, in pages: PageRendering) -> Operation? {
    guard submission.status != .awaitingSignature, let operation = pages.forms.catalog[submission.operation],
      pages.process.effect(of: operation)?.isRepeatable == true,
      !pages.forms.catalog.navigation.steps.contains(operation.id),
      !pages.forms.services.availability.wasDisabled(operation.id)
    else { return nil }
    return operation
  }
}

extension Writer {
  /// Writes the requested cells of a matrix, counted from 1.
  mutating func cells(of challenge: Challenge, in grid: Challenge.Grid) {
    key("cells")
    array { writer in
      for cell in challenge.inputs.compactMap({ Cell(rawValue: $0.id) }) {
        writer.object { writer in
          writer.member("atom", cell.rawValue)
          writer.member("column", String(cell.rawValue.prefix(1)))
          writer.member("row", cell.row + 1)
          writer.member("columns", grid.columns)
          writer.member("rows", grid.rows)
        }
      }
    }
  }

  /// Writes `result`, the outcome of a submission, and `actions`, the possible next actions.
  mutating func outcome(_ outcome: SubmissionOutcome, in language: Language) {
    let submission = outcome.submission
    let (title, sentence) = (
      SubmissionText.title(for: submission.status)[language], SubmissionText.sentence(for: submission)[language]
    )
    key("result")
    object { writer in
      writer.member("state", submission.status.rawValue)
      writer.member("tone", Badge.of(submission.status).tone.rawValue)
      writer.member("title", title)
      writer.member("id", submission.id.rawValue)
      writer.member("createdAt", outcome.created.value ?? "")
      writer.key("created")
      writer.shown(outcome.created, in: language)
      writer.member("zone", outcome.zone)
      if let about = outcome.about { writer.member("about", about[language]) }
      if sentence != title { writer.member("text", sentence) }
      writer.summary(outcome.summary, in: language)
      guard !outcome.next.isEmpty else { return }
      writer.key("next")
      writer.array { writer in for sentence in outcome.next { writer.string(sentence[language]) } }
    }
    guard let operation = outcome.repeatable else { return }
    key("actions")
    array { writer in
      writer.object { writer in
        writer.member("name", "repeat")
        writer.member("title", LocalizedText(ru: "Повторить", en: "Repeat")[language])
        writer.member("method", "POST")
        writer.member("href", "/prefill")
        writer.key("body")
        writer.object { $0.member("submission", submission.id.rawValue) }
      }
      writer.template(of: submission, operation, in: language)
    }
  }

  /// Returns the values of a submission as JSON, with null for values that the person has cleared.
  private static func template(of submission: Submission, _ operation: Operation) -> [UInt8] {
    guard let captions = submission.captions, captions.contains(Evaluation.clearedMark),
      let notes = try? Value(reading: captions).object, let values = try? Value(reading: submission.values).object
    else { return Array(submission.values.utf8) }
    return Value.object(operation.restored(values, clearedIn: notes)).canonical
  }

  /// Writes the action that saves the values of a submission as a template. The client asks for the
  /// title.
  private mutating func template(of submission: Submission, _ operation: Operation, in language: Language) {
    let title = operation.title[language]
    object { writer in
      writer.member("name", "saveTemplate")
      writer.member("title", LocalizedText(ru: "Сохранить как шаблон", en: "Save as template")[language])
      writer.member("method", "POST")
      writer.member("href", "/templates")
      writer.key("body")
      writer.object { writer in
        writer.member("operation", operation.id)
        writer.member("version", submission.version)
        writer.key("values")
        writer.raw(Self.template(of: submission, operation))
      }
      writer.key("ask")
      writer.object { writer in
        writer.member("member", "title")
        writer.member("label", LocalizedText(ru: "Название", en: "Title")[language])
        // The maximum length of a template's title.
        writer.member("value", title.utf8.count <= 100 ? title : String(title.unicodeScalars.prefix(100)))
        writer.member("maxLength", 100)
      }
    }
  }
}
