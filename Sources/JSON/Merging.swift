extension Value {
  /// The value changed by a merge patch (RFC 7396, section 2): members of objects one by one, null takes one away, and
  /// whatever is no object stands for the whole.
  public func merged(with patch: Value) -> Value {
    guard let changes = patch.object else { return patch }
    var result = object ?? Object()
    for change in changes.members {
      if case .null = change.value {
        result[change.name] = nil
      } else {
        result[change.name] = (result[change.name] ?? .null).merged(with: change.value)
      }
    }
    return .object(result)
  }
}
