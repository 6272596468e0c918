package import Model
import DataAccess
import RussianPayments
import Storage

/// The part of a person that the person may change: name and telephone number.
package struct Profile: Sendable, Equatable {
  /// The name to show, 1 to 160 characters that a payment carries: payments name the payer by it.
  package let name: String
  /// The telephone number; nil if there is none.
  let phone: Telephone?

  /// A profile; throws the `ProfileRefusal` that says what is wrong.
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

/// A change of a person's profile; members without a value stay as they are.
///
///     var change = ProfileChange()
///     change.phone = .some(nil)
///     let person = try services.users.change(caller.person, change).wait()
package struct ProfileChange: Sendable {
  /// The name; nil leaves it.
  package var name: String?
  /// The telephone number: `.some(nil)` removes it; nil leaves it.
  package var phone: String??

  /// No change.
  package init() {}
}

extension Users {
  /// Changes some of the person's profile and returns the person; nil if nobody has that id.
  ///
  /// One-time codes still go to the same number: that changes with a signature only.
  /// - Throws a `ProfileRefusal` if a new value breaks a rule.
  /// - Throws `ChangedMeanwhile` if `fits` returns false for the stored person.
  package func change(
    _ id: PersonID, _ change: ProfileChange, if fits: @escaping @Sendable (Person) -> Bool = { _ in true }
  ) -> Deferred<Person?> {
    store.deferredWrite(locking: [.person(id)]) { transaction in
      try transaction.requireNotErased(id)
      let people = PersonDAO(transaction)
      guard let person = try people.find(id) else { return nil }
      // Unchanged members are not judged again: they may be older than the rules.
      let wanted = try Profile(name: change.name ?? "-", phone: change.phone ?? nil)
      guard fits(person) else { throw ChangedMeanwhile() }
      try people.setProfile(
        id, name: change.name == nil ? person.name : wanted.name,
        phone: change.phone == nil ? person.phone : wanted.phone?.rawValue)
      try audit.record(.personChanged, by: .person(id), of: .person(id), transaction)
      return try people.find(id)
    }
  }

  /// The effect of submitting and signing this profile. Once it is signed, one-time codes go to its telephone number.
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

  /// The telephone number for the person's one-time codes; nil if there is none.
  package func codePhone(_ id: PersonID) throws -> String? { try store.read { try PersonDAO($0).codePhone(id) } }
}

/// Reasons why a profile is not changed.
package enum ProfileRefusal: Refusal, Equatable {
  /// The name is empty, too long, or has a character that no payment carries.
  case badName
  /// The telephone number is malformed.
  case badPhone

  /// The reason as a code.
  package var code: String {
    switch self {
    case .badName: "name"
    case .badPhone: "phone"
    }
  }
}
