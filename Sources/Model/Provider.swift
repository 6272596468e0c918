/// Whom people pay for services.
package struct Provider: Sendable, Equatable {
  /// How a payment comes to its sum.
  package enum Kind: String, Sendable {
    /// By the readings of meters.
    case meters
    /// By an amount that the person enters.
    case amount
  }

  /// What a provider is there for.
  package enum Category: String, Sendable, CaseIterable {
    /// Water, electricity, heating, rent.
    case housing
    /// Mobile telephones.
    case mobile
    /// Internet and television.
    case internet
    /// Anything else.
    case other
  }

  /// Where its money goes.
  package struct Payee: Sendable, Equatable {
    /// The name.
    package let name: String
    /// The taxpayer number.
    package let inn: String
    /// The bank.
    package let bic: BIC
    /// The account there.
    package let account: AccountNumber

    /// A payee.
    package init(name: String, inn: String, bic: BIC, account: AccountNumber) {
      (self.name, self.inn, self.bic, self.account) = (name, inn, bic, account)
    }
  }

  /// The id: small Latin letters, digits and hyphens.
  package let id: String
  /// What people call it.
  package let title: String
  /// How a payment comes to its sum.
  package let kind: Kind
  /// What it is there for.
  package let category: Category
  /// Where its money goes.
  package let payee: Payee
  /// The least that one payment may be, in roubles.
  package let least: Money
  /// The most that one payment may be.
  package let most: Money
  /// The number by which it knows who pays.
  package let account: ProviderField
  /// What else it wants to know.
  package let fields: [ProviderField]

  /// A provider.
  package init(
    id: String, title: String, kind: Kind, category: Category, payee: Payee, least: Money, most: Money,
    account: ProviderField, fields: [ProviderField]
  ) {
    (self.id, self.title, self.kind, self.category, self.payee) = (id, title, kind, category, payee)
    (self.least, self.most, self.account, self.fields) = (least, most, account, fields)
  }
}
