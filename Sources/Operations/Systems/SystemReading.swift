import Atoms
package import Conditions
package import Essentials
import JSON
import Outbound
import Secrets

extension BankSystem {
  /// The sections of queries, by their name in a service file.
  static let sections: [(name: String, use: DeclaredQuery.Use)] = [
    ("lookups", .lookup), ("facts", .fact), ("verifications", .verification), ("searches", .search),
  ]

  /// Reads a service file. `person` is the type of `user`, which requests may read.
  ///
  /// Throws all faults of the file.
  package init(_ file: DefinitionFile, person: ValueType) throws(Diagnostics) {
    var reading = SystemReading(person: person)
    guard let system = reading.system(in: file), !reading.faults.hasErrors else { throw reading.faults }
    self = system
  }
}

/// The reading of one service file; it collects every fault with its place.
///
/// A system is read also from a faulty file, so that operations are checked against the names and types that are known.
struct SystemReading {
  let person: ValueType
  var faults = Diagnostics()
  /// True if the file may give names, keys or fields that could not be read: an operation that uses them is not at fault.
  var isVague = false

  init(person: ValueType) { self.person = person }

  /// Reads a file as far as it can be read; nil if it is no mapping.
  mutating func system(in file: DefinitionFile) -> BankSystem? {
    do throws(Diagnostics) {
      return system(try YAMLFile(file.bytes, name: file.name).root, file)
    } catch {
      faults.append(error)
      isVague = true
      return nil
    }
  }

  /// Runs a part of the reading that gives what operations use; a fault in it makes the file vague.
  mutating func named<Part>(_ read: (inout SystemReading) -> Part) -> Part {
    let before = errors
    let part = read(&self)
    isVague = isVague || errors > before
    return part
  }

  /// The count of faults so far.
  private var errors: Int { faults.all.count { $0.severity == .error } }

  mutating func system(_ root: SourceNode, _ file: DefinitionFile) -> BankSystem? {
    guard let entries = root.mapping else {
      faults.error("a service file is a mapping with `service` and `at`, not \(root.noun)", at: root.location)
      isVague = true
      return nil
    }
    var head = Properties(entries, at: root.location)
    let name = named { $0.name(of: "service", &head) }
    let address = head.node("at").flatMap { self.address($0) }
    if head.node("at") == nil { faults.error("`at`, the address of the service, is missing", at: root.location) }
    let (auth, transport) = (authentication(&head), transport(&head))
    let timeout = head.seconds("timeout", upTo: 30) ?? 2_000
    let limits = limits(&head)
    let common = namedValues(head.node("headers"), "headers", in: Scope(variables: [:]))
    var queries: [DeclaredQuery] = []
    var places: [String: Location] = [:]
    for section in BankSystem.sections {
      guard let list = head.node(section.name) else { continue }
      guard let lines = list.sequence else {
        faults.error("`\(section.name)` takes a list, not \(list.noun)", at: list.location)
        isVague = true
        continue
      }
      for line in lines {
        guard let query = query(line, section.use, of: name ?? "", timeout: timeout, common) else { continue }
        if let first = places[query.name] {
          faults.error("`\(query.name)` is already declared in \(first.told(from: line.location))", at: line.location)
        }
        places[query.name] = line.location
        queries.append(query)
      }
    }
    let callbacks = callbacks(&head)
    let effects = effects(
      head.node("effects"), of: name ?? "", timeout: timeout, common, hasCallbacks: callbacks != nil)
    let senders = senders(
      head.node(Self.senders), of: name ?? "", limits: limits, timeout: timeout, common)
    let known = head.diagnostics.all.count
    head.refuseTheRest(of: "a service", listing: true)
    // A section may be misspelt.
    isVague = isVague || head.diagnostics.all.count > known
    faults.append(head.diagnostics)
    if queries.isEmpty, effects.isEmpty, senders.isEmpty, !faults.hasErrors {
      let sections = BankSystem.sections.map(\.name) + ["effects", Self.senders]
      faults.error("a service gives something: \(sections.map { "`\($0)`" }.listed)", at: root.location)
    }
    return BankSystem(
      name: name ?? "", file: file, queries: queries, senders: senders,
      address: address ?? Reference("", at: root.location), authentication: auth, headers: common, transport: transport,
      timeout: timeout, limits: limits, effects: effects, callbacks: callbacks, location: root.location)
  }

