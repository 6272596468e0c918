/// Why a call has no answer to draw.
public enum Failure: Error {
  /// The server refused it and says why.
  case refused(Problem)
  /// Nobody knows whether it has arrived. Say so, lose nothing that was entered, and send the same again.
  case unreachable(any Error)
  /// What came is not the wire format: a proxy's page, an answer that was cut off. Treat it as the former.
  case unreadable(status: Int)
  /// The address leads elsewhere: give it to the system, which does not get the token.
  case foreign(String)
}
