/// A text about a value: information or success.
///
///     if let note = atom.note {
///       Text(note.message).foregroundStyle(note.severity == .success ? .green : .secondary)
///     }
public struct Note: WireModel {
  /// The severity of a note. A newer server may send others. Draw them like ``info``.
  public struct Severity: RawRepresentable, Sendable, Hashable {
    /// The name in the wire format.
    public let rawValue: String
    /// Creates a severity with this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Information.
    public static let info = Severity(rawValue: "info")
    /// Success.
    public static let success = Severity(rawValue: "success")
  }

  /// The severity.
  public let severity: Severity
  /// The text.
  public let message: String
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads a note. Throws ``Unreadable`` if `severity` or `message` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    severity = Severity(rawValue: try members.text("severity", of: "note"))
    message = try members.text("message", of: "note")
    wire = members
  }
}
