public import JSON

/// A function that is given to conditions from outside, such as the verification `isInn`.
///
/// It is pure: the same arguments give the same result. A Boolean one may stand as a condition of its own.
public struct Function: Sendable {
  /// The name that stands before the bracket.
  public let name: String
  /// The types of the arguments, optional ones last.
  public let parameters: [ValueType]
  /// How many of the last parameters may be left out.
  public let optionalParameters: Int
  /// The type of the result.
  public let result: ValueType
  /// Answers for arguments, of which there are as many as `parameters` allow.
  public let evaluate: @Sendable ([Value]) throws(EvaluationError) -> Value

  /// A function of that name and signature.
  public init(
    name: String, parameters: [ValueType], optionalParameters: Int = 0, result: ValueType,
    evaluate: @escaping @Sendable ([Value]) throws(EvaluationError) -> Value
  ) {
    self.name = name
    self.parameters = parameters
    self.optionalParameters = optionalParameters
    self.result = result
    self.evaluate = evaluate
  }
}
