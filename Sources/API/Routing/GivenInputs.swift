import Atoms
import Texts
import Operations

/// The values of a module's inputs from a query or a deep link.
struct GivenInputs {
  /// The unparsed values by input name.
  private(set) var values: [String: String] = [:]
  /// The errors, each with the name of its input.
  private(set) var violations: [Violation] = []

  /// Reads `pairs` as values of the inputs `ports`.
  ///
  /// Records a violation for:
  /// - a name that is not an input,
  /// - a repeated name, whose first value is replaced,
  /// - a value that its input does not accept,
  /// - a required input without a value.
  init(_ pairs: [(name: String, value: String)], for ports: [Port]) {
    for (name, value) in pairs {
      guard let port = ports[name] else {
        violations.append(Self.violation("unknown", "такого параметра нет", "unknown parameter").at(name))
        continue
      }
      guard values.updateValue(value, forKey: name) == nil else {
        violations.append(Self.violation("twice", "параметр стоит дважды", "the parameter is repeated").at(name))
        continue
      }
      if !port.takes(text: value) {
        violations.append(
          Self.violation("type", "не значение этого параметра", "not a valid value of this parameter").at(name))
      }
    }
    for port in ports where port.isRequired && values[port.name] == nil {
      violations.append(Self.violation("required", "параметр нужен", "the parameter is required").at(port.name))
    }
  }

  private static func violation(_ code: String, _ ru: String, _ en: String) -> Violation {
    Violation(check: code, message: LocalizedText(ru: ru, en: en))
  }
}
