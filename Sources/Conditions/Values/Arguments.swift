import JSON

/// The arguments of a call; up to three need no list in memory.
struct Arguments {
  private var first = Value.null
  private var second = Value.null
  private var third = Value.null
  private var others: [Value] = []
  /// The number of arguments.
  private(set) var count = 0

  /// Adds an argument.
  mutating func append(_ value: Value) {
    switch count {
    case 0: first = value
    case 1: second = value
    case 2: third = value
    default: others.append(value)
    }
    count += 1
  }

  /// The argument at an index from 0 to `count`.
  subscript(index: Int) -> Value {
    switch index {
    case 0: first
    case 1: second
    case 2: third
    default: others[index - 3]
    }
  }

  /// True if an argument is nil.
  var hasNull: Bool {
    count > 0 && first.isNull || count > 1 && second.isNull || count > 2 && third.isNull
      || others.contains(where: \.isNull)
  }

  /// All arguments.
  var all: [Value] { [first, second, third].prefix(count) + others }

  /// Creates arguments from a list.
  init(_ values: [Value]) { for value in values { append(value) } }

  /// Creates none.
  init() {}
}
