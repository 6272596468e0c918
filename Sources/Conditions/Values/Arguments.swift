import JSON

/// The arguments of a call; up to three are stored without an array.
struct Arguments {
  private var first = Value.null
  private var second = Value.null
  private var third = Value.null
  private var others: [Value] = []
  private(set) var count = 0

  mutating func append(_ value: Value) {
    switch count {
    case 0: first = value
    case 1: second = value
    case 2: third = value
    default: others.append(value)
    }
    count += 1
  }

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

  var all: [Value] { [first, second, third].prefix(count) + others }

  init(_ values: [Value]) { for value in values { append(value) } }

  init() {}
}
