import Foundation
import Testing
import ValenceClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The examples in the doc comments and pages of `ValenceClient`. `DocumentedExampleTests` compares
/// them with the lines between the marks. The examples of `DrawingInSwiftUI` are omitted, because
/// they require SwiftUI.
struct DocumentedExamples {
  @Test("The documentation examples of formatted texts draw each block and span")
  func runsFormattedTextExamples() throws {
    let atom = try Atom([
      "id": "a", "kind": "text", "caption": "Rules",
      "markdown": [
        ["kind": "heading", "level": 2, "spans": [["text": "Rules"]]],
        ["kind": "list", "ordered": true, "items": [[["text": "See "], ["text": "all", "href": "/rules"]]]],
        ["kind": "table", "spans": [["text": "x", "strong": true]]],
      ],
    ])
    var drawn: [String] = []
    func drawHeading(_ spans: [TextSpan], level: Int) { drawn.append("h\(level) \(spans.map(\.text).joined())") }
    func drawList(_ items: [TextItem], isOrdered: Bool) { drawn += items.map { $0.spans.map(\.text).joined() } }
    func drawParagraph(_ spans: [TextSpan]) { drawn.append(spans.map(\.text).joined()) }
    // Example of ValenceClient.TextBlock
    for block in atom.markdown ?? [] {
      switch block.kind {
      case .heading: drawHeading(block.spans, level: block.level)
      case .list: drawList(block.items, isOrdered: block.isOrdered)
      default: drawParagraph(block.spans)  // includes kinds of newer servers
      }
    }
    // End
    #expect(drawn == ["h2 Rules", "See all", "x"])
    func drawLink(_ text: String, to address: String) { drawn.append("\(text) -> \(address)") }
    func drawText(_ text: String, isStrong: Bool) { drawn.append(text) }
    for span in try [
      TextSpan(["text": "a", "href": "/routes?url=valence%3A%2F%2Fhome"]),
      TextSpan(["text": "b", "href": "mailto:b@bank.example"]),
      TextSpan(["text": "c", "href": "javascript:alert(1)"]),
    ] {
      // Example of ValenceClient.TextSpan
      if let link = span.link {
        drawLink(span.text, to: link.href)  // Client.follow(_:) on a tap
      } else if let address = span.address {
        drawLink(span.text, to: address)  // the system opens it
      } else {
        drawText(span.text, isStrong: span.isStrong)
      }
      // End
    }
    #expect(drawn.suffix(3) == ["a -> /routes?url=valence%3A%2F%2Fhome", "b -> mailto:b@bank.example", "c"])
  }

