import Atoms
package import Conditions
import SourceText
import JSON

/// Parses requests: a path, parameters, headers and a body, whose values are expressions.
extension SystemReading {
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
      faults.error(.missingProperty, "a query requires either `get` or `post`, with the path", at: line.location)
      return nil
    }
    if get != nil, let bodyNode { faults.error(.missingCompanion, "`body` requires `post`", at: bodyNode.location) }
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

  /// Parses a path such as `/companies/{$inn}`.
  mutating func requestPath(_ node: SourceNode, in scope: Scope) -> [SystemRequest.PathPart]? {
    guard let text = node.scalar, text.hasPrefix("/"), !text.hasPrefix("//") else {
      faults.error(.wrongAddress, "a path begins with one `/`, such as /companies/{$inn}", at: node.location)
      return nil
    }
    var (parts, rest): ([SystemRequest.PathPart], Substring) = ([], text[...])
    var isWhole = true
    while let start = rest.firstIndex(of: "{") {
      let inner = rest[rest.index(after: start)...]
      guard let end = inner.firstIndex(of: "}") else {
        faults.error(
          .wrongAddress, "`{` has no `}`",
          at: node.location.inside(text, offset: text.utf8.distance(from: text.startIndex, to: start))
        )
        return nil
      }
      let name = inner[..<end].drop { $0 == "$" }
      if rest[..<start].hasSuffix("$"), scope.variables[String(name)] != nil {
        faults.error(
          .misplaced, "the `$` before the brace is sent as text", remedy: ": write `{$\(name)}`",
          at: node.location.inside(text, offset: text.utf8.distance(from: text.startIndex, to: start) - 1))
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
      if let name = Self.unread(in: text, among: scope.variables.keys) {
        faults.error(
          .misplaced, "a value in a path is in braces", remedy: ": write `{$\(name)}`", at: node.location)
        isWhole = false
      } else if text.contains("?") || text.contains("#") {
        faults.error(.wrongAddress, "write what follows `?` as `query: {name: value}`", at: node.location)
        isWhole = false
      } else if !text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) {
        faults.error(
          .wrongAddress, "a path must be ASCII without spaces", remedy: "; percent-encode other characters",
          at: node.location)
        isWhole = false
      } else if text.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) {
        faults.error(.wrongAddress, "a path must not contain `.` or `..`", at: node.location)
        isWhole = false
      }
    }
    return isWhole ? parts : nil
  }

  /// Returns the name of a value that is written without braces, `$inn` or `:inn`; nil if there is
  /// none.
  private static func unread(in text: String, among names: some Collection<String>) -> String? {
    for segment in text.split(separator: "/") where segment.hasPrefix("$") || segment.hasPrefix(":") {
      if names.contains(String(segment.dropFirst())) { return String(segment.dropFirst()) }
    }
    return nil
  }

  mutating func namedValues(
    _ node: SourceNode?, _ property: String, in scope: Scope
  ) -> [SystemRequest.Parameter] {
    guard let node else { return [] }
    guard let entries = node.mapping else {
      faults.error(.wrongShape, "`\(property)` takes {name: expression}, not \(node.noun)", at: node.location)
      return []
    }
    return entries.compactMap { entry in
      guard let name = entry.key.scalar, property == "query" ? !name.isEmpty : Self.isHeaderName(name) else {
        faults.error(
          .wrongHeader,
          "this is not the name of "
            + "\(property == "query" ? "a parameter" : "a header")", at: entry.key.location)
        return nil
      }
      if property == "headers", Self.ownHeaders.contains(name.lowercased()) {
        faults.error(.wrongHeader, "the server sets `\(name)` itself", at: entry.key.location)
        return nil
      }
      guard let value = expression(entry.value, in: scope) else { return nil }
      let constant = value.reads.slots.isEmpty ? (try? value.value(in: ConditionInput(values: [])))?.string : nil
      if property == "headers", constant?.unicodeScalars.contains(where: CharacterName.isControl) == true {
        faults.error(
          .wrongHeader, "a header must not contain control characters or line breaks", at: entry.value.location)
        return nil
      }
      return (name, value)
    }
  }

  package static let ownHeaders: Set = [
    "authorization", "connection", "content-length", "content-type", "expect", "host", "idempotency-key",
    "traceparent", "tracestate", "transfer-encoding", "upgrade",
  ]

  package static func isHeaderName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        isIdentifier(String(UnicodeScalar(byte))[...]) || (48...57).contains(byte) || byte == UInt8(ascii: "-")
      }
  }

  /// Parses a body. Each scalar is an expression, so a constant text is quoted twice.
  mutating func body(_ node: SourceNode, in scope: Scope) -> SystemRequest.Body? {
    switch node.content {
    case .null: return .null
    case .scalar: return expression(node, in: scope).map { .value($0) }
    case .sequence(let nodes): return .array(nodes.compactMap { body($0, in: scope) })
    case .mapping(let entries):
      return .object(
        entries.compactMap { entry in
          guard let name = entry.key.scalar else {
            faults.error(.wrongShape, "a member of a body has a name, not \(entry.key.noun)", at: entry.key.location)
            return nil
          }
          return body(entry.value, in: scope).map { (name, $0) }
        })
    }
  }

  mutating func expression(_ node: SourceNode, in scope: Scope) -> ConditionExpression? {
    guard let text = node.scalar else {
      faults.error(.wrongShape, "an expression must be text, not \(node.noun)", at: node.location)
      return nil
    }
    return expression(text, at: node.location, in: scope)
  }

  mutating func expression(_ text: String, at location: Location, in scope: Scope) -> ConditionExpression? {
    guard faults.isShort(text, at: location) else { return nil }
    do {
      let expression = try ConditionExpression(text, in: scope)
      for range in expression.constantCalculations {
        let written = String(decoding: Array(text.utf8)[range], as: UTF8.self)
        faults.error(
          .missingQuotes, "this is a calculation with constants", remedy: "; quote a text twice: \"'\(written)'\"",
          at: location.inside(text, offset: range.lowerBound))
      }
      guard expression.reads.readsClock || expression.reads.readsCalendar else {
        return expression.constantCalculations.isEmpty ? expression : nil
      }
      faults.error(
        .misplaced, "a service file cannot read the current day", remedy: ": pass it as a key from the operation",
        at: location)
      return nil
    } catch {
      if let first = error.first, error.count > 1, Self.isConstant(text, after: Array(error)) {
        let remedy = "; quote a constant twice: \"'\(text)'\""
        faults.error(first.adding(remedy: remedy), at: location.inside(text, offset: first.range.lowerBound))
        return nil
      }
      for fault in error {
        faults.error(Self.helped(fault, in: scope), at: location.inside(text, offset: fault.range.lowerBound))
      }
      return nil
    }
  }

  /// Returns true if a text of which only unknown names were reported looks like one constant, such
  /// as `application/json`.
  private static func isConstant(_ text: String, after found: [Fault]) -> Bool {
    found.allSatisfy { $0.message.hasPrefix("unknown name `") }
      && text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "0123456789/-+._ ".unicodeScalars.contains($0) }
  }

  /// Adds a remedy to the fault of an unknown name: the known variables, or a second pair of quotes
  /// for a constant.
  private static func helped(_ fault: Fault, in scope: Scope) -> Fault {
    let names = scope.variables.sorted { $0.value.slot < $1.value.slot }.map(\.key)
    let (head, message) = ("unknown name `", fault.message)
    guard message.hasPrefix(head), message.hasSuffix("`") else {
      return fault.adding(remedy: UnknownVariable.remedy(for: message, among: names, of: "this part of the file"))
    }
    return fault.adding(remedy: "; quote a constant twice: \"'\(message.dropFirst(head.count).dropLast())'\"")
  }
}

extension SystemRequest {
  /// A parameter of the query or a header.
  package typealias Parameter = (name: String, value: ConditionExpression)

  /// A placeholder for a request that cannot be read. Its file cannot be served.
  static let faulty = SystemRequest(method: "GET", path: [], query: [], headers: [], body: nil, readsPerson: false)
}

extension SystemRequest {
  /// The keys that the request reads, by index. The person follows the keys.
  var reads: Set<Int> {
    let inPath = path.compactMap { if case .value(let expression) = $0 { expression } else { nil } }
    return Set((inPath + (query + headers).map(\.value) + (body?.expressions ?? [])).flatMap(\.reads.outer))
  }
}

extension SystemRequest.Body {
  /// The expressions in the body.
  var expressions: [ConditionExpression] {
    switch self {
    case .null: []
    case .value(let expression): [expression]
    case .array(let parts): parts.flatMap(\.expressions)
    case .object(let members): members.flatMap(\.value.expressions)
    }
  }
}
