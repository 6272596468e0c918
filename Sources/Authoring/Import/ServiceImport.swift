import Operations
import BankSystems
import Atoms
import Conditions
import JSON

/// A service file generated from the OpenAPI document of an external system.
///
/// A GET with parameters becomes a lookup, and a GET without parameters becomes a fact. A POST may
/// change data, so it is included only if `paths` selects it. Comments in the file name the parts
/// that a service file cannot express. `valence check` accepts the file for every document.
package struct ServiceImport {
  package struct Unreadable: Error, CustomStringConvertible {
    package let description: String
  }

  /// The text of the service file.
  package private(set) var text = ""
  /// The number of operations that the file includes completely, partly and not at all.
  package private(set) var wholly = 0
  package private(set) var partly = 0
  package private(set) var not = 0
  /// The number of operations whose path matches.
  package private(set) var found = 0
  /// The number of matching operations beyond the maximum, which are left out.
  package var beyond: Int { max(0, found - Self.maxOperations) }

  /// The maximum number of operations in one file.
  private static let maxOperations = 100

  private let document: OpenAPIDocument
  private var names = ImportedNames()
  /// The lines of the lookups, of the facts and of the omitted parts.
  private var (lookups, facts, left): ([String], [String], [String]) = ([], [], [])

  /// Generates a service file from the operations whose path matches one of `paths`. `*` matches
  /// any text.
  ///
  /// Without patterns, all operations match. At most 100 operations are included.
  package init(_ bytes: [UInt8], name: String, paths: [String] = [], service: String? = nil) throws(Unreadable) {
    do throws(OpenAPIDocument.Unreadable) {
      document = try OpenAPIDocument(bytes, name: name)
    } catch {
      throw Unreadable(description: "\(error)")
    }
    let title = document.root["info"]?["title"]?.string ?? name
    let identifier = ImportedText.identifier(service ?? title)
    let operations = document.operations.filter { Self.fits($0.path, paths) }
    found = operations.count
    if operations.isEmpty, document.countElsewhere > 0 {
      throw Unreadable(description: "\(name): its paths are in other files; bundle them into one document first")
    }
    for operation in operations.prefix(Self.maxOperations) { add(operation, isChosen: !paths.isEmpty) }
    if beyond > 0 { left.append("\(beyond) more operations were left out: select operations with --path") }
    if paths.isEmpty, document.countOfOthers > 0 {
      left.append("operations with methods other than GET and POST: \(document.countOfOthers)")
    }
    if lookups.isEmpty, facts.isEmpty {
      left.append("No operation of the document can be used as a query; this example shows the format.")
      lookups.append("  - {lookup: example, key: [id], get: \"/example/{$id}\", answer: {name: text name}}")
    }
    var lines = head(title, identifier)
    if !lookups.isEmpty { lines += ["lookups:"] + lookups }
    if !facts.isEmpty { lines += ["facts:"] + facts }
    if !left.isEmpty { lines += ["# Left out:"] + left.map { "# \(ImportedText.comment($0))" } }
    text = lines.joined(separator: "\n") + "\n"
  }

  // MARK: - The head

  private func head(_ title: String, _ service: String) -> [String] {
    let prefix = ImportedText.variable(service)
    let server = document.object(document.root["servers"]?.array?.first)?["url"]?.string
    var lines = ["# \(ImportedText.comment("Generated from \(title). Review before use."))"]
    if let server { lines.append("# \(ImportedText.comment("The document's address is \(server)"))") }
    lines += ["service: \(service)", "at: ${\(prefix)_URL}"]
    let schemes = document.object(document.root["components"]?["securitySchemes"]) ?? Object()
    let (names, isOptional) = document.securityNames
    for name in names {
      if let auth = document.object(schemes[name]).flatMap({ auth($0, prefix) }) {
        if isOptional { lines.append("# some operations require no authentication") }
        lines.append(auth)
        return lines
      }
      lines.append("# \(ImportedText.comment("the security scheme \(name) cannot be expressed"))")
    }
    // The document may have omitted its security requirements by mistake.
    let known = schemes.members.lazy.compactMap { document.object($0.value) }.compactMap { auth($0, prefix) }.first
    if names.isEmpty, let known {
      lines.append("# the document declares a security scheme but does not require it:")
      lines.append("# \(ImportedText.comment(known))")
    }
    return lines
  }

  private func auth(_ scheme: Object, _ prefix: String) -> String? {
    switch (scheme["type"]?.string, scheme["scheme"]?.string?.lowercased()) {
    case ("http", "bearer"): return "auth: {bearer: \"${\(prefix)_TOKEN}\"}"
    case ("http", "basic"): return "auth: {basic: {user: \"${\(prefix)_USER}\", password: \"${\(prefix)_PASSWORD}\"}}"
    case ("apiKey", _):
      guard scheme["in"] == "header", let name = scheme["name"]?.string, SystemReading.isHeaderName(name),
        name.lowercased() == "authorization" || !SystemReading.ownHeaders.contains(name.lowercased())
      else {
        return nil
      }
      return "auth: {headers: {\(ImportedText.quoted(name)): \"${\(prefix)_KEY}\"}}"
    case ("oauth2", _):
      guard let url = document.object(scheme["flows"])?["clientCredentials"]?["tokenUrl"]?.string else { return nil }
      return
        "auth: {clientCredentials: {at: \(ImportedText.quoted(url.replacing("$", with: ""))), id: \"${\(prefix)_ID}\", "
        + "secret: \"${\(prefix)_SECRET}\"}}"
    default: return nil
    }
  }

  // MARK: - Operations

  private mutating func add(_ operation: OpenAPIDocument.Operation, isChosen: Bool) {
    let said = operation.about["operationId"]?.string ?? "\(operation.method) \(operation.path)"
    var notes: [String] = []
    var request = ImportedRequest()
    var obstacle = request.read(operation, document)
    notes += request.notes
    let answers = document.object(operation.about["responses"])
    let success = answers?.members.first {
      $0.name.hasPrefix("2") && document.schema(in: document.object($0.value)?["content"]) != nil
    }
    let answer = ImportedAnswer(
      success.flatMap { document.schema(in: document.object($0.value)?["content"]) }, of: document)
    if !isChosen, operation.method == "post" {
      obstacle = "it may change data; if it does not, select it with --path"
    }
    if obstacle == nil, answer.fields.isEmpty { obstacle = answer.notes.first ?? "its answer has no usable value" }
    if let obstacle {
      not += 1
      left.append("\(operation.method.uppercased()) \(operation.path): \(obstacle)")
      return
    }
    notes += answer.notes
    if notes.isEmpty { wholly += 1 } else { partly += 1 }
    let name = names.name(for: said) { (try? Condition("\($0).key == 1")) != nil && Vocabulary.bank.isFree($0) }
    var lines = notes.map { "  # \(ImportedText.comment($0))" }
    if let summary = operation.about["summary"]?.string { lines.insert("  # \(ImportedText.comment(summary))", at: 0) }
    let isFact = request.keys.isEmpty
    lines.append("  - \(isFact ? "fact" : "lookup"): \(name)")
    if !isFact { lines.append("    key: {\(request.keys.joined(separator: ", "))}") }
    lines.append("    \(operation.method): \(ImportedText.quoted(request.path))")
    if !request.query.isEmpty { lines.append("    query: {\(request.query.joined(separator: ", "))}") }
    if !request.headers.isEmpty { lines.append("    headers: {\(request.headers.joined(separator: ", "))}") }
    if let body = request.body { lines.append("    body: \(body)") }
    lines.append("    answer:")
    lines += answer.fields.map { "      \($0)" }
    if answers?["404"] != nil { lines.append("    missing: 404") }
    if isFact { facts += lines } else { lookups += lines }
  }

  /// Returns true if the path matches one of the patterns, or if `patterns` is empty.
  private static func fits(_ path: String, _ patterns: [String]) -> Bool {
    patterns.isEmpty || patterns.contains { fits(Array(path.utf8)[...], Array($0.utf8)[...]) }
  }

  private static func fits(_ text: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
    let parts = pattern.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, text.starts(with: first) else { return false }
    if parts.count == 1 { return text.count == first.count }
    var rest = text.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let place = rest.indices.first(where: { rest[$0...].starts(with: part) }) else { return false }
      rest = rest[(place + part.count)...]
    }
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }
}

/// The request of an operation, as far as a service file can express it.
private struct ImportedRequest {
  private(set) var path = ""
  private(set) var keys: [String] = []
  private(set) var query: [String] = []
  private(set) var headers: [String] = []
  private(set) var body: String?
  private(set) var notes: [String] = []
  private var names = ImportedNames(besides: ["user"])
  private static let types = ["string": "text", "integer": "integer", "number": "number", "boolean": "boolean"]

  /// Reads the parameters and the body. Returns the reason if they cannot be expressed; otherwise
  /// nil.
  mutating func read(_ operation: OpenAPIDocument.Operation, _ document: OpenAPIDocument) -> String? {
    var places: [String: String] = [:]
    var optional: [String] = []
    var read: Set<[String]> = []
    let inPath = Self.names(in: operation.path)
    for parameter in operation.parameters {
      guard let name = parameter["name"]?.string, let place = parameter["in"]?.string,
        read.insert([place, name]).inserted, place != "path" || inPath.contains(name)
      else { continue }
      guard parameter["required"] == true || place == "path" else {
        optional.append(name)
        continue
      }
      if place == "header", SystemReading.ownHeaders.contains(name.lowercased()) { continue }
      guard ["path", "query", "header"].contains(place), !name.isEmpty,
        let type = Self.type(parameter["schema"], document)
      else {
        return "its parameter \(name) is not a scalar in the path, the query or a header"
      }
      let key = names.name(for: name) { (try? Condition("$\($0) == 1")) != nil }
      keys.append("\(key): \(type)")
      switch place {
      case "path": places[name] = key
      case "query": query.append("\(ImportedText.quoted(name)): $\(key)")
      default:
        guard SystemReading.isHeaderName(name) else { return "its header \(name) has an invalid name" }
        headers.append("\(ImportedText.quoted(name)): $\(key)")
      }
    }
    if !optional.isEmpty { notes.append("optional parameters left out: \(optional.joined(separator: ", "))") }
    if let fault = readPath(operation.path, places) { return fault }
    return operation.method == "post" ? readBody(operation, document) : nil
  }

  /// Returns the parameter names in braces.
  private static func names(in path: String) -> Set<String> {
    var (names, rest): (Set<String>, Substring) = ([], path[...])
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      names.insert(String(rest[rest.index(after: start)..<end]))
      rest = rest[rest.index(after: end)...]
    }
    return names
  }

  private mutating func readPath(_ text: String, _ places: [String: String]) -> String? {
    var rest = text[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: start)..<end])
      guard let key = places[name] else { return "the document does not declare the path parameter {\(name)}" }
      path += rest[..<start] + "{$\(key)}"
      rest = rest[rest.index(after: end)...]
    }
    path += rest
    let isPlain = path.utf8.allSatisfy {
      (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
    }
    let hasDots = path.split(separator: "/").contains { $0 == "." || $0 == ".." }
    return isPlain && !hasDots && path.hasPrefix("/") && !path.hasPrefix("//")
      ? nil : "its path cannot be expressed in a service file"
  }

  private mutating func readBody(_ operation: OpenAPIDocument.Operation, _ document: OpenAPIDocument) -> String? {
    guard let body = document.object(operation.about["requestBody"]) else { return nil }
    guard let schema = document.schema(in: body["content"]) else {
      return body["required"] == true ? "its body is not JSON" : nil
    }
    guard let made = members(of: schema, document, depth: 0) else {
      return "its body has a part that a service file cannot express"
    }
    self.body = made
    return nil
  }

  /// Returns the required members of a body; nil if one of them cannot be expressed.
  private mutating func members(of schema: Value, _ document: OpenAPIDocument, depth: Int) -> String? {
    guard depth < 4, let object = document.object(schema), object["oneOf"] == nil, object["anyOf"] == nil,
      object["allOf"] == nil
    else { return nil }
    let required = Set((object["required"]?.array ?? []).compactMap(\.string))
    let properties = document.object(object["properties"])?.members ?? []
    var parts: [String] = []
    var left: [String] = []
    for property in properties {
      guard required.contains(property.name) else {
        left.append(property.name)
        continue
      }
      if let type = Self.type(property.value, document) {
        let key = names.name(for: property.name) { (try? Condition("$\($0) == 1")) != nil }
        keys.append("\(key): \(type)")
        parts.append("\(ImportedText.quoted(property.name)): $\(key)")
      } else if let inner = members(of: property.value, document, depth: depth + 1) {
        parts.append("\(ImportedText.quoted(property.name)): \(inner)")
      } else {
        return nil
      }
    }
    if !left.isEmpty { notes.append("optional members of the body left out: \(left.joined(separator: ", "))") }
    guard !parts.isEmpty || depth == 0 else { return nil }
    return parts.isEmpty ? "{}" : "{\(parts.joined(separator: ", "))}"
  }

  /// Returns the type of a scalar; nil for any other schema.
  private static func type(_ schema: Value?, _ document: OpenAPIDocument) -> String? {
    guard let object = document.object(schema) else { return nil }
    let written =
      object["type"]?.array?.compactMap(\.string).filter { $0 != "null" } ?? object["type"]?.string.map { [$0] } ?? []
    guard written.count == 1, let type = types[written[0]] else { return nil }
    let format = object["format"]?.string
    if format == "binary" { return nil }
    return type == "text" && format == "date" ? "date" : type
  }
}