  @Test("The documentation examples of the client models return the stated values") func runsModelExamples() throws {
    let client = Client(CannedTransport(answers: [:]))
    let problem = Problem([
      "type": "/problems/invalid-values", "title": "Check the fields", "status": 422, "requestId": "1",
      "errors": [["atom": "bic", "code": "length", "message": "9 digits", "params": ["length": 9]]],
    ])
    var marked: [String: String] = [:]
    // Example of ValenceClient.Violation
    for violation in problem.violations {
      guard let path = violation.atom else { continue }
      marked[path] = violation.message  // "9 digits" at "bic"; LiveForm.show(_:) does this
    }
    // End
    #expect(marked == ["bic": "9 digits"])
    let members: Members = [
      "id": "7", "status": "awaitingSignature", "subtitle": "Awaits your signature", "href": "/submissions/7",
      "signature": ["method": "GET", "href": "/submissions/7/signature"],
    ]
    // Example of ValenceClient.Submission
    let submission = try Submission(members)
    let words = submission.subtitle ?? ""  // "Awaits your signature"
    let link = submission.signature  // nil after the signature
    // End
    #expect(words == "Awaits your signature" && link?.href == "/submissions/7/signature")
    let shown = try Shown(["role": "amount", "value": "1.50", "text": "RUB 1.50", "currency": "RUB"])
    var drawn: [String] = []
    func draw(_ texts: String...) { drawn += texts }
    func drawLarge(_ text: String) { drawn.append(text) }
    // Example of ValenceClient.Shown
    switch shown.role {
    case .amount: drawLarge(shown.text)
    default: draw(shown.text)  // includes roles of newer servers
    }
    // End
    let atom = try Atom([
      "id": "a", "kind": "text", "caption": "Sum: RUB 1.50",
      "pair": ["label": "Sum", "role": "amount", "value": "1.50", "text": "RUB 1.50", "group": "Detail 1"],
    ])
    // Example of ValenceClient.Pair
    let texts = atom.pair.map { [$0.label, $0.shown.text] } ?? [atom.caption ?? ""]
    // End
    #expect(drawn == ["RUB 1.50"] && texts == ["Sum", "RUB 1.50"] && atom.pair?.group == "Detail 1")
    let form = LiveForm(
      try Tree([
        "operation": "result", "version": "1", "atoms": [],
        "signing": [
          "method": "matrix", "attemptsLeft": 3, "amount": ["role": "amount", "value": "1", "text": "RUB 1.00"],
          "cells": [["atom": "B3", "column": "B", "row": 3, "columns": 10, "rows": 10]],
        ],
        "result": ["state": "executed", "tone": "success", "title": "Executed", "next": ["Business day: today"]],
        "actions": [
          [
            "name": "saveTemplate", "title": "Save", "method": "POST", "href": "/templates", "body": ["operation": "a"],
            "ask": ["member": "title", "label": "Title", "value": "Rent", "maxLength": 100],
          ]
        ],
      ]))
    // Example of ValenceClient.SigningHead
    if let signing = form.tree.signing {
      let sum = signing.amount?.text  // "100.50 RUB"
      let cells = signing.cells.map { "\($0.column)\($0.row)" }  // ["B3", "E1"]
      // End
      #expect(sum == "RUB 1.00" && cells == ["B3"] && signing.attemptsLeft == 3)
    }
    // Example of ValenceClient.Outcome
    if let outcome = form.tree.outcome {
      let isDone = outcome.tone == "success"  // "danger" for a failure
      let heading = outcome.title  // "Executed"
      // End
      #expect(isDone && heading == "Executed" && outcome.next == ["Business day: today"])
    }
    // Example of ValenceClient.FollowUp
    for followUp in form.tree.followUps {
      let tap = followUp.tap(answering: followUp.ask?.value)  // send it with Client.send(_:)
      // End
      #expect(tap.body == ["operation": "a", "title": "Rent"] && tap.key == nil)
    }
    let screen = try Screen([
      "screen": "home", "title": "Home", "container": "column", "transition": ["kind": "push"],
      "flow": [
        "id": "payments.steps", "title": "Payment", "step": "amount", "place": 2, "href": "/flows/payments.steps",
      ],
      "modules": [["id": "history", "module": "list", "transition": ["kind": "embed"], "href": "/submissions"]],
    ])
    // Example of ValenceClient.Flow
    let flow = screen.flow
    let heading = flow.map { "\($0.title ?? "") \($0.place ?? 1)" }  // "Payment 2"
    // End
    #expect(heading == "Payment 2")
    // Example of ValenceClient.Module
    for module in screen.modules where module.isEmbedded && module.lead != nil {
      Task { try await client.content(of: module) }  // drawn in place
    }
    // End
    let answer: Members = ["revision": 3, "atoms": ["bic": ["error": nil]]]
    // Example of ValenceClient.States
    let states = try States(answer)
    let isKnown = states.retryAfter == nil  // otherwise evaluate again after this time
    let judged = states.atoms.keys.sorted()  // ["bic"]
    // End
    #expect(isKnown && judged == ["bic"])
  }

  func begin(at address: URL) async throws -> Document {
    // Example of ValenceClient.docc/ValenceClient
    let client = Client(URLSessionTransport(server: address), as: .init(version: "ios/3.2", language: "en"))
    let document = try await client.start()
    // End
    return document
  }

  @Test("The documentation example of a client with a server address runs") func runsClientExample() throws {
    let address = try #require(URL(string: "https://bank.example"))
    // Example of ValenceClient.docc/FirstPayment
    let client = Client(URLSessionTransport(server: address), as: .init(version: "ios/3.2", language: "en"))
    // End
    _ = client
  }

  func typed(_ tree: Tree, _ client: Client) async throws -> Document? {
    var shown: Document?
    // Example of ValenceClient.docc/ValenceClient
    var form = LiveForm(tree)
    _ = form.enter("044525225", at: "bic")  // the person types
    if let question = form.endEditing(at: "bic") {  // and leaves the field
      form.merge(try await client.ask(question))  // the server validates it and finds the bank
    }
    if let tap = form.tap("send") {  // the person taps the button
      shown = try await client.send(tap)  // the document to show next
    }
    // End
    return shown
  }

