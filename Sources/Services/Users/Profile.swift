package import Model
import Persistence
import Requisites
import Storage

/// What people may change of their own profile: how they are called, and where.
package struct Profile: Sendable, Equatable {
  /// The name to show, 1 to 160 characters that a payment carries: it stands in payments as the payer's.
  package let name: String
  /// The telephone number; nil where there is none.
  package let phone: Telephone?

  /// A profile; a `ProfileRefusal` says what is wrong.
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

/// Why a profile is not changed.
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

/// What a person is asked to change: what is not named stays.
package struct ProfileChange: Sendable {
  /// The name; nil where it stays.
  package var name: String?
  /// The telephone number, nil in it where there is to be none; nil where it stays.
  package var phone: String??

  /// No change yet.
  package init() {}
}

extension Users {
  /// Changes some of the person's profile, and answers the person. One-time codes are sent where they were before: that
  /// changes with a signature only.
  package func change(_ id: PersonID, _ change: ProfileChange) -> Deferred<Person?> {
    store.deferredWrite(locking: [.person(id)]) { transaction in
      let people = PersonDAO(transaction)
      guard let person = try people.find(id) else { return nil }
      // What is not named is not judged anew: it may be older than the rules.
      let wanted = try Profile(name: change.name ?? "-", phone: change.phone ?? nil)
      try people.setProfile(
        id, name: change.name == nil ? person.name : wanted.name,
        phone: change.phone == nil ? person.phone : wanted.phone?.rawValue)
      try audit.record(.personChanged, by: .person(id), of: .person(id), transaction)
      return try people.find(id)
    }
  }

  /// What submitting, and then signing, this profile does. One-time codes are sent to its telephone where it was signed.
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

  /// Where one-time codes are sent to the person; nil where that is nowhere.
  package func codePhone(_ id: PersonID) throws -> String? { try store.read { try PersonDAO($0).codePhone(id) } }
}
