import Model

/// What an attempt to log in is counted by: keyed digests, so that the database tells nobody's login or address.
struct LoginAttempt: Sendable {
  let pair: [UInt8]
  let login: [UInt8]
  let address: [UInt8]
  /// Who has that login; nil where nobody does.
  let person: PersonID?
}