  // MARK: - The system

  mutating func name(of property: String, _ properties: inout Properties) -> String? {
    guard let node = properties.node(property) else {
      faults.error("`\(property)`, the name, is missing", at: properties.location)
      return nil
    }
    if let word = node.scalar, isIdentifier(word[...]) { return word }
    faults.error(
      "`\(property)` takes a name of Latin letters, digits and _ that does not begin with a digit", at: node.location)
    return nil
  }

  mutating func reference(_ node: SourceNode?, _ property: String) -> Reference? {
    guard let node else { return nil }
    guard let text = node.scalar, !text.isEmpty else {
      faults.error("`\(property)` takes a text such as ${NAME} or ${file:/path}, not \(node.noun)", at: node.location)
      return nil
    }
    return Reference(text, at: node.location)
  }

  private mutating func address(_ node: SourceNode) -> Reference? {
    guard let reference = reference(node, "at") else { return nil }
    if let text = reference.literal, let fault = SystemAddress.fault(of: text) {
      faults.error(fault, at: node.location)
      return nil
    }
    return reference
  }

  /// Reads `auth`. A secret that stands in the file itself is a fault.
  private mutating func authentication(_ head: inout Properties) -> BankSystem.Authentication? {
    guard let node = head.node("auth") else { return nil }
    guard let entries = node.mapping, entries.count == 1, let entry = entries.first else {
      faults.error(
        "`auth` takes one of {bearer: ...}, {basic: {user, password}}, {headers: {...}} and {clientCredentials: {...}}",
        at: node.location)
      return nil
    }
    switch entry.key.scalar {
    case "bearer": return secret(entry.value, "bearer").map { .bearer($0) }
    case "basic":
      var parts = part(entry.value, "basic")
      let (user, password) = (reference(parts.node("user"), "user"), secret(parts.node("password"), "password"))
      finish(&parts, "`basic`", needing: ["user", "password"])
      guard let user, let password else { return nil }
      return .basic(user: user, password: password)
    case "headers":
      guard let headers = entry.value.mapping, !headers.isEmpty else {
        faults.error("`headers` takes {Name: value}", at: entry.value.location)
        return nil
      }
      return .headers(
        headers.compactMap { header in
          guard let name = header.key.scalar, Self.isHeaderName(name) else {
            faults.error("this is no name of a header", at: header.key.location)
            return nil
          }
          if name.lowercased() != "authorization", Self.ownHeaders.contains(name.lowercased()) {
            faults.error("the server sets `\(name)` itself", at: header.key.location)
            return nil
          }
          return secret(header.value, name).map { (name, $0) }
        })
    case "clientCredentials":
      var parts = part(entry.value, "clientCredentials")
      let (at, id) = (reference(parts.node("at"), "at"), reference(parts.node("id"), "id"))
      let (secret, scope) = (secret(parts.node("secret"), "secret"), parts.string("scope"))
      finish(&parts, "`clientCredentials`", needing: ["at", "id", "secret"])
      guard let at, let id, let secret else { return nil }
      return .clientCredentials(at: at, id: id, secret: secret, scope: scope)
    default:
      let hint = suggestion(
        for: entry.key.scalar ?? "", among: ["bearer", "basic", "headers", "clientCredentials"])
      faults.error("unknown authentication\(hint)", at: entry.key.location)
      return nil
    }
  }

  mutating func secret(_ node: SourceNode?, _ property: String) -> Reference? {
    guard let node, let reference = reference(node, property) else { return nil }
    if reference.literal != nil {
      faults.error(
        "no secret stands in a file: write ${NAME} for a variable of the environment, or ${file:/path}",
        at: node.location)
    }
    return reference
  }

  private mutating func transport(_ head: inout Properties) -> BankSystem.Transport {
    var transport = BankSystem.Transport()
    guard let node = head.node("tls") else { return transport }
    var parts = part(node, "tls")
    transport.authorities = reference(parts.node("authorities"), "authorities")
    transport.certificate = reference(parts.node("certificate"), "certificate")
    transport.key = reference(parts.node("key"), "key")
    finish(&parts, "`tls`", needing: [])
    if (transport.certificate == nil) != (transport.key == nil) {
      faults.error("`certificate` and `key` belong together", at: node.location)
    }
    return transport
  }

