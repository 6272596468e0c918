import Atoms
import HTTPServer
import JSON
import Model
import Operations
import Services

/// The endpoint that returns an operation's tree with the values of a submission, a template or a
/// QR code.
struct PrefillEndpoints {
  let forms: OperationForms
  let process: SubmissionProcess
  let templates: Templates
  let providers: Providers
  let banks: Banks

  var all: [Endpoint] {
    [
      Endpoint(
        .post, "/prefill", .person,
        EndpointDocument(
          tag: "Operations", id: "prefillOperation",
          summary:
            "The operation's tree with values of a submission, a template or a QR code, and a list of doubtful values.",
          body: "PrefillSource", headers: ClientHeaders.documents,
          query: [
            ParameterDocument(
              "operation", "the operation to start, instead of the operation of the values or the code")
          ],
          answers: [.init(200, "PrefilledTree", "The tree; nothing is stored.")],
          problems: [
            .notFound, .unknownQuery, .kindsNotAccepted, .unreadableCode, .fastPaymentLink, .operationDisabled,
            .notAvailable,
          ]),
        handle: prefill)
    ]
  }

  /// The initial values of an operation, and the member of the body that they come from.
  private struct Source {
    let name: String
    let operation: Operation
    var values: Object
    var dropped: [Violation] = []
    var doubtful: [Violation] = []
  }

  @Sendable private func prefill(_ call: Call) throws -> Reply {
    let source = try source(call)
    let operation = source.operation
    try forms.requireEnabled(operation.id)
    try forms.requireAvailable(operation, call)
    let presentation = try forms.presentation(of: operation, for: call)
    let surroundings = forms.surroundings(of: call)
    let values = PrefilledValues(source.values, of: operation, fresh: true, in: call.language, surroundings)
    let dropped = source.dropped + values.dropped
    var doubtful = values.doubtful
    // The operation's message about an atom replaces the message of the code.
    let reported = Set((doubtful + dropped).map(\.atom))
    doubtful += source.doubtful.filter { !reported.contains($0.atom) }
    if doubtful.isEmpty, let refusal = try refusal(of: values.values, of: operation, call) { doubtful.append(refusal) }
    let tree = try forms.tree(of: operation, Question(values: values.values), as: presentation, for: call) { writer in
      writer.member("source", source.name)
      writer.errors("dropped", dropped, more: "moreDropped", in: call.language)
      writer.errors("doubtful", doubtful, more: "moreDoubtful", in: call.language)
    }
    forms.failures.note(tree.failures, of: operation, call)
    return .now(Response.json(rendered: tree.json))
  }

  // MARK: - Sources of values

  private func source(_ call: Call) throws -> Source {
    let body = try call.object()
    let given = try ["submission", "template", "qr"].compactMap { name in
      try body.text(name).map { (name: name, text: $0) }
    }
    guard let source = given.first, given.count == 1 else {
      throw Problem(
        .malformedRequest, ru: "Нужно одно из `submission`, `template`, `qr`",
        en: "Exactly one of `submission`, `template` and `qr` is required")
    }
    switch source.name {
    case "submission":
      guard let id = SubmissionID(source.text) else { throw Problem(.notFound) }
      let submission = try process.stored.find(id, person: try call.caller.person)
      return try stored(
        submission.values, clearedIn: submission.captions, of: submission.operation, source.name, call)
    case "template":
      guard let id = TemplateID(source.text) else { throw Problem(.notFound) }
      let template = try templates.find(id, person: try call.caller.person)
      return try stored(template.values, of: template.operation, source.name, call)
    default: return try scanned(source.text, call)
    }
  }

  private func stored(
    _ values: String, clearedIn captions: String? = nil, of operation: String, _ name: String, _ call: Call
  ) throws -> Source {
    let operation = try self.operation(call.query("operation") ?? operation)
    let values = try Value(reading: values).object ?? Object()
    let notes = try captions.flatMap { try Value(reading: $0).object } ?? Object()
    return Source(name: name, operation: operation, values: operation.restored(values, clearedIn: notes))
  }

  /// The maximum length of a code's text, in bytes.
  ///
  /// The largest QR code contains 2,953 bytes, and a scanner converts each to two or three.
  private static let longestCode = 8_192

  private func scanned(_ text: String, _ call: Call) throws -> Source {
    guard text.utf8.count <= Self.longestCode else {
      throw Problem(
        .unreadableCode, ru: "В коде может быть не больше \(Self.longestCode) байт.",
        en: "A code has at most \(Self.longestCode) bytes.")
    }
    let code = try PaymentCode(reading: text)
    let provider = try provider(of: code)
    let isPaid = try provider != nil && isServed(PaymentCode.providerOperation)
    let operation = try operation(
      call.query("operation") ?? (isPaid ? PaymentCode.providerOperation : code.operation))
    let beginning: PaymentCode.Beginning
    if operation.effect == ProviderPaymentEffect.name {
      beginning = code.begin(operation, paying: provider)
    } else {
      let bank = BIC(code.bic).flatMap(banks.bank)
      beginning = code.begin(operation, bankAccount: bank?.correspondentAccount?.rawValue)
    }
    return Source(
      name: "qr", operation: operation, values: beginning.values, dropped: beginning.dropped,
      doubtful: beginning.doubtful)
  }

  /// Returns the provider that a code pays; nil if the code pays none.
  private func provider(of code: PaymentCode) throws -> Provider? {
    guard let payee = code.payee else { return nil }
    let provider = try providers.find(payee: payee.account, at: payee.bic)
    return provider.flatMap { code.isPaid(to: $0) ? $0 : nil }
  }

  /// True if the operation is active and not disabled.
  private func isServed(_ id: String) throws -> Bool {
    try forms.catalog[id] != nil && !forms.disabled().contains(id)
  }

  private func operation(_ id: String) throws(Problem) -> Operation {
    guard let operation = forms.catalog[id] else {
      throw Problem(.notFound, ru: "Операции \(id) больше нет", en: "The operation \(id) no longer exists")
    }
    return operation
  }

  /// Returns the reason why the bank would reject the values, such as insufficient funds.
  ///
  /// Returns nil if:
  /// - the bank would accept them,
  /// - the operation would reject them, for example because they are incomplete,
  /// - the operation has no effect.
  private func refusal(of values: Object, of operation: Operation, _ call: Call) throws -> Violation? {
    guard let effect = process.effect(of: operation),
      let whole = try? CheckedSubmission(operation, values: values, in: call.language, forms.surroundings(of: call))
    else { return nil }
    let work = try effect.effect(of: whole.storable)
    return try process.stored.refusal(of: work, for: try call.caller).flatMap(effect.violation)
  }
}
