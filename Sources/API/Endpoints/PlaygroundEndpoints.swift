import SourceText
import Authoring
import Atoms
import HTTPServer
import JSON
import Operations
import Services

/// Endpoints of the playground, where authors check, render and evaluate an operation file while
/// they write it, and of the gallery for designers.
///
/// They store nothing and read no personal data. If the playground is disabled, they return 404.
struct PlaygroundEndpoints {
  let forms: OperationForms
  let web: WebClient
  /// True if the playground is enabled.
  let isOn: Bool
  let errors: ErrorAnswers
  private let desk = PlaygroundQueue()

  init(forms: OperationForms, web: WebClient, isOn: Bool, errors: ErrorAnswers) {
    self.forms = forms
    self.web = web
    self.isOn = isOn
    self.errors = errors
  }

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/playground", .open,
        EndpointDocument(
          tag: "Playground", id: "getPlayground", summary: "The page on which authors try operation files.",
          anyClient: true,
          answers: [
            .init(200, nil, "The page.", type: "text/html; charset=utf-8"), .init(304, nil, "Not modified."),
          ],
          problems: [.notFound]),
        handle: page),
      Endpoint(
        .get, "/gallery", .open,
        EndpointDocument(
          tag: "Playground", id: "getGallery",
          summary: "The page with all kinds of atoms and their states, as the web client draws them.",
          anyClient: true,
          answers: [
            .init(200, nil, "The page.", type: "text/html; charset=utf-8"), .init(304, nil, "Not modified."),
          ],
          problems: [.notFound]),
        handle: gallery),
      Endpoint(
        .get, "/playground/example", .open,
        EndpointDocument(
          tag: "Playground", id: "getPlaygroundExample", summary: "An example file.", anyClient: true,
          answers: [.init(200, "TriedFile", "The file."), .init(304, nil, "Not modified.")], problems: [.notFound]),
        handle: example),
      Endpoint(
        .post, "/playground/check", .open,
        EndpointDocument(
          tag: "Playground", id: "checkFile",
          summary:
            "Checks an operation file and returns its findings; without errors also its tree and its dependencies.",
          body: "TriedFile", anyClient: true, answers: [.init(200, "Trial", "The findings.")],
          problems: [.notFound, .overloaded]),
        handle: check),
      Endpoint(
        .post, "/playground/evaluate", .open,
        EndpointDocument(
          tag: "Playground", id: "evaluateFile",
          summary: "Evaluates values in an operation file, for an invented person.",
          body: "TriedQuestion", anyClient: true, answers: [.init(200, "States", "The requested states.")],
          problems: [.notFound, .faultyFile, .overloaded]),
        handle: evaluate),
    ]
  }

  /// Throws `not-found` if the playground is disabled.
  private func requireOn() throws(Problem) { if !isOn { throw Problem(.notFound) } }

  @Sendable private func page(_ call: Call) throws -> Reply {
    try requireOn()
    return try WebEndpoints.page("playground.html", of: web, call)
  }

  @Sendable private func gallery(_ call: Call) throws -> Reply {
    try requireOn()
    return try WebEndpoints.page("gallery.html", of: web, call)
  }

  @Sendable private func example(_ call: Call) throws -> Reply {
    try requireOn()
    let response = Response.json { writer in
      writer.object { $0.member("file", PlaygroundExample.text) }
    }
    return .now(response.tagged(for: call.request, isAlike: true))
  }

  @Sendable private func check(_ call: Call) throws -> Reply {
    try requireOn()
    let text = try file(try call.members())
    let (forms, language) = (forms, call.language)
    return call.later(desk.work { PlaygroundFile(text, among: forms.catalog) }, failing: errors.response(to: call)) {
      tried in
      try EvaluationBudget.with {
        Response.json { writer in
          writer.beginObject()
          writer.findings(tried.findings)
          if let operation = tried.operation {
            writer.key("tree")
            var evaluation = Evaluation(operation, Question(), in: language, PlaygroundSurroundings(forms: forms))
            let links = Links(evaluate: "/playground/evaluate", actions: [:])
            evaluation.writeTree(to: &writer, links: links, in: language)
            writer.key("graph")
            operation.writeGraph(to: &writer)
          }
          writer.endObject()
        }
      }
    }
  }

  @Sendable private func evaluate(_ call: Call) throws -> Reply {
    try requireOn()
    let body = try call.members()
    let text = try file(body)
    let question = try body.question()
    let revision = try body.revision()
    let (forms, language) = (forms, call.language)
    return call.later(desk.work { PlaygroundFile(text, among: forms.catalog) }, failing: errors.response(to: call)) {
      tried in
      guard let operation = tried.operation else {
        throw Problem(.faultyFile).findings(tried.findings)
      }
      let world = PlaygroundSurroundings(forms: forms)
      let asked = try EvaluationBudget.with { operation.applyingChangeEffects(of: question, in: language, world) }
      var evaluation = Evaluation(operation, asked, in: language, world)
      return try EvaluationBudget.with { Response.states(&evaluation, revision: revision, in: language) }
    }
  }

  /// Returns the operation file in a body.
  ///
  /// Throws `malformed-request` if the file is missing, and `body-too-large` if it exceeds
  /// `PlaygroundFile.maxBytes`.
  private func file(_ body: Outline.Part) throws(Problem) -> String {
    guard let text = try body.text("file") else {
      throw Problem(.malformedRequest, ru: "Нет `file`", en: "`file` is missing")
    }
    guard text.utf8.count <= PlaygroundFile.maxBytes else {
      throw Problem(
        .bodyTooLarge, ru: "В файле может быть не больше \(PlaygroundFile.maxBytes) байт.",
        en: "A file may have at most \(PlaygroundFile.maxBytes) bytes.")
    }
    return text
  }
}

extension Problem {
  /// Returns the problem with the findings of a file as members.
  fileprivate func findings(_ findings: [PlaygroundFile.Finding]) -> Problem {
    let problem = member("findings", Writer.json(of: findings.prefix(ErrorList.maximum)))
    guard findings.count > ErrorList.maximum else { return problem }
    return problem.member("moreFindings", Array(String(findings.count - ErrorList.maximum).utf8))
  }
}

extension Writer {
  /// Writes the first `ErrorList.maximum` findings of a file and the number of omitted ones.
  fileprivate mutating func findings(_ findings: [PlaygroundFile.Finding]) {
    key("findings")
    raw(Writer.json(of: findings.prefix(ErrorList.maximum)))
    if findings.count > ErrorList.maximum { member("moreFindings", findings.count - ErrorList.maximum) }
  }

  /// Returns findings as a JSON array.
  fileprivate static func json(of findings: ArraySlice<PlaygroundFile.Finding>) -> [UInt8] {
    var writer = Writer()
    writer.array { writer in
      for finding in findings {
        writer.object { writer in
          writer.member("severity", finding.severity.rawValue)
          writer.member("line", finding.line)
          writer.member("column", finding.column)
          writer.member("message", finding.message.shortened)
        }
      }
    }
    return writer.bytes
  }
}