  private mutating func limits(_ head: inout Properties) -> SystemLimits {
    var limits = SystemLimits()
    limits.retries = head.integer("retries", in: 0...5) ?? limits.retries
    if let node = head.node("limit") {
      var parts = part(node, "limit")
      limits.atOnce = parts.integer("atOnce", in: 1...10_000) ?? limits.atOnce
      limits.perPerson = parts.integer("perPerson", in: 1...10_000) ?? min(limits.perPerson, limits.atOnce)
      limits.perSecond = parts.integer("perSecond", in: 1...1_000_000) ?? limits.perSecond
      finish(&parts, "`limit`", needing: [])
    }
    if let node = head.node("breaker") {
      var parts = part(node, "breaker")
      limits.failures = parts.integer("after", in: 1...1_000) ?? limits.failures
      if let pause = parts.seconds("for", upTo: 3_600) { limits.pause = .milliseconds(pause) }
      finish(&parts, "`breaker`", needing: [])
    }
    return limits
  }

  // MARK: - Queries

  private mutating func query(
    _ node: SourceNode, _ use: DeclaredQuery.Use, of system: String, timeout: Int, _ common: [SystemRequest.Parameter]
  ) -> DeclaredQuery? {
    guard let entries = node.mapping else {
      faults.error(
        "a \(use.rawValue) is a mapping with `\(use.rawValue)`, its name, not \(node.noun)", at: node.location)
      isVague = true
      return nil
    }
    var line = Properties(entries, at: node.location)
    let name = named { $0.name(of: use.rawValue, &line) }
    let keys = use == .search ? Self.keysOfSearch : named { $0.keys(&line, of: use) }
    let request = request(&line, of: keys, as: use, common)
    let answerNode = use == .verification ? nil : line.node("answer")
    let (shape, reasons) = use == .verification ? verdict(&line) : (answer(answerNode, at: node.location), [:])
    named { $0.checkShape(shape, of: use, at: answerNode?.location ?? node.location) }
    isVague = isVague || shape == nil && use != .verification
    let missing = missing(&line)
    let (cache, stale) = (line.seconds("cache", upTo: 86_400 * 7) ?? 0, line.seconds("stale", upTo: 86_400 * 7) ?? 0)
    if stale > 0, cache == 0 {
      faults.error("`stale` requires `cache`: only a kept answer can be old", at: node.location)
    }
    let digest = Digest(of: Self.meaning(of: node, without: ["cache", "stale"])).digits(ofBytes: 8)
    var one: DeclaredQuery?
    if use == .search, let name {
      one = self.one(line.node("one"), of: shape, common, at: node.location) { request, shape, missing in
        DeclaredQuery(
          name: name, use: .lookup, system: system, digest: digest + "1", keys: Self.keyOfOption, reasons: [:],
          request: request, shape: shape, missing: missing, timeout: timeout, cache: cache, stale: stale,
          location: node.location)
      }
    }
    finish(&line, "a \(use.rawValue)", needing: [])
    guard let name else { return nil }
    return DeclaredQuery(
      name: name, use: use, system: system, digest: digest, keys: keys, reasons: reasons, request: request ?? .faulty,
      shape: shape ?? .faulty, missing: missing, timeout: timeout, cache: cache, stale: stale, one: one,
      location: node.location)
  }

  /// The keys of a search: the typed text, the count of options of a page, and the count of those before it.
  private static let keysOfSearch = [Field("text", .text), Field("limit", .integer), Field("offset", .integer)]
  /// The key by which an option is found again.
  private static let keyOfOption = [Field("value", .text)]

  /// Adds an error if an answer has not the shape that its use needs.
  private mutating func checkShape(_ shape: AnswerShape?, of use: DeclaredQuery.Use, at location: Location) {
    switch (use, shape) {
    case (.lookup, .leaf?):
      faults.error("the answer of a look-up is a record: {name: text data.name, ...}", at: location)
    case (.lookup, .list?):
      faults.error(
        "the answer of a look-up is a record; put the list into a field of it: {rows: {each: ..., ...}}", at: location)
    case (.search, .list(let fields, _, _)?):
      for name in ["value", "caption"]
      where !fields.contains(where: { $0.name == name && [.text, .any].contains($0.shape.type) }) {
        faults.error("an option of a search has a text `\(name)`", at: location)
      }
    case (.search, .some):
      faults.error(
        "the answer of a search is a list of options: {each: data.items, value: text id, caption: text name}",
        at: location)
    default: break
    }
  }

