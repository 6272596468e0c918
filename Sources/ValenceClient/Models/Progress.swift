/// What a tap has led to: what became of it, and what is shown next.
public struct Progress: WireModel {
  /// What was submitted.
  public var submission: Submission? { wire.record("submission") }
  /// The session that was opened.
  public var session: Session? { wire.record("session") }
  /// What is shown next.
  public var next: Document? { wire.next }
  /// All members, as they came.
  public let wire: Members

  /// Any object.
  public init(_ members: Members) { wire = members }
}
