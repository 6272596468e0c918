package import JSON

extension Operation {
  /// Returns values by id in wire form for storage, without passwords and codes.
  func stored(_ values: Object, inside template: ItemTemplate? = nil) -> Object {
    Object(
      unique: values.members.compactMap { member in
        guard let atom = atom(named: member.name, inside: template), let input = atom.input, !input.isSecret
        else { return nil }
        return Object.Member(name: member.name, value: wire(member.value, of: atom, input))
      })
  }

  /// Returns a value in wire form. Items of a repeat contain no secrets.
  func wire(_ value: Value, of atom: Atom, _ kind: any InputKind) -> Value {
    guard let template = atom.template, case .array(let items) = value else { return kind.wire(value) }
    return .array(items.map { .object(stored($0.object ?? Object(), inside: template)) })
  }

  /// Returns posted values without passwords and codes. Members that are not inputs are kept.
  package func withoutSecrets(_ posted: Object) -> Object {
    // Items of a repeat contain no secrets.
    guard atoms.contains(where: { $0.input?.isSecret == true }) else { return posted }
    return withoutSecrets(posted, inside: nil, keepingOthers: true)
  }

  /// Returns the posted values for a draft: inputs without secrets, as entered.
  package func draftable(_ values: Object) -> Object { withoutSecrets(values, inside: nil, keepingOthers: false) }

  private func withoutSecrets(
    _ posted: Object, inside template: ItemTemplate?, keepingOthers: Bool
  ) -> Object {
    Object(
      unique: posted.members.compactMap { member in
        let atom = atom(named: member.name, inside: template)
        if atom?.input?.isSecret == true || (atom?.input == nil && !keepingOthers) { return nil }
        guard let template = atom?.template, case .array(let items) = member.value else { return member }
        let plain = items.map { item in
          item.object.map { .object(withoutSecrets($0, inside: template, keepingOthers: keepingOthers)) } ?? item
        }
        return Object.Member(name: member.name, value: .array(plain))
      })
  }

  private func atom(named id: String, inside template: ItemTemplate?) -> Atom? {
    (template == nil ? place(of: id) : template?.place(of: id)).map { atoms[$0] }
  }
}
