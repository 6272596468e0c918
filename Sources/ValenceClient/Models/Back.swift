/// The way back: the transition that showed the present form or screen is undone, and what is below is asked for again.
public struct Back: WireModel {
  /// How it is undone.
  public var transition: Transition? { wire.record("transition") }
  /// A passing note to show.
  public var message: String? { wire["message"]?.string }
  /// All members, as they came.
  public let wire: Members

  /// Any object.
  public init(_ members: Members) { wire = members }
}
