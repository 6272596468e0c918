extension Atom {
  /// How many characters a text has.
  public var length: Int? { members["length"]?.integer }
  /// The fewest characters of a text.
  public var minLength: Int? { members["minLength"]?.integer }
  /// The most characters of a text.
  public var maxLength: Int? { members["maxLength"]?.integer }
  /// The regular expression of a text.
  public var pattern: String? { members["pattern"]?.string }
  /// The least number, amount or date, as it is on the wire.
  public var minimum: String? { members["min"]?.string }
  /// The greatest number, amount or date.
  public var maximum: String? { members["max"]?.string }
  /// The decimal places of a number or an amount.
  public var scale: Int? { members["scale"]?.integer }
  /// The currency of an amount.
  public var currency: String? { members["currency"]?.string }
  /// Whether the items of a repeat come from a list, so that nobody adds or removes any.
  public var isFixed: Bool { members["fixed"]?.bool ?? false }
  /// The fewest items of a repeat.
  public var fewestItems: Int { members["min"]?.integer ?? 0 }
  /// The most items of a repeat.
  public var mostItems: Int { members["max"]?.integer ?? .max }
}