  // Example of ValenceClient.docc/FirstPayment
  func login(_ name: String, _ password: String, with client: Client) async throws -> Screen? {
    guard let tree = try await client.start().tree else { return nil }
    var form = LiveForm(tree)
    _ = form.enter(.string(name), at: "login")
    _ = form.enter(.string(password), at: "password")
    guard let tap = form.tap("enter"), case .progress(let progress) = try await client.send(tap),
      case .lead(let lead) = progress.next, case .screen(let home) = try await client.follow(lead.link)
    else { return nil }
    return home
  }
  // End

  // Example of ValenceClient.docc/FirstPayment
  func openForm(of module: Module, with client: Client) async throws -> LiveForm? {
    guard let lead = module.lead, let tree = try await client.follow(lead.link).tree else { return nil }
    return LiveForm(tree)
  }
  // End

  @Test("The documentation example of an entered value merges the server's states")
  func runsEnteringExample() async throws {
    let client = Client(CannedTransport(answers: ["GET /start": Self.tree, "POST /ask": Self.states]))
    var form = LiveForm(try #require(try await client.start().tree))
    // Example of ValenceClient.docc/FirstPayment
    func enter(_ value: WireValue, at path: String, in form: inout LiveForm, with client: Client) async throws {
      for question in [form.enter(value, at: path), form.endEditing(at: path)] {
        if let question { form.merge(try await client.ask(question)) }
      }
    }

    try await enter("044525225", at: "bic", in: &form, with: client)
    let judgement = form["bic"]?.judgement  // .right
    let bank = form["bicInfo"]?.caption  // "ПАО Сбербанк, BIC 044525225", looked up by the server
    // End
    #expect(judgement == .right && bank == "ПАО Сбербанк, BIC 044525225")
  }

  // Example of ValenceClient.docc/FirstPayment
  func pay(_ form: LiveForm, with client: Client, code: (Atom) -> String) async throws -> Submission? {
    guard let tap = form.tap("send"), let tree = try await client.send(tap).tree else { return nil }
    var signature = LiveForm(tree)
    for atom in signature.atoms where atom.content == .code {
      _ = signature.enter(.string(code(atom)), at: atom.id)
    }
    guard let button = signature.atoms.first(where: { $0.action?.name == .submit }),
      let sign = signature.tap(button.id), case .progress(let signed) = try await client.send(sign)
    else { return nil }
    return signed.submission  // with the status "executed"
  }
  // End

  // Example of ValenceClient.docc/FirstPayment
  func explain(_ failure: Failure, in form: inout LiveForm) -> String {
    switch failure {
    case .refused(let problem):
      form.show(problem)  // each violation at its atom
      return problem.title
    case .unreachable, .unreadable:
      return "No connection. Your entries are kept. Try again."
    case .foreign(let address):
      return "Open \(address) in the browser."
    }
  }
  // End

  // Example of ValenceClient.docc/FirstPayment
  func sendPatiently(_ tap: Tap, with client: Client) async throws(Failure) -> Document {
    for _ in 0..<4 {
      do throws(Failure) {
        return try await client.send(tap)
      } catch {
        guard case .refused(let problem) = error, problem.name == .underWay || [429, 503].contains(problem.status)
        else { throw error }
        try? await Task.sleep(for: .seconds(problem.retryAfter ?? 1))
      }
    }
    return try await client.send(tap)
  }
  // End

  private static let tree = """
    {"operation": "pay", "version": "1", "evaluate": {"method": "POST", "href": "/ask"}, "atoms": [
      {"id": "bic", "kind": "textInput", "value": null, "notify": "commit"},
      {"id": "bicInfo", "kind": "text", "caption": ""}]}
    """
  private static let states =
    #"{"revision": 1, "atoms": {"bic": {"error": null}, "bicInfo": {"caption": "ПАО Сбербанк, BIC 044525225"}}}"#

  // Example of ValenceClient.docc/ShowingDocuments
  func content(of module: Module, with client: Client) async throws(Failure) -> Document? {
    guard module.isEmbedded, module.lead != nil else { return nil }  // a row or a text
    return try await client.content(of: module)
  }
  // End

  // Example of ValenceClient.docc/ShowingDocuments
  func allRows(of listing: Listing, with client: Client) async throws(Failure) -> [Listing.Row] {
    var (rows, next) = (listing.rows, listing.next)
    while let href = next, case .listing(let page) = try await client.follow(href) {
      rows += page.rows
      next = page.next
    }
    return rows
  }
  // End

  @MainActor func tapped(_ row: Listing.Row, of module: Module, _ navigator: Navigator) async throws {
    // Example of ValenceClient.docc/ShowingDocuments
    if let lead = module.row?.lead(of: row) { try await navigator.follow(lead) }
    // End
  }

  @MainActor func buttons(
    of screen: Screen, _ navigator: Navigator, addButton: (String, @escaping @MainActor () async throws -> Void) -> Void
  ) {
    // Example of ValenceClient.docc/ShowingDocuments
    let seed = UUID().uuidString  // a new one each time the screen is drawn
    for action in screen.actions {
      addButton(action.title ?? "") { try await navigator.tapped(screen.tap(action, seed: seed)) }
    }
    // End
  }
}

// Example of ValenceClient.docc/FirstPayment
struct CannedTransport: Transport {
  let answers: [String: String]

