import Conditions
import SourceText
import JSON

extension Operation {
  /// A lookup of an atom's value, the chosen option of an atom, or a name of items.
  ///
  /// Items of a repeat can have names for their record, their number, the previous row, and values
  /// of `define`.
  final class LookupCall: Sendable {
    /// The name of the directory; nil for a chosen option or a name of items.
    let directory: String?
    /// True for the chosen option of an atom, whose fields conditions can read.
    let isOption: Bool
    var isRecord: Bool { directory == nil && !isOption }
    /// The fields of an answer or of an item's number; empty for an item's record and a chosen
    /// option.
    let fields: [Field]
    /// The searched list; nil if the value is not searched.
    let search: Search?
    /// Copies of `search.caption` and `search.fact`.
    let searchedCaption, searchedFact: String?
    /// The keys, by index in `others`, that the record of a chosen option must have as fields.
    let comparedKeys: [(field: String, index: Int)]
    /// The name of the answer in conditions.
    let name: String
    /// The index of the atom whose value is looked up, or of the repeat.
    let subject: Int
    /// The timeout and caching of a query.
    let terms: LookupTerms
    /// The query; nil unless a bank system answers.
    let query: (any SystemQuery)?
    /// The table; nil unless a table of the definitions answers.
    let table: DataTable?
    /// The keys after the atom's value, in the order of the directory.
    let others: [ConditionExpression]
    /// The text for an unavailable directory.
    let failed: Wording?
    /// True for the previous row of computed rows.
    let isPrevious: Bool
    /// True for the number of an item, which `row` of its repeat names.
    let isRow: Bool
    /// True for a name in `define` of a repeat.
    let isDefinition: Bool
    /// The value in `define` of a repeat; nil for a condition, which is inlined where it is used.
    let named: NamedValue?

    init(
      directory: String?, name: String, subject: Int, terms: LookupTerms, isPrevious: Bool = false, isRow: Bool = false,
      fields: [Field] = [], search: Search? = nil, query: (any SystemQuery)? = nil, others: [ConditionExpression] = [],
      failed: Wording? = nil, isOption: Bool = false, table: DataTable? = nil, isDefinition: Bool = false,
      named: NamedValue? = nil
    ) {
      (self.isDefinition, self.named) = (isDefinition, named)
      self.table = table
      (searchedCaption, searchedFact) = (search?.caption, search?.fact)
      comparedKeys =
        search?.comparedKeys.compactMap { name in
          search?.keys.firstIndex { $0.name == name }.map { (name, $0) }
        } ?? []
      (self.isOption, self.isRow) = (isOption, isRow)
      (self.directory, self.name, self.subject) = (directory, name, subject)
      (self.fields, self.search, self.isPrevious) = (fields, search, isPrevious)
      (self.terms, self.query, self.others, self.failed) = (terms, query, others, failed)
    }

    /// Returns the name of a repeat's `define` with its value.
    func defined(as value: NamedValue) -> LookupCall {
      LookupCall(
        directory: nil, name: name, subject: subject, terms: terms, isDefinition: true, named: value)
    }

    /// Returns a copy with the additional keys and the text for an unavailable directory.
    func completed(_ others: [ConditionExpression], failing text: Wording?) -> LookupCall {
      LookupCall(
        directory: directory, name: name, subject: subject, terms: terms, fields: fields, search: search, query: query,
        others: others, failed: text, isOption: isOption, table: table)
    }

    /// Returns an answer; `empty` for the record of an option that has other keys.
    func confirmed(_ answer: LookupAnswer, by keys: [Value]) -> LookupAnswer {
      guard !comparedKeys.isEmpty, case .found(let record) = answer else { return answer }
      let fits = comparedKeys.allSatisfy { name, index in
        DataTable.text(of: keys[index]).map { $0 == DataTable.text(of: record[name] ?? .null) } ?? false
      }
      return fits ? answer : .empty
    }
  }
}

/// A lookup as written: `lookup: bank`, or `{name: bank, as: payeeBank, timeout: 2, cache: 600,
/// ...}`.
struct WrittenLookup {
  /// The node with the name of the directory.
  let directory: SourceNode
  /// The node with the name of the answer; nil if it is the name of the directory.
  let alias: SourceNode?
  let terms: LookupTerms
  /// The keys after the atom's value, by name: `with: {on: $date}`.
  let others: SourceNode?
  /// True if people search the directory for the value.
  let isSearch: Bool
  /// The text for an unavailable directory.
  let failed: WrittenText?

