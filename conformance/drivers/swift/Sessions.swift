import Foundation
import ValenceClient

/// A client without a user interface, which performs the steps of a session with a real server. It
/// consists of the parts of the library.
@MainActor final class App {
  private var client: Client?
  var document = Document.nothing
  var form: FormSession?
  var notice: String?
  var options: [Option] = []
  private var searches = 0
  /// The number of actions that are not over.
  private var busy = 0
  /// The question of a tapped button, and the path of the button.
  var question: (text: Confirmation, path: String)?
  /// The action to repeat after a login.
  private var held: (() async throws(Failure) -> Void)?
  private var source = Link("GET", "/start")
  private var user: String?
  private var listening: Task<Void, Never>?

  /// The steps by name.
  var steps: [String: DriverFunction] {
    [
      "start": start, "login": login, "enter": enter, "leave": leave, "choose": choose, "add": add, "remove": remove,
      "search": search, "tap": tap, "confirm": confirm, "settle": settle, "look": look, "quit": quit,
    ]
  }

  private func opened() throws -> (Client, FormSession) {
    guard let client, let form else { throw CaseFault(description: "no form is open") }
    return (client, form)
  }

  private func path(_ given: Members) -> String { given["at"]?.string ?? "" }

  func start(_ given: Members) async throws -> Members {
    let identity = Client.Identity(
      version: "swift/1.0", kinds: Atom.Kind.all, language: given["language"]?.string ?? "en")
    client = Client(HTTPTransport(server: given["server"]?.string ?? ""), as: identity)
    source = Link("GET", given["open"]?.string ?? "/start")
    _ = try await login(given)
    let source = source
    await during { [self] () throws(Failure) in
      guard let client else { return }
      draw(try await client.follow(source))
    }
    return [:]
  }

  /// Logs a person in. The same person continues with the open form.
  func login(_ given: Members) async throws -> Members {
    guard let client else { return [:] }
    let values: Members = ["login": given["login"] ?? .null, "password": given["password"] ?? .null]
    let link = try Link([
      "method": "POST", "href": "/operations/auth.login/submissions", "body": ["values": .object(values)],
    ])
    _ = try await client.follow(link)
    let (before, now, held) = (user, await client.session?.user, held)
    (user, notice, self.held) = (now, nil, nil)
    listen()
    if let before, before != now {
      form?.close()
      (form, document) = (nil, .nothing)
    } else if let held {
      act(held)
    } else {
      form?.resume()
    }
    return [:]
  }

  private func listen() {
    listening?.cancel()
    guard let client else { return }
    var times = Events.Times()
    times.retry = .milliseconds(500)
    let events = client.events(times)
    listening = Task { [weak self] in
      do { for try await _ in events { await self?.renew() } } catch {}
    }
  }

  /// Requests a document again that has no entries of the person.
  private func renew() async {
    let hasInputs = form.map { form in form.form.drawn().contains { $0.atom.isInput && $0.atom.isEnabled } } ?? false
    let itself = form?.form.tree.itself ?? (form == nil ? source : nil)
    guard !hasInputs, let itself, let client else { return }
    let shown = document
    act { [self] () throws(Failure) in
      let renewed = try await client.follow(itself)
      if shown == document { draw(renewed.shown) }
    }
  }

  /// Draws a document. A form replaces the open one.
  private func draw(_ document: Document) {
    form?.close()
    (form, options, self.document) = (nil, [], document)
    guard case .tree(let tree) = document, let client else { return }
    let form = FormSession(tree, client)
    form.onFailure = { [weak self] in self?.failed($0) }
    self.form = form
  }

  private func failed(_ failure: Failure) {
    guard case .refused(let problem) = failure, !problem.isPassing else { return }
    notice = name(of: problem)
  }

  private func name(of problem: Problem) -> String {
    if problem.status == 406 || problem.status == 426 { return "update" }
    switch problem.name {
    case .unauthorized: return "login"
    case .outdatedVersion, .changed: return "changed"
    default: return problem.name.rawValue
    }
  }

  /// Performs an action without waiting for its end.
  private func act(_ action: @escaping () async throws(Failure) -> Void) { Task { await during(action) } }

  /// Performs an action, and reports its failure as a notice.
  private func during(_ action: @escaping () async throws(Failure) -> Void) async {
    busy += 1
    defer { busy -= 1 }
    do throws(Failure) {
      try await action()
    } catch {
      guard case .refused(let problem) = error else {
        notice = "noAnswer"
        return
      }
      notice = name(of: problem)
      if problem.name == .unauthorized { held = action }
      if let next = problem.next, next.tree?.operation != form?.form.tree.operation { draw(next) }
    }
  }
}

extension App {
  func enter(_ given: Members) throws -> Members {
    let text = given["text"]?.string ?? ""
    try opened().1.enter(text.isEmpty ? .null : .string(text), at: path(given))
    return [:]
  }

  func leave(_ given: Members) throws -> Members {
    try opened().1.endEditing(at: path(given))
    return [:]
  }

  func choose(_ given: Members) throws -> Members {
    try opened().1.choose(given["value"] ?? .null, at: path(given))
    return [:]
  }

  func add(_ given: Members) throws -> Members {
    try opened().1.addItem(to: path(given))
    return [:]
  }

  func remove(_ given: Members) throws -> Members {
    try opened().1.removeItem(given["item"]?.integer ?? 0, from: path(given))
    return [:]
  }

  func search(_ given: Members) throws -> Members {
    let (client, form) = try opened()
    searches += 1
    let number = searches
    let text = given["text"]?.string ?? ""
    guard let question = form.form.search(text, at: path(given), number: number) else { return [:] }
    act { [self] () throws(Failure) in
      let page = try await client.options(question)
      if page.revision == searches { options = page.options }
    }
    return [:]
  }

  func tap(_ given: Members) throws -> Members {
    _ = try opened()
    notice = nil
    let path = path(given)
    act { [self] () throws(Failure) in try await tap(path, isConfirmed: false) }
    return [:]
  }

  /// Answers the question of a tapped button.
  func confirm(_ given: Members) throws -> Members {
    guard let question else { return [:] }
    self.question = nil
    guard given["yes"]?.bool == true else { return [:] }
    act { [self] () throws(Failure) in try await tap(question.path, isConfirmed: true) }
    return [:]
  }

  private func tap(_ path: String, isConfirmed: Bool) async throws(Failure) {
    guard let form else { return }
    // A tap ends typing.
    form.endEditing()
    let end = try await form.tap(path, isConfirmed: isConfirmed)
    guard form === self.form else { return }
    switch end {
    case .shown(.nothing, _): break
    case .shown(let document, _): draw(document.shown)
    case .confirmation(let text): question = (text, path)
    case .findings, .asked: break
    }
  }

  /// Waits until nothing is requested, saved or repeated any more.
  func settle(_ given: Members) async throws -> Members {
    repeat { try await Task.sleep(for: .milliseconds(10)) } while busy > 0 || form?.isPending == true
    return [:]
  }

  func quit(_ given: Members) -> Members {
    listening?.cancel()
    form?.close()
    return [:]
  }
}
