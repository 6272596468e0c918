import Conditions

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
