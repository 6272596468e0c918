import Atoms
import Conditions
import Texts
import SourceText
import HTTPClient
import Secrets

/// Parses lookups, facts, verifications and searches.
extension SystemReading {
  mutating func query(
    _ node: SourceNode, _ use: DeclaredQuery.Use, of system: String, timeout: Int, _ common: [SystemRequest.Parameter]
  ) -> DeclaredQuery? {
    guard let entries = node.mapping else {
      faults.error(
        .wrongShape, "a \(use.rawValue) is a mapping with `\(use.rawValue)`, its name, not \(node.noun)",
        at: node.location)
      isVague = true
      return nil
    }
    var line = Properties(entries, at: node.location)
    let name = named { $0.name(of: use.rawValue, &line) }
    let own = named { $0.keys(&line, of: use) }
    let keys = use == .search ? Self.keysOfSearch + own : own
    let before = faults
    var request = request(&line, of: keys, as: use, common)
    if keys.isEmpty, use == .lookup || use == .verification {
      // The keys are unknown, so their uses are not at fault.
      (faults, request) = (before, nil)
    }
    let answerNode = use == .verification ? nil : line.node("answer")
    let (shape, reasons) = use == .verification ? verdict(&line) : (answer(answerNode, at: node.location), [:])
    named { $0.checkShape(shape, of: use, at: answerNode?.location ?? node.location) }
    isVague = isVague || shape == nil && use != .verification
    let missing = missing(&line)
    let (cache, stale) = (line.seconds("cache", upTo: 86_400 * 7) ?? 0, line.seconds("stale", upTo: 86_400 * 7) ?? 0)
    if stale > 0, cache == 0 {
      faults.error(.missingCompanion, "`stale` requires `cache`: only a cached answer can be stale", at: node.location)
    }
    let digest = Digest(of: Self.meaning(of: node, without: ["cache", "stale"])).digits(ofBytes: 8)
    var one: DeclaredQuery?
    if use == .search, let name {
      let optionKeys = Self.keyOfOption + own
      one = self.one(line.node("one"), optionKeys, of: shape, common, at: node.location) { request, shape, missing in
        DeclaredQuery(
          name: name, use: .lookup, system: system, digest: digest + "1", keys: optionKeys, reasons: [:],
          request: request, shape: shape, missing: missing, timeout: timeout, cache: cache, stale: stale,
          isOption: true, location: node.location)
      }
    }
    finish(&line, "a \(use.rawValue)", needing: [])
    guard let name else { return nil }
    return DeclaredQuery(
      name: name, use: use, system: system, digest: digest, keys: keys, reasons: reasons, request: request ?? .faulty,
      shape: shape ?? .faulty, missing: missing, timeout: timeout, cache: cache, stale: stale, one: one,
      location: node.location)
  }

  /// The first keys of a search: the typed text, the page size, and the number of options before
  /// the page.
  private static let keysOfSearch = [Field("text", .text), Field("limit", .integer), Field("offset", .integer)]
  /// The first key of the query that finds an option by its value.
  private static let keyOfOption = [Field("value", .text)]

  /// Adds an error if the shape of an answer does not fit the use of the query.
  private mutating func checkShape(_ shape: AnswerShape?, of use: DeclaredQuery.Use, at location: Location) {
    switch (use, shape) {
    case (.lookup, .leaf?):
      faults.error(.wrongType, "the answer of a lookup must be a record: {name: text data.name, ...}", at: location)
    case (.lookup, .list?), (.lookup, .values?):
      faults.error(
        .wrongType, "the answer of a lookup must be a record",
        remedy: "; put the list into a field of it: {rows: {each: ..., ...}}", at: location)
    case (.search, .list(let fields, _, _)?):
      for name in ["value", "caption"]
      where !fields.contains(where: { $0.name == name && [.text, .any].contains($0.shape.type) }) {
        faults.error(.missingProperty, "an option of a search requires a text `\(name)`", at: location)
      }
    case (.search, .some):
      faults.error(
        .wrongType,
        "the answer of a search must be a list of options: {each: data.items, value: text id, caption: text name}",
        at: location)
    default: break
    }
  }