  /// Reads `one`, the way to find an option of a search again: a request with `$value`, and `at`, the option's place.
  private mutating func one(
    _ node: SourceNode?, of shape: AnswerShape?, _ common: [SystemRequest.Parameter], at location: Location,
    make: (SystemRequest, AnswerShape, DeclaredQuery.Missing) -> DeclaredQuery
  ) -> DeclaredQuery? {
    guard let node else {
      faults.error(
        "`one` is missing: the request that finds an option by its value, such as {get: \"/items/{$value}\"}",
        at: location)
      return nil
    }
    var parts = part(node, "one")
    let request = request(&parts, of: Self.keyOfOption, as: .lookup, common)
    let start = parts.node("at").flatMap { path($0, asCondition: false, as: .record([])) }
    let missing = missing(&parts)
    finish(&parts, "`one`", needing: [])
    guard let request, case .list(let fields, _, _)? = shape else { return nil }
    return make(request, .record(fields, at: start), missing)
  }

  /// Reads the keys: `key: [inn]` or `key: {from: text, on: date}`; a verification calls them `takes`.
  private mutating func keys(_ line: inout Properties, of use: DeclaredQuery.Use) -> [Field] {
    let property = use == .verification ? "takes" : "key"
    guard let node = line.node(property) else {
      if use != .fact {
        faults.error("`\(property)` is missing: the names of the values asked with", at: line.location)
      }
      return []
    }
    guard use != .fact else {
      faults.error("a fact has no key: it is asked for the person, whom requests call `user`", at: node.location)
      return []
    }
    var keys: [Field] = []
    func add(_ name: SourceNode, _ type: ValueType, _ faults: inout Diagnostics) {
      guard let word = name.scalar, isIdentifier(word[...]) else {
        return faults.error("a key has a name of Latin letters, digits and _", at: name.location)
      }
      if keys.contains(where: { $0.name == word }) { return faults.error("`\(word)` appears twice", at: name.location) }
      keys.append(Field(word, type))
    }
    switch node.content {
    case .sequence(let names): for name in names { add(name, .text, &faults) }
    case .mapping(let entries):
      for entry in entries {
        guard let type = entry.value.scalar.flatMap({ AnswerLeaf.types[$0] }) else {
          faults.error("a key's type is one of \(AnswerLeaf.types.keys.sorted().listed)", at: entry.value.location)
          continue
        }
        add(entry.key, type, &faults)
      }
    default: add(node, .text, &faults)
    }
    if keys.isEmpty, !faults.hasErrors { faults.error("`\(property)` has no name", at: node.location) }
    return keys
  }

  /// Adds an error for each key that the request does not read: all questions would have the same answer.
  ///
  /// Without a limit or an offset, pages of a search are not what their places say, which is a warning.
  private mutating func noteUnread(
    _ keys: [Field], besides reads: Set<Int>, of use: DeclaredQuery.Use, at line: Properties
  ) {
    let unread = keys.indices.filter { !reads.contains($0) }.map { "`$\(keys[$0].name)`" }
    var line = line
    let place = (line.node("takes") ?? line.node("key"))?.location ?? line.location
    if use == .search, !unread.contains("`$text`") {
      guard !unread.isEmpty else { return }
      faults.warning("the request does not read \(unread.listed): a second page may repeat the first", at: place)
    } else if let first = unread.first {
      faults.error("the request does not read \(first): its answer is the same for all values", at: place)
    }
  }

  /// Reads the signs of "there is none": `missing: 404`, or `missing: {status: 404, when: "items.@count == 0"}`.
  private mutating func missing(_ line: inout Properties) -> DeclaredQuery.Missing {
    var missing = DeclaredQuery.Missing()
    guard let node = line.node("missing") else { return missing }
    guard node.mapping != nil else {
      missing.statuses = statuses(node)
      return missing
    }
    var parts = part(node, "missing")
    if let statuses = parts.node("status") { missing.statuses = self.statuses(statuses) }
    if let condition = parts.node("when") { missing.condition = path(condition, asCondition: true) }
    finish(&parts, "`missing`", needing: [])
    return missing
  }

  mutating func statuses(_ node: SourceNode) -> [Int] {
    (node.sequence ?? [node]).compactMap { node in
      if let status = node.scalar.flatMap({ Int($0) }), (100...599).contains(status) { return status }
      faults.error("a status is a number from 100 to 599", at: node.location)
      return nil
    }
  }

