import Conditions

extension OperationCompiler {
  /// Compiles what shows when the directories of the look-ups cannot be asked.
  mutating func compileLookups(in scope: Scope) {
    for index in lookups.indices {
      lookups[index].failed = wording(drafts[lookups[index].subject].lookup?.failed, in: scope)
    }
  }

  /// Why an answer cannot be called so; nil where it can.
  func fault(ofAlias name: String) -> String? {
    if vocabulary.facts[name] != nil { return "`\(name)` already is a fact" }
    if vocabulary.verifications[name] != nil { return "`\(name)` already is a verification" }
    return (try? Condition("\(name).key == 1")) == nil ? "`\(name)` is a reserved word of conditions" : nil
  }
}
