import JSON

/// The kind of a value at run time, as messages name it.
public enum ValueKind: String, Sendable, Hashable {
  case `nil` = "nil"
  case boolean = "a Boolean"
  case number = "a number"
  case text = "text"
  case list = "a list"
  case dictionary = "a dictionary"

  /// The kind of that value.
  init(_ value: borrowing Value) {
    switch value {
    case .null: self = .nil
    case .bool: self = .boolean
    case .integer, .decimal, .float: self = .number
    case .string: self = .text
    case .array: self = .list
    case .object: self = .dictionary
    }
  }
}