  /// Parses `one`, the request that finds an option of a search by its value and the keys of the
  /// search. `at` is the option's path in the answer.
  private mutating func one(
    _ node: SourceNode?, _ keys: [Field], of shape: AnswerShape?, _ common: [SystemRequest.Parameter],
    at location: Location, make: (SystemRequest, AnswerShape, DeclaredQuery.Missing) -> DeclaredQuery
  ) -> DeclaredQuery? {
    guard let node else {
      faults.error(
        .missingProperty,
        "`one` is missing: the request that finds an option by its value, such as {get: \"/items/{$value}\"}",
        at: location)
      return nil
    }
    var parts = part(node, "one")
    let before = errors
    let request = request(&parts, of: keys, as: nil, common)
    if let request, errors == before { checkReads(of: request, keys, shape, at: node.location) }
    let start = parts.node("at").flatMap { path($0, asCondition: false, as: .record([])) }
    let missing = missing(&parts)
    finish(&parts, "`one`", needing: [])
    guard let request, case .list(let fields, _, _)? = shape else { return nil }
    return make(request, .record(fields, at: start), missing)
  }

  /// Adds an error for each key that neither the request for an option reads nor its record has.
  /// The option would be valid for all values of the key.
  private mutating func checkReads(
    of request: SystemRequest, _ keys: [Field], _ shape: AnswerShape?, at location: Location
  ) {
    let (reads, fields) = (request.reads, shape?.fields ?? [])
    for (slot, key) in keys.enumerated() where !reads.contains(slot) {
      guard slot > 0 else {
        faults.error(
          .unreadArgument, "the request does not read `$\(key.name)`: its answer is the same for all values",
          at: location)
        continue
      }
      if fields.contains(where: { $0.name == key.name && [key.type, .any].contains($0.type) }) { continue }
      let type = AnswerLeaf.types.first { $0.value == key.type }?.key ?? "text"
      faults.error(
        .unreadArgument, "`one` does not read `$\(key.name)`: an option would be valid for all values",
        remedy: ": read it in the request, or add `\(key.name): \(type) ...` to the answer, which is compared",
        at: location)
    }
  }

  /// Parses the keys: `key: [inn]` or `key: {from: text, on: date}`. In a verification the property
  /// is `takes`. A search has further keys than the typed text only if it declares them.
  private mutating func keys(_ line: inout Properties, of use: DeclaredQuery.Use) -> [Field] {
    let property = use == .verification ? "takes" : "key"
    guard let node = line.node(property) else {
      if use != .fact, use != .search {
        line.isMissing(property, "`\(property)` is missing: the names of the arguments")
        isVague = true
      }
      return []
    }
    guard use != .fact else {
      faults.error(.misplaced, "a fact has no key: requests read the person as `user`", at: node.location)
      return []
    }
    var keys: [Field] = []
    func add(_ name: SourceNode, _ type: ValueType, _ faults: inout Diagnostics) {
      guard let word = name.scalar, isIdentifier(word[...]) else {
        return faults.error(
          .invalidName,
          "a key's name consists of Latin letters, digits and _ and "
            + "does not begin with a digit", at: name.location)
      }
      if keys.contains(where: { $0.name == word }) {
        return faults.error(.duplicate, "`\(word)` appears twice", at: name.location)
      }
      if use == .search, (Self.keysOfSearch + Self.keyOfOption).contains(where: { $0.name == word }) {
        return faults.error(.reservedName, "every search has the key `\(word)`", at: name.location)
      }
      keys.append(Field(word, type))
    }
    switch node.content {
    case .sequence(let names): for name in names { add(name, .text, &faults) }
    case .mapping(let entries):
      for entry in entries {
        guard let type = entry.value.scalar.flatMap({ AnswerLeaf.types[$0] }) else {
          faults.error(
            .unknownType, "a key's type is one of \(AnswerLeaf.types.keys.sorted().listed)", at: entry.value.location)
          continue
        }
        add(entry.key, type, &faults)
      }
    default: add(node, .text, &faults)
    }
    if keys.isEmpty, !faults.hasErrors {
      faults.error(.missingProperty, "`\(property)` has no name", at: node.location)
    }
    return keys
  }

  /// Adds an error for each key that the request does not read, because the answer would not depend
  /// on it.
  ///
  /// A search that does not read the limit or the offset is a warning, because its pages can
  /// overlap.
  mutating func noteUnread(
    _ keys: [Field], besides reads: Set<Int>, of use: DeclaredQuery.Use, at line: Properties
  ) {
    let unread = keys.indices.filter { !reads.contains($0) }.map { "`$\(keys[$0].name)`" }
    var line = line
    let place = (line.node("takes") ?? line.node("key"))?.location ?? line.location
    let paging = ["`$limit`", "`$offset`"]
    if use == .search, unread.allSatisfy(paging.contains) {
      guard !unread.isEmpty else { return }
      faults.warning(
        .unreadArgument, "the request does not read \(unread.listed): a second page may repeat the first", at: place)
    } else if let first = unread.first(where: { use != .search || !paging.contains($0) }) {
      faults.error(
        .unreadArgument, "the request does not read \(first): its answer is the same for all values", at: place)
    }
  }