  var location: Location { directory.location }
  /// The name of the answer in conditions.
  var name: String { location.file.whole(writtenName) }
  /// The name of the answer as written in the file.
  var writtenName: String { alias?.scalar ?? directory.scalar ?? "" }

  /// Reads `as`, `failed` and `with` of a search.
  ///
  /// Returns nil if `list` is nil, which was already reported.
  init?(searching list: SourceNode?, _ properties: inout Properties) {
    alias = properties.node("as")
    failed = properties.written("failed")
    others = properties.node("with")
    guard let list else { return nil }
    (directory, terms, isSearch) = (list, LookupTerms(), true)
    if let alias, !isIdentifier((alias.scalar ?? "")[...]) {
      properties.error(
        .invalidName, "`as` takes a name of Latin letters, digits and _ that does not begin with a digit",
        at: alias.location)
    }
  }

  /// Reads `lookup`; returns nil if it is absent or has no `name`.
  init?(_ properties: inout Properties) {
    isSearch = false
    guard let node = properties.node("lookup") else { return nil }
    guard let entries = node.mapping else {
      (directory, alias, terms, others, failed) = (node, nil, LookupTerms(), nil, nil)
      return
    }
    var parts = Properties(entries, at: node.location)
    let name = parts.node("name")
    alias = parts.node("as")
    terms = LookupTerms(timeout: parts.seconds("timeout", upTo: 86_400), cache: parts.seconds("cache", upTo: 86_400))
    others = parts.node("with")
    failed = parts.written("failed")
    if name == nil {
      parts.error(.wrongShape, "a lookup is written as `lookup: bank` or {name: bank, ...}", at: node.location)
    }
    if let alias, !isIdentifier((alias.scalar ?? "")[...]) {
      parts.error(
        .invalidName, "`as` takes a name of Latin letters, digits and _ that does not begin with a digit",
        at: alias.location)
    }
    parts.refuseTheRest(of: "a lookup")
    properties.append(parts.diagnostics)
    guard let name else { return nil }
    directory = name
  }
}

extension OperationCompiler {
  /// Compiles the additional keys and the `failed` texts of lookups.
  mutating func compileLookups(in scopes: [Int?: Scope]) {
    for index in lookups.indices {
      let draft = drafts[lookups[index].subject]
      guard lookups[index].directory != nil, let written = draft.lookup else { continue }
      let scope = scopes[draft.position.owner] ?? Scope()
      let keys =
        lookups[index].search?.keys ?? lookups[index].directory.flatMap { vocabulary.lookups[$0]?.others } ?? []
      let others = others(keys, of: written, in: scope)
      lookups[index] = lookups[index].completed(others, failing: wording(written.failed, in: scope))
      warnOfMissingRows(of: lookups[index], others)
      warnOfCache(of: lookups[index], at: written.location)
    }
  }

  /// Warns of a `cache` that is longer than the service allows, which it then does not extend.
  private mutating func warnOfCache(of call: Operation.LookupCall, at location: Location) {
    guard let own = call.terms.cache, let declared = call.query?.declaredCache, own > declared else { return }
    let seconds = declared % 1_000 == 0 ? "\(declared / 1_000)" : "\(Double(declared) / 1_000)"
    diagnostics.warning(
      .unused, "`cache` can only shorten the \(seconds) seconds for which the service reuses an answer",
      remedy: ": write at most `cache: \(seconds)`, or omit it", at: location)
  }

