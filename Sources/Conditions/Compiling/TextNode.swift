import JSON

/// A text that a comparison reads piece by piece, without creating a string.
///
/// Unless documented otherwise, an `Int32` is the index of an earlier node of the same program. A
/// node contains no references, so copying it does no reference counting.
enum TextNode: Sendable {
  case slot(Int32)
  case constant(Int32)
  /// Consecutive texts of the program; a comparison by `IN` searches them for an equal text.
  case constants(first: Int32, count: Int32)
  /// The text value of an operand.
  case operand(Int32)
  /// Two texts joined.
  case pair(Int32, Int32)
  /// The texts of the list in an outer slot, with a separator between them.
  case list(slot: Int32, separator: Int32)
  /// At most `count` characters, beginning with character `start`, counted from 0.
  case substring(Int32, start: Int, count: Int)
  /// A text without leading and trailing whitespace.
  case trimmed(Int32)
  /// The part at `index` between the occurrences of a separator.
  case part(Int32, separator: Int32, index: Int32)
  case replaced(Int32, target: Int32, replacement: Int32)
  /// A text padded to a length, at its start or its end.
  case padded(Int32, length: Int32, fill: Int32, before: Bool)
  case cased(Int32, upper: Bool)
  /// The number in an outer slot, in plain digits with `places` decimal places.
  case number(slot: Int32, places: Int32)
}

extension TextNode {
  /// Maximum depth of nested functions that are read piece by piece; each level needs stack space.
  static let maxDepth = 6

  /// True if the text already exists as a string.
  var isLeaf: Bool {
    switch self {
    case .slot, .constant, .operand: true
    default: false
    }
  }
}

extension Compiler {
  /// Emits the text nodes of an equality comparison; nil unless a function produces one of the
  /// texts.
  mutating func pieces(_ comparison: Comparison, _ left: Int, _ right: Int) -> Branch.Question? {
    guard comparison.modifier == nil, comparison.options.isEmpty,
      comparison.relation == .equal || comparison.relation == .notEqual || comparison.relation == .within
    else { return nil }
    let (nodes, constants) = (textNodes.count, texts.count)
    if comparison.relation == .within {
      if let text = textNode(left, TextNode.maxDepth), !textNodes[Int(text)].isLeaf, let list = list(right) {
        return .pieces(comparison, left: Int32(left), right: Int32(right), text: text, expected: list)
      }
    } else if let a = textNode(left, TextNode.maxDepth), let b = textNode(right, TextNode.maxDepth) {
      let (first, second) = textNodes[Int(a)].isLeaf ? (b, a) : (a, b)
      if !textNodes[Int(first)].isLeaf {
        return .pieces(
          comparison, left: Int32(left), right: Int32(right), text: first, expected: second)
      }
    }
    textNodes.removeLast(textNodes.count - nodes)
    texts.removeLast(texts.count - constants)
    return nil
  }

  /// Emits the node of a short constant list of texts; nil for any other list.
  private mutating func list(_ place: Int) -> Int32? {
    guard case .constant(.array(let elements)) = operands[place], elements.count < StepBudget.minimum else {
      return nil
    }
    let first = texts.count
    for element in elements {
      guard case .string(let text) = element else { return nil }
      texts.append(text)
    }
    return add(.constants(first: Int32(first), count: Int32(elements.count)))
  }

  /// Emits the nodes of an operand and its parts; nil if the operand cannot be read piece by piece.
  private mutating func textNode(_ place: Int, _ depth: Int) -> Int32? {
    guard depth > 0 else { return nil }
    switch operands[place] {
    case .constant(.string(let text)):
      texts.append(text)
      return add(.constant(Int32(texts.count - 1)))
    case .outer(let slot): return Int32(exactly: slot).map { add(.slot($0)) }
    case .item, .local, .objectKey: return add(.operand(Int32(place)))
    case .key(let base, _):
      guard case .outer = operands[base] else { return nil }
      return add(.operand(Int32(place)))
    case .index(let list, let index):
      guard case .builtin(.split, let arguments) = operands[list], arguments.count == 2,
        let number = count(index), let text = textNode(arguments[0], depth - 1),
        let separator = textNode(arguments[1], depth - 1)
      else { return nil }
      return add(.part(text, separator: separator, index: number))
    case .builtin(let builtin, let arguments) where builtin.takes(arguments.count):
      return textNode(builtin, arguments, depth - 1)
    default: return nil
    }
  }

  private mutating func textNode(_ builtin: Builtin, _ arguments: [Int], _ depth: Int) -> Int32? {
    switch builtin {
    case .concat: return joined(arguments, separator: nil, depth)
    case .join: return joined(arguments[0], separator: arguments[1], depth)
    case .text:
      guard case .outer(let place) = operands[arguments[0]], let slot = Int32(exactly: place), arguments.count == 2,
        let places = count(arguments[1])
      else { return nil }
      return add(.number(slot: slot, places: places))
    case .uppercase, .lowercase, .trim, .substring, .replace, .padStart, .padEnd: break
    default: return nil
    }
    guard let text = textNode(arguments[0], depth) else { return nil }
    switch builtin {
    case .uppercase: return add(.cased(text, upper: true))
    case .lowercase: return add(.cased(text, upper: false))
    case .trim: return add(.trimmed(text))
    case .substring:
      guard let start = count(arguments[1]) else { return nil }
      guard arguments.count > 2 else { return add(.substring(text, start: Int(start), count: .max)) }
      return count(arguments[2]).map { add(.substring(text, start: Int(start), count: Int($0))) }
    case .replace:
      guard let target = textNode(arguments[1], depth), let replacement = textNode(arguments[2], depth) else {
        return nil
      }
      return add(.replaced(text, target: target, replacement: replacement))
    default:
      guard let length = count(arguments[1]) else { return nil }
      var fill: Int32?
      if arguments.count > 2 {
        fill = textNode(arguments[2], depth)
      } else {
        texts.append(" ")
        fill = add(.constant(Int32(texts.count - 1)))
      }
      return fill.map { add(.padded(text, length: length, fill: $0, before: builtin == .padStart)) }
    }
  }

  /// Emits the node of a `join` call over a list in a slot or over a list of at least two texts.
  ///
  /// A list of one text is excluded: its node would not read the separator, but the function does.
  private mutating func joined(_ list: Int, separator: Int, _ depth: Int) -> Int32? {
    switch operands[list] {
    case .list(let elements) where elements.count > 1: return joined(elements, separator: separator, depth)
    case .outer(let place):
      guard let slot = Int32(exactly: place), let between = textNode(separator, depth) else { return nil }
      return add(.list(slot: slot, separator: between))
    default: return nil
    }
  }

  private mutating func joined(_ parts: [Int], separator: Int?, _ depth: Int) -> Int32? {
    guard parts.count <= TextNode.maxDepth, let first = parts.first, var whole = textNode(first, depth) else {
      return nil
    }
    var between: Int32?
    if let separator {
      between = textNode(separator, depth)
      if between == nil { return nil }
    }
    for part in parts.dropFirst() {
      if let between { whole = add(.pair(whole, between)) }
      guard let next = textNode(part, depth) else { return nil }
      whole = add(.pair(whole, next))
    }
    return whole
  }

  /// Returns a constant count or index; nil for any other operand.
  private func count(_ place: Int) -> Int32? {
    guard case .constant(.integer(let number)) = operands[place], number >= 0 else { return nil }
    return Int32(exactly: number)
  }

  private mutating func add(_ node: TextNode) -> Int32 {
    textNodes.append(node)
    return Int32(textNodes.count - 1)
  }
}
