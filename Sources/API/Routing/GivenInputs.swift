import Atoms
import Essentials
import Operations

/// The inputs of a module that a query or a link gives, by name.
struct GivenInputs {
  /// The values, as they were written.
  private(set) var values: [String: String] = [:]
  /// The violations of inputs, each at its name.
  private(set) var violations: [Violation] = []

  /// Takes the values of `pairs` for `ports`.
  init(_ pairs: [(name: String, value: String)], for ports: [Port]) {
    for (name, value) in pairs {
      guard let port = ports[name] else {
        violations.append(Self.violation("unknown", "такого параметра нет", "there is no such parameter").at(name))
        continue
      }
      guard values.updateValue(value, forKey: name) == nil else {
        violations.append(Self.violation("twice", "параметр стоит дважды", "the parameter stands twice").at(name))
        continue
      }
      if !port.takes(text: value) {
        violations.append(
          Self.violation("type", "не значение этого параметра", "not a value of this parameter").at(name))
      }
    }
    for port in ports where port.isRequired && values[port.name] == nil {
      violations.append(Self.violation("required", "параметр нужен", "the parameter is needed").at(port.name))
    }
  }

  private static func violation(_ code: String, _ ru: String, _ en: String) -> Violation {
    Violation(check: code, message: LocalizedText(ru: ru, en: en))
  }
}
