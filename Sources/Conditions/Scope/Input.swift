public import JSON

/// What a condition is evaluated over.
public struct Input: Sendable {
  /// The values of the operation by slot.
  public var values: [Value]
  /// The values of the repeat item by slot; empty outside of a repeat.
  public var item: [Value]
  /// SELF.
  public var object: Value
  /// Today's date in the time zone of the bank; nil makes `today()` an evaluation error.
  public var today: CivilDate?

  /// These values; nothing is copied.
  public init(values: [Value], item: [Value] = [], object: Value = .null, today: CivilDate? = nil) {
    self.values = values
    self.item = item
    self.object = object
    self.today = today
  }

  /// These values on the day written `YYYY-MM-DD`; any other text leaves the day unknown.
  public init(values: [Value], item: [Value] = [], object: Value = .null, today: String) {
    self.init(values: values, item: item, object: object, today: CivilDate(today))
  }
}