  /// Reads `holds`, `code` and `reasons` of a verification.
  private mutating func verdict(_ line: inout Properties) -> (AnswerShape?, [String: LocalizedText]) {
    var fields: [(name: String, shape: AnswerShape)] = []
    if let node = line.node("holds") {
      if let path = path(node, asCondition: true) {
        fields.append(("holds", .leaf(AnswerLeaf(type: .boolean, isOptional: false, path: path))))
      }
    } else {
      faults.error("`holds`, the condition for the values to be right, is missing", at: line.location)
    }
    if let node = line.node("code"), let path = path(node, asCondition: false, as: .text) {
      fields.append(("code", .leaf(AnswerLeaf(type: .text, isOptional: true, path: path))))
    }
    var reasons: [String: LocalizedText] = [:]
    if let node = line.node("reasons") {
      if fields.count < 2 { faults.error("`reasons` requires `code`, the place of the code", at: node.location) }
      if let entries = node.mapping {
        var texts = Properties(entries, at: node.location)
        for entry in entries {
          guard let code = entry.key.scalar else { continue }
          reasons[code] = texts.text(code)
        }
        faults.append(texts.diagnostics)
      } else {
        faults.error("`reasons` takes {CODE: text}, not \(node.noun)", at: node.location)
      }
    }
    return (fields.isEmpty ? nil : .record(fields, at: nil), reasons)
  }

  // MARK: - Requests

  mutating func request(
    _ line: inout Properties, of keys: [Field], as use: DeclaredQuery.Use?, _ common: [SystemRequest.Parameter]
  ) -> SystemRequest? {
    let (slot, before) = (keys.count, errors)
    var scope = Scope(variables: [:])
    for (slot, key) in keys.enumerated() { scope.variables[key.name] = Binding(slot: .outer(slot), type: key.type) }
    scope.names["user"] = Binding(slot: .outer(slot), type: person)
    let (get, post) = (line.node("get"), line.node("post"))
    let (query, headers) = (line.node("query"), line.node("headers"))
    let bodyNode = line.node("body")
    guard let node = get ?? post, get == nil || post == nil else {
      faults.error("a query has `get` or `post`, with the path", at: line.location)
      return nil
    }
    if get != nil, let bodyNode { faults.error("`body` requires `post`", at: bodyNode.location) }
    guard let path = requestPath(node, in: scope) else { return nil }
    let parameters = namedValues(query, "query", in: scope)
    let own = namedValues(headers, "headers", in: scope)
    let body = bodyNode.flatMap { self.body($0, in: scope) }
    let expressions =
      path.compactMap { if case .value(let expression) = $0 { expression } else { nil } }
      + (parameters + own).map(\.value) + (body?.expressions ?? [])
    let reads = Set(expressions.flatMap(\.reads.outer))
    if let use, errors == before { noteUnread(keys, besides: reads, of: use, at: line) }
    return SystemRequest(
      method: get == nil ? "POST" : "GET", path: path, query: parameters, common: common, headers: own, body: body,
      readsPerson: reads.contains(slot))
  }

