extension Value {
  /// The value changed by a merge patch (RFC 7396, section 2): members of objects one by one, null takes one away, and
  /// whatever is no object stands for the whole.
  public func merged(with patch: Value) -> Value {
    guard let changes = patch.object else { return patch }
    var members = object?.members ?? []
    var (places, removed) = (MemberPlaces(), Set<Int>())
    for change in changes.members {
      let place = places.place(of: change.name, in: members)
      switch (change.value, place) {
      case (.null, let place?): removed.insert(place)
      case (.null, nil): break
      case (_, let place?): members[place].value = members[place].value.merged(with: change.value)
      case (_, nil): members.append(Object.Member(name: change.name, value: Value.null.merged(with: change.value)))
      }
    }
    let kept = removed.isEmpty ? members : members.indices.filter { !removed.contains($0) }.map { members[$0] }
    return .object(Object(unique: kept))
  }
}
