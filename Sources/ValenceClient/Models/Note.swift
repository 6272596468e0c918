/// A text that stands at a value: an information, or that all is well.
///
///     if let note = atom.note { Text(note.message).foregroundStyle(note.severity == .success ? .green : .secondary) }
public struct Note: WireModel {
  /// The sort of a note. A newer server may send others: show these as an information.
  public struct Severity: RawRepresentable, Sendable, Hashable {
    /// The name on the wire.
    public let rawValue: String
    /// Creates the severity of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// An information.
    public static let info = Severity(rawValue: "info")
    /// All is well.
    public static let success = Severity(rawValue: "success")
  }

  /// The sort of the note.
  public let severity: Severity
  /// The text.
  public let message: String
  /// All members.
  public let wire: Members

  /// Reads a note. Throws ``Unreadable`` without `severity` or `message`.
  public init(_ members: Members) throws(Unreadable) {
    severity = Severity(rawValue: try members.text("severity", of: "note"))
    message = try members.text("message", of: "note")
    wire = members
  }
}
