import Conditions

extension OperationCompiler {
  /// Compiles what says the form of a text; nil where nothing does, or where there are faults, which are noted.
  mutating func formatSource(of draft: AtomDraft, in scope: Scope) -> FormatSource? {
    guard let kind = draft.kind as? TextInputKind, let node = kind.formatFrom,
      let record = expression(node, in: scope)
    else { return nil }
    let known = FormatSource.Member.allCases
    if case .any = record.type { return FormatSource(record: record, members: known) }
    guard case .record(let fields) = record.type else {
      diagnostics.error(
        "`formatFrom` takes a record with some of \(known.map(\.rawValue).listed), found \(record.type)",
        at: node.location)
      return nil
    }
    let members = known.filter { member in fields.contains { $0.name == member.rawValue } }
    if members.isEmpty {
      diagnostics.error(
        "`formatFrom` takes a record with some of \(known.map(\.rawValue).listed), and this one has "
          + fields.map(\.name).listed, at: node.location)
    }
    for member in members {
      guard let type = fields.first(where: { $0.name == member.rawValue })?.type else { continue }
      if !member.types.contains(type) {
        diagnostics.error(
          "`\(member.rawValue)` of `formatFrom` is \(type), and not \(member.types[0])", at: node.location)
      }
      if let written = kind.written[member.rawValue] {
        diagnostics.error("`\(member.rawValue)` conflicts with `formatFrom`, which gives it", at: written.location)
      }
    }
    return FormatSource(record: record, members: members)
  }
}
