package import Model
import Persistence
import Requisites
import Storage

/// The profile that people may change: name and telephone number.
package struct Profile: Sendable, Equatable {
  /// The name to show, 1 to 160 characters that a payment carries: it stands in payments as the payer's.
  package let name: String
  /// The telephone number; nil without one.
  package let phone: Telephone?

  /// Creates a profile; throws `ProfileRefusal` for an invalid one.
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

/// The refusal of a profile.
package enum ProfileRefusal: Refusal, Equatable {
  /// The name is empty, too long, or has a character that no payment carries.
  case badName
  /// The telephone number is none.
  case badPhone

  /// The reason as a code.
  package var code: String {
    switch self {
    case .badName: "name"
    case .badPhone: "phone"
    }
  }
}

/// A requested change of a profile: nil keeps a field.
package struct ProfileChange: Sendable {
  /// The name; nil if it stays.
  package var name: String?
  /// The new telephone number, an inner nil for none; nil keeps it.
  package var phone: String??

  /// Creates an empty change.
  package init() {}
}

extension Users {
  /// Changes some of the person's profile, and answers the person. One-time codes are sent where they were before: that
  /// changes with a signature only.
  package func change(_ id: PersonID, _ change: ProfileChange) -> Deferred<Person?> {
    store.deferredWrite(locking: [.person(id)]) { transaction in
      let people = PersonDAO(transaction)
      guard let person = try people.find(id) else { return nil }
      // A field that is kept is not validated: it may be older than the rules.
      let wanted = try Profile(name: change.name ?? "-", phone: change.phone ?? nil)
      try people.setProfile(
        id, name: change.name == nil ? person.name : wanted.name,
        phone: change.phone == nil ? person.phone : wanted.phone?.rawValue)
      try audit.record(.personChanged, by: .person(id), of: .person(id), transaction)
      return try people.find(id)
    }
  }

  /// Returns the effect of a submission of this profile. If it is signed, one-time codes go to the new number.
  package func effect(_ profile: Profile) -> Effect {
    Effect(
      check: { _, _ in nil },
      execute: { transaction, submission in
        try PersonDAO(transaction).setProfile(
          submission.person, name: profile.name, phone: profile.phone?.rawValue, by: submission.id)
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

  /// Returns the telephone number for the person's one-time codes; nil without one.
  package func codePhone(_ id: PersonID) throws -> String? { try store.read { try PersonDAO($0).codePhone(id) } }
}