  /// Compiles `with`, the keys of a lookup after the atom's value.
  private mutating func others(_ keys: [Field], of written: WrittenLookup, in scope: Scope) -> [ConditionExpression] {
    let name = written.directory.scalar ?? ""
    let noun = "\(written.isSearch ? "list" : "lookup") `\(name)`"
    var nodes: [String: SourceNode] = [:]
    var areWhole = true
    if let node = written.others {
      guard let entries = node.mapping else {
        diagnostics.error(.wrongShape, "`with` takes {key: expression}, not \(node.noun)", at: node.location)
        return []
      }
      if written.isSearch, keys.isEmpty {
        refuseKeys(ofList: name, at: node.location)
        return []
      }
      for entry in entries {
        let key = entry.key.scalar ?? ""
        if keys.contains(where: { $0.name == key }) {
          nodes[key] = entry.value
          continue
        }
        areWhole = false
        if keys.isEmpty {
          diagnostics.error(
            .unknownField, "\(noun) has no key in addition to the atom's value", at: entry.key.location)
        } else {
          let hint = suggestion(for: key, among: keys.map(\.name))
          diagnostics.error(
            .unknownField, "\(noun) has no key `\(key)`",
            remedy: hint.isEmpty ? "; there is \(keys.map(\.name).listed)" : hint, at: entry.key.location)
        }
      }
    }
    return keys.compactMap { key in
      guard let node = nodes[key.name] else {
        // A key with a mistyped name was already reported.
        if areWhole {
          diagnostics.error(
            .missingInput, "\(noun) also requires `with: {\(key.name): ...}`", at: written.location)
        }
        return nil
      }
      if refusesUnquotedText(node, of: key.type, in: scope) { return nil }
      guard let expression = expression(node, in: scope) else { return nil }
      if expression.type != key.type, expression.type != .any, key.type != .any,
        (expression.type, key.type) != (.integer, .number)
      {
        diagnostics.error(
          .wrongType,
          "\(noun) takes \(key.type.wholeNoun) for `\(key.name)`, and this gives \(expression.type.wholeNoun)",
          at: node.location)
      }
      warnOfMissingRow(key.name, node, in: name)
      return expression
    }
  }

  /// Adds an error for the keys of a list that has none.
  private mutating func refuseKeys(ofList name: String, at location: Location) {
    let search = vocabulary.search(name)
    let remedy =
      search?.pages != nil
      ? ": declare `key` in the search of the service"
      : search?.takesFilter == true ? ": select its options by `filter`, such as `filter: \"city == $city\"`" : ""
    diagnostics.error(.misplaced, "the list `\(name)` has no keys", remedy: remedy, at: location)
  }

  /// Warns of a constant text that no row of a table has as its key.
  private mutating func warnOfMissingRow(_ key: String, _ node: SourceNode, in name: String) {
    guard let table = vocabulary.tables[name], (1...Self.maxSearchedRows).contains(table.rows.count),
      let column = table.columns.prefix(table.keyCount).firstIndex(where: { $0.name == key }),
      !table.columns[column].isRange,
      let written = node.scalar, written.utf8.count > 2, written.hasPrefix("'"), written.hasSuffix("'")
    else { return }
    let text = written.dropFirst().dropLast()
    guard !text.contains("'"), !text.contains("\\") else { return }
    let isKnown = table.rows.contains { row in
      if case .value(.string(let other)) = row[column] { other == text } else { false }
    }
    if !isKnown {
      diagnostics.warning(
        .suspiciousExpression, "no row of table `\(name)` has the `\(key)` \(written)", at: node.location)
    }
  }

  /// The maximum number of rows that are searched for a constant key.
  static var maxSearchedRows: Int { 1_000 }

  /// Adds an error if the type of the atom's value does not match the key of the directory.
  mutating func refuseKey(of draft: AtomDraft, in directory: String, at location: Location) {
    guard draft.lookup?.isSearch == false, let given = draft.input?.type,
      let wanted = vocabulary.lookups[directory]?.key
    else { return }
    if given == .any || wanted == .any || given == wanted || (given, wanted) == (.integer, .number) { return }
    diagnostics.error(
      .wrongType, "lookup `\(directory)` takes \(wanted.wholeNoun), and `\(draft.id)` gives \(given.wholeNoun)",
      at: location)
  }

  /// Returns the reason why an answer cannot have this name.
  ///
  /// Returns nil if the name is valid, or if it is not an identifier, which was already reported.
  func fault(ofAlias name: String) -> String? {
    guard isIdentifier(name[...]) else { return nil }
    if vocabulary.facts[name] != nil { return "`\(name)` is already a fact" }
    if vocabulary.verifications[name] != nil { return "`\(name)` is already a verification" }
    return (try? Condition("\(name).key == 1")) == nil ? "`\(name)` is a reserved word of conditions" : nil
  }
}
