import Conditions
import Essentials
import JSON

extension Operation {
  /// A look-up that an atom makes, or the record that a repeat's item is made of.
  final class LookupCall: Sendable {
    /// The directory's name; nil for the record of an item, which nobody looks up.
    let directory: String?
    /// The name of the answer in conditions.
    let name: String
    /// The place of the atom whose value is looked up, or of the repeat.
    let subject: Int
    /// The terms for asking the directory.
    let terms: LookupTerms
    /// The text for when the directory cannot be asked.
    let failed: Wording?

    init(directory: String?, name: String, subject: Int, terms: LookupTerms, failed: Wording? = nil) {
      (self.directory, self.name, self.subject) = (directory, name, subject)
      (self.terms, self.failed) = (terms, failed)
    }

    /// Returns the same look-up with a text for when the directory cannot be asked.
    func failing(with text: Wording?) -> LookupCall {
      LookupCall(directory: directory, name: name, subject: subject, terms: terms, failed: text)
    }
  }
}

/// A look-up as an atom's line writes it: `lookup: bank`, or `{name: bank, as: payeeBank, timeout: 2, cache: 600,
/// ...}`.
struct WrittenLookup {
  /// The node with the directory's name.
  let directory: SourceNode
  /// The node with the answer's name; nil if the answer has the directory's name.
  let alias: SourceNode?
  let terms: LookupTerms
  /// The text for when the directory cannot be asked.
  let failed: WrittenText?

  /// The place of the look-up.
  var location: Location { directory.location }
  /// The name of the answer in conditions.
  var name: String { alias?.scalar ?? directory.scalar ?? "" }

  /// Reads `lookup`; returns nil if there is none or it has no `name`.
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
    if name == nil {
      parts.error("a look-up is written as `lookup: bank`, or {name: bank, ...} with more", at: node.location)
    }
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
  /// Reads seconds, more than 0 and at most a day, as milliseconds.
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
  /// Compiles the texts for when directories cannot be asked.
  mutating func compileLookups(in scopes: [Int?: Scope]) {
    for index in lookups.indices {
      let draft = drafts[lookups[index].subject]
      lookups[index] = lookups[index].failing(
        with: wording(draft.lookup?.failed, in: scopes[draft.position.owner] ?? Scope()))
    }
  }

  /// Adds an error if the atom's values are not of the type of the directory's keys.
  mutating func refuseKey(of draft: AtomDraft, in directory: String, at location: Location) {
    guard let given = draft.input?.type, let wanted = vocabulary.lookups[directory]?.key else { return }
    if given == .any || wanted == .any || given == wanted || (given, wanted) == (.integer, .number) { return }
    diagnostics.error("lookup `\(directory)` takes \(wanted), and `\(draft.id)` gives \(given)", at: location)
  }

  /// Returns the reason why an answer cannot have that name.
  ///
  /// Returns nil if it can, and for text that is no identifier, which already is an error.
  func fault(ofAlias name: String) -> String? {
    guard isIdentifier(name[...]) else { return nil }
    if vocabulary.facts[name] != nil { return "`\(name)` already is a fact" }
    if vocabulary.verifications[name] != nil { return "`\(name)` already is a verification" }
    return (try? Condition("\(name).key == 1")) == nil ? "`\(name)` is a reserved word of conditions" : nil
  }
}