  /// Reads a path such as `/companies/{$inn}`.
  mutating func requestPath(_ node: SourceNode, in scope: Scope) -> [SystemRequest.PathPart]? {
    guard let text = node.scalar, text.hasPrefix("/"), !text.hasPrefix("//") else {
      faults.error("a path begins with one `/`, such as /companies/{$inn}", at: node.location)
      return nil
    }
    var (parts, rest): ([SystemRequest.PathPart], Substring) = ([], text[...])
    var isWhole = true
    while let start = rest.firstIndex(of: "{") {
      let inner = rest[rest.index(after: start)...]
      guard let end = inner.firstIndex(of: "}") else {
        faults.error(
          "`{` has no `}`", at: node.location.inside(text, offset: text.utf8.distance(from: text.startIndex, to: start))
        )
        return nil
      }
      if start > rest.startIndex { parts.append(.text(String(rest[..<start]))) }
      let offset = text.utf8.distance(from: text.startIndex, to: inner.startIndex)
      if let expression = expression(String(inner[..<end]), at: node.location.inside(text, offset: offset), in: scope) {
        parts.append(.value(expression))
      } else {
        isWhole = false
      }
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    for case .text(let text) in parts {
      if text.contains("?") || text.contains("#") {
        faults.error("write what follows `?` as `query: {name: value}`", at: node.location)
        isWhole = false
      } else if !text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) {
        faults.error("a path is written in ASCII without blanks; percent-encode the rest", at: node.location)
        isWhole = false
      } else if text.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) {
        faults.error("a path has no `.` and `..`", at: node.location)
        isWhole = false
      }
    }
    return isWhole ? parts : nil
  }

  mutating func namedValues(
    _ node: SourceNode?, _ property: String, in scope: Scope
  ) -> [SystemRequest.Parameter] {
    guard let node else { return [] }
    guard let entries = node.mapping else {
      faults.error("`\(property)` takes {name: expression}, not \(node.noun)", at: node.location)
      return []
    }
    return entries.compactMap { entry in
      guard let name = entry.key.scalar, property == "query" ? !name.isEmpty : Self.isHeaderName(name) else {
        faults.error("this is no name of \(property == "query" ? "a parameter" : "a header")", at: entry.key.location)
        return nil
      }
      if property == "headers", Self.ownHeaders.contains(name.lowercased()) {
        faults.error("the server sets `\(name)` itself", at: entry.key.location)
        return nil
      }
      return expression(entry.value, in: scope).map { (name, $0) }
    }
  }

  static let ownHeaders: Set = [
    "authorization", "connection", "content-length", "content-type", "expect", "host", "idempotency-key",
    "traceparent", "tracestate", "transfer-encoding", "upgrade",
  ]

  static func isHeaderName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        isIdentifier(String(UnicodeScalar(byte))[...]) || (48...57).contains(byte) || byte == UInt8(ascii: "-")
      }
  }

  /// Reads a body: each scalar is an expression, so that a constant text is quoted twice.
  mutating func body(_ node: SourceNode, in scope: Scope) -> SystemRequest.Body? {
    switch node.content {
    case .null: return .null
    case .scalar: return expression(node, in: scope).map { .value($0) }
    case .sequence(let nodes): return .array(nodes.compactMap { body($0, in: scope) })
    case .mapping(let entries):
      return .object(
        entries.compactMap { entry in
          guard let name = entry.key.scalar else {
            faults.error("a member of a body has a name, not \(entry.key.noun)", at: entry.key.location)
            return nil
          }
          return body(entry.value, in: scope).map { (name, $0) }
        })
    }
  }

  // MARK: - Answers

  /// Reads the shape of an answer: a mapping of fields, or `TYPE PATH`.
  mutating func answer(_ node: SourceNode?, at location: Location) -> AnswerShape? {
    guard let node else {
      faults.error("`answer` is missing: the values that are kept, such as {name: text data.name}", at: location)
      return nil
    }
    if let text = node.scalar { return leaf(text, node) }
    if node.mapping?.isEmpty == true {
      faults.error("an answer has a field, such as {name: text data.name}", at: node.location)
      return nil
    }
    guard let entries = node.mapping else {
      faults.error("an answer takes {field: TYPE PATH, ...}, not \(node.noun)", at: node.location)
      return nil
    }
    let before = faults.all.count
    var (each, start): (AnswerPath?, AnswerPath?)
    var mayMiss = false
    var fields: [(name: String, shape: AnswerShape)] = []
    for entry in entries {
      switch entry.key.scalar ?? "" {
      case let word where word == "each" || word == "each?":
        each = path(entry.value, asCondition: false, as: .list(.any)) ?? .names([])
        mayMiss = word == "each?"
      case let word where word == "at" || word == "at?":
        start = path(entry.value, asCondition: false, as: .record([]))
        mayMiss = word == "at?"
      case let name where isIdentifier(name[...]):
        fields.append((name, answer(entry.value, at: entry.value.location) ?? .faulty))
      default:
        faults.error("a field has a name of Latin letters, digits and _", at: entry.key.location)
        isVague = true
      }
    }
    if fields.isEmpty, faults.all.count == before { faults.error("an answer has a field", at: node.location) }
    if let each {
      if start != nil { faults.error("`each` and `at` exclude each other", at: node.location) }
      return .list(fields, of: each, isOptional: mayMiss)
    }
    return .record(fields, at: start, isOptional: mayMiss)
  }

  /// Reads a value of an answer: `text data.name`, or `text? data.name` for one that may be missing.
  mutating func leaf(_ text: String, _ node: SourceNode) -> AnswerShape? {
    let word = text.prefix { $0 != " " }
    let isOptional = word.hasSuffix("?")
    let name = String(isOptional ? word.dropLast() : word)
    let rest = text.dropFirst(word.count).drop { $0 == " " }
    guard let type = AnswerLeaf.types[name] else {
      let names = AnswerLeaf.types.keys.sorted()
      let hint = suggestion(for: name, among: names)
      faults.error(
        "a value is written as TYPE PATH, such as `text data.name`; a type is one of \(names.listed)\(hint)",
        at: node.location)
      return nil
    }
    guard !rest.isEmpty else {
      faults.error("the path behind `\(word)` is missing, such as `\(word) data.name`", at: node.location)
      return nil
    }
    let place = node.location.inside(text, offset: text.utf8.count - rest.utf8.count)
    return path(String(rest), at: place, asCondition: false, as: type).map {
      .leaf(AnswerLeaf(type: type, isOptional: isOptional, path: $0))
    }
  }

  mutating func path(_ node: SourceNode, asCondition: Bool, as wanted: ValueType? = nil) -> AnswerPath? {
    guard let text = node.scalar, !text.isEmpty else {
      faults.error("this takes a path such as `data.items`, not \(node.noun)", at: node.location)
      return nil
    }
    return path(text, at: node.location, asCondition: asCondition, as: wanted)
  }

  /// Reads a path or an expression over an answer. `wanted` is the type that is read there; nil for any.
  mutating func path(
    _ text: String, at location: Location, asCondition: Bool, as wanted: ValueType? = nil
  ) -> AnswerPath? {
    let names = text.split(separator: ".", omittingEmptySubsequences: false)
    if !asCondition, text == "SELF" { return .names([]) }
    if !asCondition, names.allSatisfy({ isIdentifier($0) }) { return .names(names.map(String.init)) }
    let scope = Scope(variables: [:], object: .open)
    guard let expression = expression(text, at: location, in: scope) else { return nil }
    let isSound = noteWords(of: expression, at: location)
    if let wanted = asCondition ? .boolean : wanted, !Self.mayGive(wanted, expression.type) {
      faults.error("this gives \(expression.type.noun), and \(wanted.noun) is wanted", at: location)
      return nil
    }
    if expression.type == .boolean, let condition = try? Condition(text, in: scope),
      let verdict = Verdict.of([condition.logic])
    {
      let word = verdict ? "always" : "never"
      faults.error("this condition \(word) holds, whatever the system answers", at: location)
      return nil
    }
    return isSound ? .expression(expression) : nil
  }

  /// Returns true if a value of a type may be read as another one.
  private static func mayGive(_ wanted: ValueType, _ type: ValueType) -> Bool {
    switch (wanted, type) {
    case (_, .any), (.text, .text), (.text, .integer), (.text, .date): true
    case (.number, .number), (.number, .integer), (.number, .text): true
    case (.integer, .number), (.integer, .integer), (.integer, .text): true
    case (.date, .date), (.date, .text), (.boolean, .boolean): true
    case (.list, .list), (.record, .record): true
    default: false
    }
  }

  /// Adds an error for each bare word that is compared like a constant; returns false if there is one.
  private mutating func noteWords(of expression: Expression, at location: Location) -> Bool {
    for word in expression.comparedWords {
      faults.error(
        "`\(word.word)` is a member of the answer here; quote a constant, '\(word.word)', or write `#\(word.word)`",
        at: location.inside(expression.text, offset: word.range.lowerBound))
    }
    return expression.comparedWords.isEmpty
  }

  // MARK: - Expressions

  mutating func expression(_ node: SourceNode, in scope: Scope) -> Expression? {
    guard let text = node.scalar else {
      faults.error("an expression is a text, not \(node.noun)", at: node.location)
      return nil
    }
    return expression(text, at: node.location, in: scope)
  }

  mutating func expression(_ text: String, at location: Location, in scope: Scope) -> Expression? {
    guard faults.isShort(text, at: location) else { return nil }
    do {
      let expression = try Expression(text, in: scope)
      for range in expression.constantCalculations {
        let written = String(decoding: Array(text.utf8)[range], as: UTF8.self)
        faults.error(
          "this is a calculation with constants; quote a text twice: \"'\(written)'\"",
          at: location.inside(text, offset: range.lowerBound))
      }
      guard expression.reads.readsClock || expression.reads.readsCalendar else {
        return expression.constantCalculations.isEmpty ? expression : nil
      }
      faults.error("a service file reads no day: let the operation give it as a key", at: location)
      return nil
    } catch {
      for fault in error {
        faults.error(Self.helped(fault.message), at: location.inside(text, offset: fault.range.lowerBound))
      }
      return nil
    }
  }

  /// Adds to the message of an unknown word that a constant has quotes of its own.
  private static func helped(_ message: String) -> String {
    let head = "unknown name `"
    guard message.hasPrefix(head), message.hasSuffix("`") else { return message }
    return "\(message); quote a constant twice: \"'\(message.dropFirst(head.count).dropLast())'\""
  }

  // MARK: - Parts

  mutating func part(_ node: SourceNode, _ name: String) -> Properties {
    if node.mapping == nil { faults.error("`\(name)` takes a mapping, not \(node.noun)", at: node.location) }
    return Properties(node.mapping ?? [], at: node.location)
  }

  mutating func finish(_ parts: inout Properties, _ what: String, needing names: [String]) {
    for name in names where parts.node(name) == nil {
      faults.error("`\(name)` of \(what) is missing", at: parts.location)
    }
    parts.refuseTheRest(of: what, listing: true)
    faults.append(parts.diagnostics)
  }

  /// Returns the meaning of a declaration as text: all of its properties but those that change no answer.
  ///
  /// - `names` are such properties of the declaration itself, and `inner` those of one of its properties.
  /// - The order of properties means nothing, except that of keys.
  static func meaning(
    of node: SourceNode, without names: Set<String> = [], inner: [String: Set<String>] = [:]
  ) -> String {
    switch node.content {
    case .null: return "~"
    case .scalar(let text, _): return "\(text.utf8.count):\(text)"
    case .sequence(let nodes): return "[\(nodes.map { meaning(of: $0) }.joined(separator: ","))]"
    case .mapping(let entries):
      let members = entries.compactMap { entry -> String? in
        let name = entry.key.scalar ?? ""
        if names.contains(name) { return nil }
        let isOrdered = !names.isEmpty && ["key", "takes"].contains(name)
        let value =
          isOrdered ? ordered(entry.value) : meaning(of: entry.value, without: inner[name] ?? [])
        return "\(meaning(of: entry.key))=\(value)"
      }
      return "{\(members.sorted().joined(separator: ","))}"
    }
  }

  /// Returns the meaning of names whose order means something.
  private static func ordered(_ node: SourceNode) -> String {
    guard let entries = node.mapping else { return meaning(of: node) }
    return "<\(entries.map { "\(meaning(of: $0.key))=\(meaning(of: $0.value))" }.joined(separator: ","))>"
  }
}

