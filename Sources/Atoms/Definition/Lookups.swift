import Conditions
import JSON

extension Operation {
  /// A look-up that an atom of the operation makes.
  final class LookupCall: Sendable {
    /// The directory's name; nil where nothing is looked up: the answer is the record that an item is made of.
    let directory: String?
    /// The name of the answer in conditions.
    let name: String
    /// The atom whose value is looked up, or the repeat of the items.
    let subject: Int
    /// How the directory is asked.
    let terms: LookupTerms
    /// What shows when the directory cannot be asked.
    let failed: Wording?

    init(directory: String?, name: String, subject: Int, terms: LookupTerms, failed: Wording? = nil) {
      (self.directory, self.name, self.subject) = (directory, name, subject)
      (self.terms, self.failed) = (terms, failed)
    }

    /// The same look-up with what shows when its directory cannot be asked.
    func failing(with text: Wording?) -> LookupCall {
      LookupCall(directory: directory, name: name, subject: subject, terms: terms, failed: text)
    }
  }
}

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

extension OperationCompiler {
  /// Compiles what shows when the directories of the look-ups cannot be asked.
  mutating func compileLookups(in scopes: [Int?: Scope]) {
    for index in lookups.indices {
      let draft = drafts[lookups[index].subject]
      lookups[index] = lookups[index].failing(
        with: wording(draft.lookup?.failed, in: scopes[draft.position.owner] ?? Scope()))
    }
  }

  /// Notes that the directory has nothing for values such as the atom's.
  mutating func refuseKey(of draft: AtomDraft, in directory: String, at location: Location) {
    guard let given = draft.input?.type, let wanted = vocabulary.lookups[directory]?.key else { return }
    if given == .any || wanted == .any || given == wanted || (given, wanted) == (.integer, .number) { return }
    diagnostics.error("lookup `\(directory)` takes \(wanted), and `\(draft.id)` gives \(given)", at: location)
  }

  /// Why an answer cannot be called so; nil where it can.
  func fault(ofAlias name: String) -> String? {
    guard isIdentifier(name[...]) else { return nil }
    if vocabulary.facts[name] != nil { return "`\(name)` already is a fact" }
    if vocabulary.verifications[name] != nil { return "`\(name)` already is a verification" }
    return (try? Condition("\(name).key == 1")) == nil ? "`\(name)` is a reserved word of conditions" : nil
  }
}
