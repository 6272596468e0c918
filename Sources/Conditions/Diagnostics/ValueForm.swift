import JSON

/// The form of an input's values, beyond their type.
///
/// Comparisons with literals that no value of the form equals are usually mistakes.
package enum ValueForm: Sendable {
  /// A text that is never empty, because an empty input has no value.
  ///
  /// - Parameter mayBeBlank: True if the text may consist of white space, as in a password.
  case text(mayBeBlank: Bool)
  /// A text of digits that is never empty. The length is nil if it is not fixed.
  case digits(length: Int?)
  /// A text in a notation, such as a time of day.
  ///
  /// - Parameter mayBeEmpty: True if a value may be the empty text.
  case notation(TextNotation, mayBeEmpty: Bool)
  /// The number of a computed row, from 1 to this number.
  case rowNumber(Int)
  /// A record or a list of records, with the forms of fields.
  case record([String: ValueForm])
  /// The length of a text that is never empty; nil if the text is nil.
  case length

  /// True for a text that is never empty.
  fileprivate var isFilled: Bool {
    switch self {
    case .text, .digits, .notation(_, mayBeEmpty: false): true
    default: false
    }
  }
}

/// A notation of texts, such as `HH:MM`.
package struct TextNotation: Sendable {
  /// Returns the end of a message about a text that no value equals, such as ": write '18:00'".
  ///
  /// Returns nil for a text in the notation. For an order (`isOrdered`), also returns nil for
  /// other texts that sort correctly, such as a date before times of that day.
  let fault: @Sendable (_ literal: String, _ isOrdered: Bool) -> String?

  package init(_ fault: @escaping @Sendable (_ literal: String, _ isOrdered: Bool) -> String?) { self.fault = fault }
}

extension Condition {
  /// Returns the comparisons with literals that the forms of values make pointless.
  ///
  /// - Parameters:
  ///   - fields: The forms of the fields of SELF.
  ///   - form: Returns the form of the value in an outer slot; nil if it is not known.
  package func pointlessComparisons(
    fields: [String: ValueForm] = [:], _ form: (Int) -> ValueForm?
  ) -> [Fault] {
    checked.map { FormWalk($0, text, fields, form).slips } ?? []
  }
}

extension ConditionExpression {
  /// Returns the comparisons with literals that the forms of values make pointless.
  ///
  /// - Parameter form: Returns the form of the value in an outer slot; nil if it is not known.
  package func pointlessComparisons(_ form: (Int) -> ValueForm?) -> [Fault] {
    checked.map { FormWalk($0, text, [:], form).slips } ?? []
  }
}

/// A walk over a tree that finds the form of each node, and the comparisons that they make
/// pointless.
struct FormWalk {
  var slips: [Fault] = []
  /// For each node, its form; nil if it is not known.
  private(set) var forms: [ValueForm?] = []
  let checked: Checked
  private let text: String

  init(_ checked: Checked, _ text: String, _ fields: [String: ValueForm], _ ofSlot: (Int) -> ValueForm?) {
    (self.checked, self.text) = (checked, text)
    guard checked.tree.nodes.contains(where: \.isComparison) else { return }
    forms.reserveCapacity(checked.tree.nodes.count)
    for (place, node) in checked.tree.nodes.enumerated() {
      forms.append(form(of: node, place, fields, ofSlot))
      if case .comparison(let comparison, let a, let b) = node { note(comparison, a, b, place) }
    }
  }

  private func form(
    of node: Node, _ place: Int, _ fields: [String: ValueForm], _ ofSlot: (Int) -> ValueForm?
  ) -> ValueForm? {
    switch node {
    case .variable, .word:
      switch (checked.meanings[place], node) {
      case (.slot(.outer(let slot), _), _): return ofSlot(slot)
      case (.key, .word(let name, _)): return fields[name]
      default: return nil
      }
    case .local(_, _, let collection): return forms[collection]
    case .key(let base, let name):
      if name == "length", isFilled(base) { return .length }
      guard case .record(let fields) = forms[base] else { return nil }
      return fields[name]
    case .index(let base, _), .position(let base, .first), .position(let base, .last), .subquery(let base, _, _, _):
      return forms[base]
    case .call(_, let arguments):
      guard case .builtin(let builtin) = checked.meanings[place], let first = arguments.first, isFilled(first) else {
        return nil
      }
      switch (builtin, forms[first]) {
      case (.length, _): return .length
      case (.uppercase, .notation), (.lowercase, .notation): return .text(mayBeBlank: false)
      case (.uppercase, let form), (.lowercase, let form): return form
      case (.trim, .text(mayBeBlank: true)): return nil
      case (.trim, let form): return form
      default: return nil
      }
    default: return nil
    }
  }

  func isFilled(_ place: Int) -> Bool { forms[place]?.isFilled == true }

  /// Returns the text of a literal that is written in the condition; nil for a parameter of a
  /// fragment, whose value differs between inclusions.
  func writtenText(_ place: Int) -> String? {
    guard case .literal(.text(let literal)) = checked.tree.nodes[place], isWritten(place) else { return nil }
    return literal
  }

  /// Returns the whole number of a literal that is written in the condition.
  func writtenNumber(_ place: Int) -> Int64? {
    switch checked.tree.nodes[place] {
    case .literal(.integer(let number)) where isWritten(place): number
    case .negate(let operand): writtenNumber(operand).map { 0 &- $0 }
    default: nil
    }
  }

  /// Returns the node as written in the condition.
  func source(_ place: Int) -> Substring.UTF8View.SubSequence {
    let range = checked.tree.ranges[place]
    return Substring(text).utf8.dropFirst(range.lowerBound).prefix(range.count)
  }

  private func isWritten(_ place: Int) -> Bool {
    text.utf8.dropFirst(checked.tree.ranges[place].lowerBound).first != UInt8(ascii: "$")
  }
}

extension Node {
  fileprivate var isComparison: Bool { if case .comparison = self { true } else { false } }
}
