public import Dates
import JSON

/// Evaluates conditions from lines of JSON, for programs in other languages.
///
///     var evaluator = LineEvaluator(today: CivilDate("2026-04-01"))
///     let line = #"{"id": 1, "format": "$a == 1", "vars": {"a": 1}}"#
///     evaluator.answer(Array(line.utf8))  // {"id":1,"result":true}
///
/// A request line has these members:
/// - `format`: the condition; required
/// - `id`: any value, returned in the response
/// - `vars`: an object with the values of the variables
/// - `object`: the value of SELF; an empty object by default
///
/// A response line has `id`, `result` and, unless `result` is true or false, a `message`. The
/// `result` is one of
/// - true or false,
/// - `"parse-error"` if the condition has faults,
/// - `"eval-error"` if the condition has no result,
/// - `"input-error"` if the line is not a valid request.
///
/// Every line gets a response. Compiled conditions are cached.
public struct LineEvaluator {
  /// Maximum number of cached conditions; the cache is cleared when it is full.
  private static let capacity = 4096

  private let today: CivilDate?
  private let calendar: BusinessCalendar
  private var compiled: [String: Result<Condition, Faults>] = [:]

  /// Creates an evaluator.
  ///
  /// - Parameters:
  ///   - today: The date that `today()` returns; if nil, `today()` is an evaluation error.
  ///   - calendar: The business calendar; by default, only Saturdays and Sundays are days off.
  public init(today: CivilDate?, calendar: BusinessCalendar = BusinessCalendar()) {
    (self.today, self.calendar) = (today, calendar)
  }

  /// Returns the response to a request line.
  ///
  /// - Parameter line: One request as UTF-8 JSON, nested at most `Limits.greatestDepth` levels, at
  ///   most 64 MiB.
  /// - Returns: The response as UTF-8 JSON without a line terminator.
  public mutating func answer(_ line: [UInt8]) -> [UInt8] {
    let question: Value
    do throws(SyntaxError) {
      question = try Value(reading: line, limits: Limits(depth: Limits.greatestDepth, size: 64 << 20))
    } catch {
      return written(.null, .failure("input-error", "\(error)"))
    }
    let id = question["id"] ?? .null
    guard question.object != nil else { return written(id, .failure("input-error", "the line is not a JSON object")) }
    guard let format = question["format"]?.string else {
      return written(id, .failure("input-error", "`format` is missing or not text"))
    }
    var variables = Object()
    switch question["vars"] {
    case nil, .null?: break
    case .object(let object)?: variables = object
    default: return written(id, .failure("input-error", "`vars` is not an object"))
    }
    return written(id, outcome(format, variables, question["object"] ?? .object(Object())))
  }

  /// The outcome of a line: a result, or a kind of error with its message.
  private enum Outcome {
    case result(Bool)
    case failure(String, String)
  }

  private mutating func outcome(_ format: String, _ variables: Object, _ object: Value) -> Outcome {
    switch condition(format, variables) {
    case .failure(let faults):
      return .failure(
        "parse-error", faults.all.map { LineEvaluator.placed($0.message, $0.range, format) }.joined(separator: "; "))
    case .success(let condition):
      do throws(EvaluationError) {
        let input = ConditionInput(
          values: variables.members.map(\.value), object: object, today: today, calendar: calendar)
        return .result(try condition.holds(in: input))
      } catch {
        return .failure(
          "eval-error", error.range.map { LineEvaluator.placed(error.description, $0, format) } ?? error.description)
      }
    }
  }

  /// Compiles the condition in a scope of these variables, or returns a cached condition.
  ///
  /// Evaluation fails for any other variable, because it has no value.
  private mutating func condition(_ format: String, _ variables: Object) -> Result<Condition, Faults> {
    var key = format
    for member in variables.members { key += "\0" + member.name }
    if let known = compiled[key] { return known }
    var scope = Scope()
    for (slot, member) in variables.members.enumerated() {
      scope.variables[member.name] = Binding(slot: .outer(slot), type: .any)
    }
    let result = Result { () throws(Faults) in try Condition(format, in: scope) }
    if compiled.count >= LineEvaluator.capacity { compiled.removeAll(keepingCapacity: true) }
    compiled[key] = result
    return result
  }

  private static func placed(_ message: String, _ range: Range<Int>, _ text: String) -> String {
    let (line, column) = Fault(range: range, message: message).position(in: text)
    return "\(line):\(column): \(message)"
  }

  private func written(_ id: Value, _ outcome: Outcome) -> [UInt8] {
    var writer = Writer(capacity: 64)
    writer.object { writer in
      writer.key("id")
      writer.value(id)
      switch outcome {
      case .result(let holds): writer.member("result", holds)
      case .failure(let kind, let message):
        writer.member("result", kind)
        writer.member("message", message)
      }
    }
    return writer.bytes
  }
}