extension SystemRequest {
  /// A parameter of the query or a header.
  typealias Parameter = (name: String, value: Expression)

  /// Stands for a request that could not be read, in a file that does not serve.
  static let faulty = SystemRequest(method: "GET", path: [], query: [], headers: [], body: nil, readsPerson: false)
}

extension AnswerShape {
  /// Stands for a shape that could not be read, in a file that does not serve: it may be of any type.
  static let faulty = AnswerShape.leaf(AnswerLeaf(type: .any, isOptional: true, path: .names([])))
}

extension SystemRequest.Body {
  /// The expressions in the body.
  var expressions: [Expression] {
    switch self {
    case .null: []
    case .value(let expression): [expression]
    case .array(let parts): parts.flatMap(\.expressions)
    case .object(let members): members.flatMap(\.value.expressions)
    }
  }
}

/// The base address of a system.
enum SystemAddress {
  /// Returns the reason why a text is no base address; nil if it is one: http or https, a host, perhaps a path.
  static func fault(of text: String) -> String? {
    let wanted = "`at` takes an address such as https://crm.bank.example/api"
    guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return wanted }
    let rest = text.dropFirst(scheme.count)
    let host = rest.prefix { $0 != "/" }
    guard !host.isEmpty, rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return wanted }
    if host.contains("@") { return "an address has no user and no password: use `auth`" }
    if rest.contains(where: { "?#".contains($0) }) { return "an address has no query: use `query` of a question" }
    return nil
  }
}
