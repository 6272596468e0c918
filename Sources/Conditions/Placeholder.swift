public import JSON
public enum Slot: Hashable, Sendable { case outer(Int), item(Int) }
public struct Field: Sendable, Hashable { public let name: String; public let type: ValueType; public init(_ name: String, _ type: ValueType) { self.name = name; self.type = type } }
public indirect enum ValueType: Sendable, Hashable { case any, boolean, integer, number, text, date, list(ValueType), record([Field]) }
public struct Binding: Sendable { public init(slot: Slot, type: ValueType, options: [Value]? = nil) {} }
public struct EvaluationError: Error {}
public struct Function: Sendable { public init(name: String, parameters: [ValueType], optionalParameters: Int = 0, result: ValueType, evaluate: @escaping @Sendable ([Value]) throws(EvaluationError) -> Value) {} }
public enum ObjectScope: Sendable { case open, fields([Field]), none }
public struct Scope: Sendable {
  public var variables: [String: Binding] = [:]
  public var names: [String: Binding] = [:]
  public var definitions: [String: Condition] = [:]
  public var functions: [String: Function] = [:]
  public var object: ObjectScope = .open
  public init() {}
}
public struct Fault: Error, Sendable { public var range: Range<Int>; public var message: String }
public struct Faults: Error, Sendable { public var all: [Fault] }
public struct Reads: Sendable { public var outer: [Int] }
public struct Condition: Sendable {
  public init(_ text: String, in scope: Scope = Scope(), subject: String? = nil) throws(Faults) { reads = Reads(outer: []) }
  public var reads: Reads
  public var call: (function: String, arguments: [Expression])? { nil }
  public func holds(in input: Input) throws(EvaluationError) -> Bool { true }
}
public struct Expression: Sendable {
  public init(_ text: String, in scope: Scope = Scope()) throws(Faults) { reads = Reads(outer: []) }
  public var reads: Reads
  public func value(in input: Input) throws(EvaluationError) -> Value { .null }
}
public struct Input: Sendable { public var values: [Value]; public var object: Value = .null; public init(values: [Value], today: String? = nil) { self.values = values } }
