import Atoms
import JSON
import Model

extension EntityJSON {
  /// Reads a merge patch (RFC 7396) of a record. Null restores the value in `first`.
  ///
  /// Throws `invalid-values` with all errors. Unknown members are errors.
  func patch(_ members: Object, first: Record) throws(Problem) -> [FieldOverride<Record>] {
    var (place, names) = (0, [String]())
    var (changes, violations) = ([FieldOverride<Record>](), [Violation]())
    for value in repeat each entity.take(first) {
      defer { place += 1 }
      guard let name = parts[place].names.first else { continue }
      names.append(name)
      guard let member = members[name] else { continue }
      let form = parts[place].field.form
      if let value = type(of: value).read(patched: member, as: form, first: value) {
        changes.append(FieldOverride(place: place, value: value))
      } else {
        let isWord = member.string != nil && type(of: value).schemas(as: form)[0]["enum"] != nil
        violations.append(Violation(isWord ? "option" : "type").at(name))
      }
    }
    for name in members.names where !names.contains(name) { violations.append(Violation("unknown").at(name)) }
    guard violations.isEmpty else { throw Problem(.invalidValues).violations(violations) }
    return changes
  }

  /// Returns the record with the `given` fields replaced.
  func replacing(_ given: [FieldOverride<Record>], in record: Record) -> Record {
    var place = 0
    func value<One>(_ present: One) -> One {
      defer { place += 1 }
      for given in given where given.place == place {
        if let value = given.value as? One { return value }
      }
      return present
    }
    return entity.make(repeat value(each entity.take(record)))
  }
}

extension JSONConvertible {
  /// Returns the value of a member of a patch: null returns `first`. Returns nil if the type is
  /// wrong.
  fileprivate static func read(patched member: Value, as form: EntityField.Form, first: Self) -> Self? {
    member.isNull ? first : read([member], as: form)
  }
}
