/// The flow of several steps that a form or a screen is a step of.
public struct Flow: WireModel, Identifiable {
  /// Its id.
  public let id: String
  /// What it is called.
  public var title: String? { wire["title"]?.string }
  /// The step.
  public var step: String? { wire["step"]?.string }
  /// The step's number, from 1.
  public var place: Int? { wire["place"]?.integer }
  /// Where its present step is, on any device.
  public var href: String? { wire["href"]?.string }
  /// All members, as they came.
  public let wire: Members

  /// Reads `id`.
  public init(_ members: Members) throws(Unreadable) {
    id = try members.text("id", of: "flow")
    wire = members
  }
}
