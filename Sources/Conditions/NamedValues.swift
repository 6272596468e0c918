public import Dates
public import JSON

extension Condition {
  /// Returns true if the condition holds for values by name.
  ///
  /// The variable `$name` and the key `name` of SELF both read the member `name`. A missing member
  /// is nil. This is the short way for conditions of an open scope. To evaluate one condition many
  /// times, bind its variables to slots in a `Scope` and call `holds(in:)`, which reads no names.
  ///
  /// - Parameters:
  ///   - values: The values by name.
  ///   - today: The bank's date, for `today()`; nil if the condition does not read it.
  /// - Throws: `EvaluationError` like `holds(in:)`, also if the scope binds a variable to a slot.
  public func holds(_ values: Object, today: CivilDate? = nil) throws(EvaluationError) -> Bool {
    // A slot of the scope has no name. Without a value, its read throws.
    let isOpen = reads.outer.elementsEqual(reads.variables.indices)
    return try holds(
      in: ConditionInput(
        values: isOpen ? reads.variables.map { values[$0] ?? .null } : [], object: .object(values), today: today))
  }
}
