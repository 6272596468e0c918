public import Dates
public import JSON

/// The values over which a condition or an expression is evaluated.
///
///     let scope = Scope(variables: ["from": Binding(slot: .outer(0), type: .date)])
///     let condition = try Condition("year($from) == year(today())", in: scope)
///     let input = ConditionInput(values: ["2026-01-31"], today: "2026-04-01")
///     try condition.holds(in: input)  // true
public struct ConditionInput: Sendable {
  /// The values of the operation, by outer slot.
  public var values: [Value]
  /// The values of the current repeat item, by item slot; empty outside of a repeat.
  public var item: [Value]
  /// The value of SELF.
  public var object: Value
  /// Today's date in the bank's time zone; if nil, `today()` throws `EvaluationError`.
  public var today: CivilDate?

  /// The bank's calendar; if nil, `isBusinessDay` and `addBusinessDays` throw `EvaluationError`.
  public var calendar: BusinessCalendar?

  /// Creates an input.
  public init(
    values: [Value], item: [Value] = [], object: Value = .null, today: CivilDate? = nil,
    calendar: BusinessCalendar? = nil
  ) {
    self.values = values
    self.item = item
    self.object = object
    self.today = today
    self.calendar = calendar
  }

  /// Creates an input with a date in the form `YYYY-MM-DD`; any other text leaves `today` nil.
  public init(values: [Value], item: [Value] = [], object: Value = .null, today: String) {
    self.init(values: values, item: item, object: object, today: CivilDate(today))
  }
}

/// The place of a value in a `ConditionInput`.
public enum Slot: Hashable, Sendable {
  /// An index in `ConditionInput.values`.
  case outer(Int)
  /// An index in `ConditionInput.item`.
  case item(Int)
}

extension Slot: Comparable {
  /// Orders outer slots before item slots, and each by index.
  public static func < (left: Slot, right: Slot) -> Bool {
    switch (left, right) {
    case (.outer(let a), .outer(let b)), (.item(let a), .item(let b)): a < b
    case (.outer, .item): true
    case (.item, .outer): false
    }
  }
}

/// The inputs that a condition or an expression reads.
///
///     let reads = try Condition("today() > SELF.end AND start < $limit").reads
///     reads.readsClock  // true
///     reads.keys  // ["end", "start"]
///     reads.variables  // ["limit"]
///     reads.slots  // [.outer(0)]
public struct Reads: Sendable, Hashable {
  /// The slots, sorted and unique; includes the slots that its definitions read.
  public internal(set) var slots: [Slot] = []
  /// The keys of SELF, sorted and unique. Reading SELF as a whole adds none.
  public internal(set) var keys: [String] = []
  /// The variables without a binding, in source order; each is assigned the next free outer slot.
  public internal(set) var variables: [String] = []
  /// The names of the definitions that it uses directly, sorted and unique.
  public internal(set) var definitions: [String] = []
  /// The names of the scope functions that it or its definitions call, sorted and unique.
  public internal(set) var functions: [String] = []
  /// True if it reads SELF or a key of SELF.
  public internal(set) var readsObject = false
  /// True if it reads today's date.
  public internal(set) var readsClock = false
  /// True if it reads the bank's calendar.
  public internal(set) var readsCalendar = false
  /// True if it reads a constant of the scope's aliases, whose value may differ between uses.
  public internal(set) var readsConstants = false

  /// The indices of the outer slots, sorted.
  public var outer: [Int] { slots.compactMap { if case .outer(let place) = $0 { place } else { nil } } }

  /// Adds the inputs that a definition reads.
  mutating func merge(_ other: Reads) {
    slots.append(contentsOf: other.slots)
    keys.append(contentsOf: other.keys)
    functions.append(contentsOf: other.functions)
    readsObject = readsObject || other.readsObject
    readsConstants = readsConstants || other.readsConstants
    readsClock = readsClock || other.readsClock
    readsCalendar = readsCalendar || other.readsCalendar
  }

  /// Returns a copy with sorted and unique `slots`, `keys`, `definitions` and `functions`.
  func sorted() -> Reads {
    var reads = self
    reads.slots = Set(slots).sorted()
    reads.keys = Set(keys).sorted()
    reads.definitions = Set(definitions).sorted()
    reads.functions = Set(functions).sorted()
    return reads
  }
}

/// Inputs of a condition other than values.
package struct Ambient: OptionSet, Sendable {
  package let rawValue: UInt8
  /// Today's date.
  package static let clock = Ambient(rawValue: 1)
  /// The bank's calendar.
  package static let calendar = Ambient(rawValue: 2)

  /// Creates a set from raw bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }
}

extension Reads {
  /// The inputs that it reads other than values.
  package var ambient: Ambient {
    Ambient(rawValue: (readsClock ? Ambient.clock.rawValue : 0) | (readsCalendar ? Ambient.calendar.rawValue : 0))
  }
}
