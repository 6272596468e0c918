import JSON

/// A look-up as an atom's line writes it: `lookup: bank`, or `{name: bank, as: payeeBank, timeout: 2, cache: 600, ...}`.
struct WrittenLookup {
  /// The directory.
  let directory: SourceNode
  /// What the answer is called here; nil where it is called like the directory.
  let alias: SourceNode?
  let terms: LookupTerms
  /// What shows when the directory cannot be asked.
  let failed: WrittenText?

  /// Where the look-up stands.
  var location: Location { directory.location }
  /// The name of the answer in conditions.
  var name: String { alias?.scalar ?? directory.scalar ?? "" }

  /// Reads `lookup`; nil where there is none or it has faults.
  init?(_ properties: inout Properties) {
    guard let node = properties.node("lookup") else { return nil }
    guard let entries = node.mapping else {
      (directory, alias, terms, failed) = (node, nil, LookupTerms(), nil)
      return
    }
    var parts = Properties(entries, at: node.location)
    let name = parts.node("name")
    alias = parts.node("as")
    terms = LookupTerms(timeout: parts.seconds("timeout"), cache: parts.seconds("cache"))
    failed = parts.written("failed")
    if name == nil { parts.error("a look-up is written as {name: directory, ...}", at: node.location) }
    if let alias, !isIdentifier((alias.scalar ?? "")[...]) {
      parts.error(
        "`as` takes a name of Latin letters, digits and _ that does not begin with a digit", at: alias.location)
    }
    parts.refuseTheRest(of: "a look-up")
    properties.append(parts.diagnostics)
    guard let name else { return nil }
    directory = name
  }
}

extension Properties {
  /// A time in seconds, more than none and at most a day, as milliseconds.
  fileprivate mutating func seconds(_ name: String) -> Int? {
    guard let node = node(name) else { return nil }
    if let number = node.scalar.flatMap({ Decimal($0) }), number > Decimal(0), number <= Decimal(86_400),
      let milliseconds = Int(NumberText.rounded(Decimal(1000).multiplied(by: number) ?? number, most: 0))
    {
      return max(1, milliseconds)
    }
    error("`\(name)` takes seconds, more than 0 and at most 86400, such as 2 or 0.5", at: node.location)
    return nil
  }
}