  func send(_ request: Request) async throws -> Response {
    guard let body = answers["\(request.method) \(request.path)"] else { throw URLError(.unsupportedURL) }
    return Response(status: 200, headers: [:], body: Array(body.utf8))
  }
}

@Test("The bank is shown after its BIC is entered") func showsBankOfEnteredBIC() async throws {
  let tree = """
    {"operation": "pay", "version": "1", "evaluate": {"method": "POST", "href": "/ask"}, "atoms": [
      {"id": "bic", "kind": "textInput", "value": null, "notify": "commit"},
      {"id": "bank", "kind": "text", "caption": ""}]}
    """
  let states = #"{"revision": 1, "atoms": {"bic": {"error": null}, "bank": {"caption": "A bank"}}}"#
  let client = Client(CannedTransport(answers: ["GET /start": tree, "POST /ask": states]))

  var form = LiveForm(try #require(try await client.start().tree))
  _ = form.enter("044525225", at: "bic")
  let question = form.endEditing(at: "bic")
  form.merge(try await client.ask(try #require(question)))

  #expect(form["bank"]?.caption == "A bank")
  #expect(form["bic"]?.judgement == .right)
  #expect(form.values == ["bic": "044525225"])
}
// End

// Example of ValenceClient.docc/ShowingDocuments
@MainActor protocol Stage {
  func draw(_ tree: Tree, by transition: Transition)
  func draw(_ screen: Screen, by transition: Transition)
  func close()
  func refresh()
  func note(_ message: String)
}

@MainActor final class Navigator {
  private let client: Client
  private let stage: any Stage

  init(_ client: Client, _ stage: any Stage) { (self.client, self.stage) = (client, stage) }

  func begin(opening deepLink: String? = nil) async throws(Failure) {
    try await show(try await client.start(opening: deepLink))
  }

  func tapped(_ tap: Tap) async throws(Failure) { try await show(try await client.send(tap)) }

  func follow(_ lead: Lead) async throws(Failure) {
    if let message = lead.message { stage.note(message) }
    try await show(try await client.follow(lead.link), by: lead.transition)
  }

  func show(_ document: Document, by transition: Transition? = nil) async throws(Failure) {
    switch document {
    case .tree(let tree): stage.draw(tree, by: transition ?? tree.transition)
    case .screen(let screen):
      stage.draw(screen, by: transition ?? screen.transition)
      if let open = screen.open { try await follow(open) }
    case .lead(let lead): try await follow(lead)
    case .progress(let progress):
      if let next = progress.next { try await show(next, by: transition) } else { stage.close() }
    case .back(let back):
      if let message = back.message { stage.note(message) }
      stage.close()
      stage.refresh()
    case .nothing, .other: stage.close()
    case .listing: break  // the content of a module, drawn in place
    }
  }
}
// End

// Example of ValenceClient.docc/WhatAClientMustDo
struct URLSessionTransport: Transport {
  let server: URL

  func send(_ request: Request) async throws -> Response {
    guard let address = URL(string: request.path, relativeTo: server) else { throw URLError(.badURL) }
    var sent = URLRequest(url: address, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 30)
    sent.httpMethod = request.method
    sent.httpBody = request.body.map { Data($0) }
    for (name, value) in request.headers { sent.setValue(value, forHTTPHeaderField: name) }
    let (body, answer) = try await URLSession.shared.data(for: sent)
    guard let answer = answer as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    let headers = answer.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
    return Response(status: answer.statusCode, headers: Dictionary(headers) { $1 }, body: [UInt8](body))
  }
}
// End