  /// Parses the signs of an absent record: `missing: 404`, or `missing: {status: 404, when:
  /// "items.@count == 0"}`.
  private mutating func missing(_ line: inout Properties) -> DeclaredQuery.Missing {
    var missing = DeclaredQuery.Missing()
    guard let node = line.node("missing") else { return missing }
    guard node.mapping != nil else {
      missing.statuses = missingStatuses(node)
      return missing
    }
    var parts = part(node, "missing")
    let (written, condition) = (parts.node("status"), parts.node("when"))
    if let written { missing.statuses = condition == nil ? missingStatuses(written) : statuses(written) }
    if let condition { missing.condition = path(condition, asCondition: true) }
    finish(&parts, "`missing`", needing: [])
    if written == nil, condition == nil {
      faults.error(
        .missingProperty, "`missing` requires `status`, `when` or both, such as {status: 404}", at: node.location)
    } else if let written, let condition, missing.statuses.contains(200) {
      let others = missing.statuses.filter { $0 != 200 }.map(String.init)
      let remedy = others.isEmpty ? "" : "status: [\(others.listed)], "
      faults.error(
        .ambiguousStatus, "every answer with status 200 counts as missing, whatever `when` is",
        remedy: "; to read such an answer, write "
          + "`missing: {\(remedy)when: \(condition.scalar.map { "\"\($0)\"" } ?? "...")}`", at: written.location)
    }
    return missing
  }

  /// Parses the statuses of an absent record. 200 is a warning, because the answers of most systems
  /// have it.
  private mutating func missingStatuses(_ node: SourceNode) -> [Int] {
    let statuses = statuses(node)
    if node.sequence?.isEmpty == true {
      faults.error(.missingProperty, "`missing` requires at least one status, such as 404", at: node.location)
    } else if statuses.contains(200) {
      faults.warning(
        .ambiguousStatus, "every answer with status 200 counts as missing, so its document is never read",
        remedy: "; distinguish an absent record by `missing: {when: CONDITION}`", at: node.location)
    }
    return statuses
  }

  mutating func statuses(_ node: SourceNode) -> [Int] {
    (node.sequence ?? [node]).compactMap { node in
      guard let status = node.scalar.flatMap({ Int($0) }), (100...599).contains(status) else {
        faults.error(.wrongValue, "a status is a number from 100 to 599", at: node.location)
        return nil
      }
      // The final response to a request never has a status below 200. 206 and 226 have a part of a
      // document.
      if status >= 300 || OutboundResponse.isWhole(status) { return status }
      faults.error(.wrongValue, "a complete answer cannot have the status \(status)", at: node.location)
      return nil
    }
  }

  /// Parses `holds`, `code` and `reasons` of a verification.
  private mutating func verdict(_ line: inout Properties) -> (AnswerShape?, [String: LocalizedText]) {
    var fields: [(name: String, shape: AnswerShape)] = []
    if let node = line.node("holds") {
      if let path = path(node, asCondition: true) {
        fields.append(("holds", .leaf(AnswerLeaf(type: .boolean, isOptional: false, path: path))))
      }
    } else {
      faults.error(.missingProperty, "`holds`, the condition for valid values, is missing", at: line.location)
    }
    if let node = line.node("code"), let path = path(node, asCondition: false, as: .text) {
      fields.append(("code", .leaf(AnswerLeaf(type: .text, isOptional: true, path: path))))
    }
    var reasons: [String: LocalizedText] = [:]
    if let node = line.node("reasons") {
      if fields.count < 2 {
        faults.error(.missingCompanion, "`reasons` requires `code`, the path of the code", at: node.location)
      }
      if let entries = node.mapping {
        var texts = Properties(entries, at: node.location)
        for entry in entries {
          guard let code = entry.key.scalar else { continue }
          reasons[code] = texts.text(code)
        }
        faults.append(texts.diagnostics)
      } else {
        faults.error(.wrongShape, "`reasons` takes {CODE: text}, not \(node.noun)", at: node.location)
      }
    }
    return (fields.isEmpty ? nil : .record(fields, at: nil), reasons)
  }
}
