package import Dates

/// A provider of services that people pay for.
package struct Provider: Sendable, Equatable {
  /// The source of the amount of a payment.
  package enum Kind: String, Sendable {
    /// The readings of meters.
    case meters
    /// An amount that the person enters.
    case amount
  }

  package enum Category: String, Sendable, CaseIterable {
    /// Water, electricity, heating, rent.
    case housing
    case mobile
    case internet
    case other
  }

  package struct Payee: Sendable, Equatable {
    package let name: String
    /// The taxpayer number (INN).
    package let inn: String
    package let bic: BIC
    /// The account at that bank.
    package let account: AccountNumber

    package init(name: String, inn: String, bic: BIC, account: AccountNumber) {
      (self.name, self.inn, self.bic, self.account) = (name, inn, bic, account)
    }
  }

  /// The id: lower-case Latin letters, digits and hyphens.
  package let id: String
  package let title: String
  /// The source of the amount of a payment.
  package let kind: Kind
  package let category: Category
  package let payee: Payee
  /// The minimum amount of one payment, in roubles.
  package let minimum: Money
  /// The maximum amount of one payment, in roubles.
  package let maximum: Money
  /// The field of the number by which the provider identifies the payer.
  package let account: ProviderField
  /// The other fields of a payment to the provider.
  package let fields: [ProviderField]

  package init(
    id: String, title: String, kind: Kind, category: Category, payee: Payee, minimum: Money, maximum: Money,
    account: ProviderField, fields: [ProviderField]
  ) {
    (self.id, self.title, self.kind, self.category, self.payee) = (id, title, kind, category, payee)
    (self.minimum, self.maximum, self.account, self.fields) = (minimum, maximum, account, fields)
  }
}

/// A field that a provider requires of payers: its caption, its mask and its keyboard.
package struct ProviderField: Sendable, Equatable {
  package struct Text: Sendable, Equatable {
    package let ru: String
    package let en: String

    package init(ru: String, en: String) { (self.ru, self.en) = (ru, en) }
  }

  package let caption: Text
  /// The placeholder in the empty field.
  package let hint: Text?
  /// The mask. `#` is a digit to enter, and `@` is a letter. A character after `\` is displayed and
  /// is part of the value; any other character is only displayed.
  package let mask: String?
  /// A regular expression that must match the whole value.
  package let pattern: String?
  /// The number of characters of a value; nil for any.
  package let length: Int?
  /// The keyboard for the field, such as `digits` or `phone`.
  package let keyboard: String?

  package init(
    caption: Text, hint: Text? = nil, mask: String? = nil, pattern: String? = nil, length: Int? = nil,
    keyboard: String? = nil
  ) {
    (self.caption, self.hint, self.mask, self.pattern) = (caption, hint, mask, pattern)
    (self.length, self.keyboard) = (length, keyboard)
  }
}

/// A number by which a provider identifies a person.
package struct ProviderSubscription: Sendable, Equatable {
  package let provider: String
  package let account: String
  /// The person's name for the number.
  package let caption: String

  package init(provider: String, account: String, caption: String) {
    (self.provider, self.account, self.caption) = (provider, account, caption)
  }
}

/// A payment to a provider, as signed by a person.
package struct ProviderPayment: Sendable {
  /// The new reading of a meter, with the values shown to the person.
  package struct Reading: Sendable, Equatable {
    package let meter: String
    /// The last reading that was paid.
    package let previous: Quantity
    /// The price of one unit in roubles.
    package let tariff: Quantity
    package let reading: Quantity

    package init(meter: String, previous: Quantity, tariff: Quantity, reading: Quantity) {
      (self.meter, self.previous, self.tariff, self.reading) = (meter, previous, tariff, reading)
    }
  }

  package let payer: AccountNumber
  package let provider: String
  /// The provider's account, as shown to the person; nil if it was not shown.
  package let payeeAccount: AccountNumber?
  /// The number by which the provider identifies the person.
  package let account: String
  /// The values of the provider's own fields, with their captions.
  package let details: [(caption: String, value: String)]
  /// The new readings, for a provider with meters.
  package let readings: [Reading]
  package let readOn: CivilDate?
  package let amount: Money

  package init(
    payer: AccountNumber, provider: String, payeeAccount: AccountNumber?, account: String,
    details: [(caption: String, value: String)], readings: [Reading], readOn: CivilDate?, amount: Money
  ) {
    (self.payer, self.provider, self.payeeAccount, self.account) = (payer, provider, payeeAccount, account)
    (self.details, self.readings, self.readOn, self.amount) = (details, readings, readOn, amount)
  }
}
