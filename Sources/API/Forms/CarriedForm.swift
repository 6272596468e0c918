import Atoms
import JSON
import Operations

extension OperationForms {
  /// Values that were converted from one version of an operation to another.
  struct Carried {
    let from: String
    let to: String
    let values: CarriedValues
  }

  /// Values and the version of the operation that validates them.
  struct CarriedForm {
    let operation: Operation
    let values: Object
    /// The conversion; nil if the version of the values is still accepted.
    let carried: Carried?
  }

  /// Returns the values in their own version while it is accepted, otherwise converted to the
  /// current version.
  func carry(_ values: Object, from version: String, of current: Operation, _ call: Call) throws -> CarriedForm {
    if let drawn = try definitions.judging(current.id, version: version) {
      return CarriedForm(operation: drawn, values: values, carried: nil)
    }
    let carried = CarriedValues(values, to: current, in: call.language, surroundings(of: call))
    return CarriedForm(
      operation: current, values: carried.values,
      carried: Carried(from: version, to: current.version, values: carried))
  }
}
