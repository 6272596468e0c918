import Conditions
import SourceText

/// Help with names of item records and with comparisons of texts with numbers.
extension OperationCompiler {
  /// Returns the fault of an unknown name used for the record or the number of an item; nil
  /// for other faults.
  func recordFault(_ fault: Fault, in text: String, _ scope: Scope) -> Fault? {
    guard fault.problem.hasPrefix("unknown name `"), let owner = scope.owner,
      let items = (drafts[owner].kind as? RepeatKind)?.items, fault.problem != "unknown name `\(WrittenItems.previous)`"
    else { return nil }
    let name = String(decoding: text.utf8.dropFirst(fault.range.lowerBound).prefix(fault.range.count), as: UTF8.self)
    let isRead = text.utf8.dropFirst(fault.range.upperBound).first == UInt8(ascii: ".")
    let own = [items.list.scalar ?? "", "$" + drafts[owner].id]
    let isOwn = own.contains { fault.ending.hasSuffix("did you mean `\($0)`?") }
    let isMeant = isOwn || fault.ending.isEmpty && (!items.isCount || Self.rowNames.contains(name.lowercased()))
    guard fault.problem == "unknown name `\(name)`", items.isCount != isRead, isMeant,
      vocabulary.lookups[name] == nil, vocabulary.facts[name] == nil, vocabulary.verifications[name] == nil
    else { return nil }
    let meaning = items.isCount ? "the number of a row" : "the record of an item"
    let rename = items.alias == nil ? ", or write `as: \(name)`" : ""
    return Fault(
      range: fault.range, fault.problem, remedy: ": \(meaning) is `\(items.writtenName)`\(rename)", as: fault.code)
  }

  /// Common names for the number of a row, in lower case.
  private static let rowNames: Set = ["i", "index", "k", "line", "month", "n", "no", "num", "number", "row", "year"]

  /// Returns the fault of an order between a time or digits and a number, such as `$time > 18`; nil
  /// for other faults.
  func typedFault(_ fault: Fault, in text: String, _ scope: Scope) -> Fault? {
    let message = fault.message.split(separator: "`", omittingEmptySubsequences: false)
    guard message.count == 3, message[2].hasPrefix(" does not compare "), message[2].contains("text") else {
      return nil
    }
    let written = String(decoding: text.utf8.dropFirst(fault.range.lowerBound).prefix(fault.range.count), as: UTF8.self)
    let sign = String(message[1])
    let sides = written.split(separator: " \(sign) ", omittingEmptySubsequences: false).map(String.init)
    guard sides.count == 2 else { return nil }
    for (place, other) in [(0, 1), (1, 0)] {
      guard sides[place].hasPrefix("$"), let slot = scope.binding(of: String(sides[place].dropFirst()))?.slot,
        case .outer(let index) = slot, drafts.indices.contains(index),
        let meant = meaning(of: sides[place], comparedWith: sides[other], drafts[index].kind)
      else { continue }
      let parts = place == 0 ? [meant.own, meant.other] : [meant.other, meant.own]
      return fault.adding(remedy: ": write `\(parts.joined(separator: " \(sign) "))`")
    }
    return nil
  }

  /// Returns both sides of a comparison of a time with an hour or of digits with a number, as they
  /// are meant; nil for other sides.
  private func meaning(
    of own: String, comparedWith other: String, _ kind: any AtomKind
  ) -> (own: String, other: String)? {
    switch kind {
    case let kind as any ClockInputKind:
      guard !kind.rules.hasDay, let hour = Int(other), (0...23).contains(hour) else { return nil }
      return (own, hour < 10 ? "'0\(hour):00'" : "'\(hour):00'")
    case let kind as TextInputKind where kind.content == .digits:
      return other.contains("'") || other.contains("\"") ? nil : ("number(\(own))", other)
    default: return nil
    }
  }
}
