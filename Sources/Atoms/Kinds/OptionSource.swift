import Conditions
package import JSON

/// Where the options of a choice come from.
package enum OptionSource: Sendable {
  /// Written in the definition.
  case literal([Choice])
  /// A list among the facts of the caller, such as `accounts`: records with `value` and `caption`.
  case fact(String)
  /// An expression that gives a list of records with `value` and `caption`, such as the list in a look-up's answer.
  case expression(SourceNode)
}

/// One option written in a definition.
package struct Choice: Sendable {
  /// What is posted when it is chosen.
  package let value: Value
  /// What the person sees.
  package let caption: LocalizedText
  /// What else is known of it, for `filter`.
  var details: [(name: String, value: Value)] = []

  /// The option as clients see it.
  func record(in language: Language) -> Value {
    .object(Object([("value", value), ("caption", .string(caption[language]))] + details.map { ($0.name, $0.value) }))
  }

  /// The fields that a filter over these options may read; one that not all have may be nil.
  static func fields(of choices: [Choice]) -> [Field] {
    var fields: [(name: String, type: ValueType)] = []
    for choice in choices {
      for (name, value) in [("value", choice.value), ("caption", .string(choice.caption.ru))] + choice.details {
        let type = ValueType(of: value)
        if let place = fields.firstIndex(where: { $0.name == name }) {
          fields[place].type = fields[place].type.or(type)
        } else {
          fields.append((name, type))
        }
      }
    }
    return fields.map { Field($0.name, $0.type) }
  }
}

extension ValueType {
  /// The type of a single value that stands in a definition.
  fileprivate init(of value: Value) {
    switch value {
    case .bool: self = .boolean
    case .integer: self = .integer
    case .decimal: self = .number
    case .string: self = .text
    default: self = .any
    }
  }

  /// The type that holds the values of both.
  fileprivate func or(_ other: ValueType) -> ValueType {
    switch (self, other) {
    case (.integer, .number), (.number, .integer): .number
    default: self == other ? self : .any
    }
  }
}
