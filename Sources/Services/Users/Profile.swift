package import Model
import DataAccess
import RussianPayments
import Storage

/// The data of a person that the person can change: name and phone number.
package struct Profile: Sendable, Equatable {
  /// The display name, 1 to 160 characters that are valid in payments. Payments contain it as the
  /// payer's name.
  package let name: String
  /// The phone number; nil if the person has none.
  let phone: Telephone?

  /// Creates a profile. Throws a `ProfileRefusal` if a value is invalid.
  package init(name: String, phone: String?) throws(ProfileRefusal) {
    if PartyName.verify(name) != nil { throw .badName }
    if let phone {
      guard PhoneNumber.verify(phone) == nil, let number = Telephone(phone) else { throw .badPhone }
      self.phone = number
    } else {
      self.phone = nil
    }
    self.name = name
  }
}

/// A change of a person's profile. Members without a value remain unchanged.
package struct ProfileChange: Sendable {
  /// The new name; nil for no change.
  package var name: String?
  /// The new phone number. `.some(nil)` removes it; nil for no change.
  package var phone: String??

  package init() {}
}

extension Users {
  /// Changes the person's profile and returns the person; nil if the person does not exist.
  ///
  /// The phone number for one-time codes does not change. Only a signed submission changes it.
  /// - Throws a `ProfileRefusal` if a new value violates a rule.
  /// - Throws `ChangedMeanwhile` if `fits` returns false for the stored person.
  package func change(
    _ id: PersonID, _ change: ProfileChange, if fits: @escaping @Sendable (Person) -> Bool = { _ in true }
  ) -> Deferred<Person?> {
    store.deferredWrite(locking: [.person(id)]) { transaction in
      try transaction.requireNotErased(id)
      let people = PersonDAO(transaction)
      guard let person = try people.find(id) else { return nil }
      // Unchanged members are not validated, because they may be older than the rules.
      let wanted = try Profile(name: change.name ?? "-", phone: change.phone ?? nil)
      guard fits(person) else { throw ChangedMeanwhile() }
      try people.setProfile(
        id, name: change.name == nil ? person.name : wanted.name,
        phone: change.phone == nil ? person.phone : wanted.phone?.rawValue)
      try audit.record(.personChanged, by: .person(id), of: .person(id), transaction)
      return try people.find(id)
    }
  }

  /// Returns the effect of submitting this profile. If the submission is signed, one-time codes go
  /// to its phone number from then on.
  package func effect(_ profile: Profile) -> Effect {
    Effect(
      check: { _, _ in nil },
      execute: { transaction, submission in
        try PersonDAO(transaction).setProfile(
          submission.person, name: profile.name, phone: profile.phone?.rawValue,
          isSigned: submission.method != nil)
        let person = submission.person
        try audit.record(.personChanged, by: .person(person), of: .person(person), transaction)
        return .executed
      }
    ).here.on { transaction, id in
      let people = PersonDAO(transaction)
      let person = try people.find(id)
      return [person?.name, person?.phone, try people.codePhone(id)].map { $0.map { "+\($0)" } ?? "-" }
        .joined(separator: "\n")
    }
  }

  /// Returns the phone number for the person's one-time codes; nil if the person has none.
  package func codePhone(_ id: PersonID) throws -> String? { try store.read { try PersonDAO($0).codePhone(id) } }
}

/// Reasons why a profile is not changed.
package enum ProfileRefusal: Refusal, Equatable {
  /// The name is empty, too long, or has a character that is invalid in payments.
  case badName
  /// The phone number is malformed.
  case badPhone

  /// The reason as a code.
  package var code: String {
    switch self {
    case .badName: "name"
    case .badPhone: "phone"
    }
  }
}
