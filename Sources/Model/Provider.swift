package import Dates

/// A provider of services that people pay for.
///
///     let number = ProviderField(caption: .init(ru: "Номер телефона", en: "Telephone"), mask: "+7 ### ###-##-##")
///     let payTo = Provider.Payee(name: "АО Связь", inn: "7701346257", bic: bic, account: account)
///     let provider = Provider(
///       id: "svyaz", title: "Связь", kind: .amount, category: .mobile, payee: payTo, minimum: minimum, maximum: maximum,
///       account: number, fields: [])
package struct Provider: Sendable, Equatable {
  /// The way in which the sum of a payment is found.
  package enum Kind: String, Sendable {
    /// By the readings of meters.
    case meters
    /// By an amount that the person enters.
    case amount
  }

  /// The category of a provider's services.
  package enum Category: String, Sendable, CaseIterable {
    /// Water, electricity, heating, rent.
    case housing
    /// Mobile telephones.
    case mobile
    /// Internet and television.
    case internet
    /// Any other service.
    case other
  }

  /// The payee of the provider.
  package struct Payee: Sendable, Equatable {
    /// The name.
    package let name: String
    /// The taxpayer number.
    package let inn: String
    /// The bank.
    package let bic: BIC
    /// The account there.
    package let account: AccountNumber

    /// Creates a payee.
    package init(name: String, inn: String, bic: BIC, account: AccountNumber) {
      (self.name, self.inn, self.bic, self.account) = (name, inn, bic, account)
    }
  }

  /// The id: small Latin letters, digits and hyphens.
  package let id: String
  /// The name.
  package let title: String
  /// The way in which the sum of a payment is found.
  package let kind: Kind
  /// The category.
  package let category: Category
  /// The payee.
  package let payee: Payee
  /// The least that one payment may be, in roubles.
  package let minimum: Money
  /// The most that one payment may be.
  package let maximum: Money
  /// The number by which it knows who pays.
  package let account: ProviderField
  /// The fields that a payment to it has besides.
  package let fields: [ProviderField]

  /// Creates a provider.
  package init(
    id: String, title: String, kind: Kind, category: Category, payee: Payee, minimum: Money, maximum: Money,
    account: ProviderField, fields: [ProviderField]
  ) {
    (self.id, self.title, self.kind, self.category, self.payee) = (id, title, kind, category, payee)
    (self.minimum, self.maximum, self.account, self.fields) = (minimum, maximum, account, fields)
  }
}

/// A field that a provider asks of payers: its caption, its mask and its keyboard.
package struct ProviderField: Sendable, Equatable {
  /// A text in both languages.
  package struct Text: Sendable, Equatable {
    /// Russian.
    package let ru: String
    /// English.
    package let en: String

    /// Creates a text.
    package init(ru: String, en: String) { (self.ru, self.en) = (ru, en) }
  }

  /// The caption above the field.
  package let caption: Text
  /// The text in the empty field.
  package let hint: Text?
  /// The mask: `#` stands for a digit to enter and `@` for a letter. A character behind `\` is drawn and belongs to the
  /// value; any other character is drawn only.
  package let mask: String?
  /// A regular expression that the whole value matches.
  package let pattern: String?
  /// The number of characters of a value; nil for any.
  package let length: Int?
  /// The keyboard for the field: `digits`, `phone`...
  package let keyboard: String?

  /// Creates a field.
  package init(
    caption: Text, hint: Text? = nil, mask: String? = nil, pattern: String? = nil, length: Int? = nil,
    keyboard: String? = nil
  ) {
    (self.caption, self.hint, self.mask, self.pattern) = (caption, hint, mask, pattern)
    (self.length, self.keyboard) = (length, keyboard)
  }
}

/// A number under which a provider knows a person.
package struct ProviderSubscription: Sendable, Equatable {
  /// The provider's id.
  package let provider: String
  /// The number.
  package let account: String
  /// The person's name for it.
  package let caption: String

  /// Creates a number at a provider.
  package init(provider: String, account: String, caption: String) {
    (self.provider, self.account, self.caption) = (provider, account, caption)
  }
}

/// A payment to a provider, as a person signs it.
package struct ProviderPayment: Sendable {
  /// The new reading of a meter, with the values that the person saw beside it.
  package struct Reading: Sendable, Equatable {
    /// The meter's number.
    package let meter: String
    /// The reading that was paid before.
    package let previous: Quantity
    /// Roubles for a unit.
    package let tariff: Quantity
    /// The new reading.
    package let reading: Quantity

    /// Creates a reading.
    package init(meter: String, previous: Quantity, tariff: Quantity, reading: Quantity) {
      (self.meter, self.previous, self.tariff, self.reading) = (meter, previous, tariff, reading)
    }
  }

  /// The account that pays.
  package let payer: AccountNumber
  /// The provider's id.
  package let provider: String
  /// The provider's account, as the person saw it; nil if it was not shown.
  package let payeeAccount: AccountNumber?
  /// The number by which the provider knows the person.
  package let account: String
  /// The values of the provider's own fields, with their captions.
  package let details: [(caption: String, value: String)]
  /// New readings, for a provider that is paid by meters.
  package let readings: [Reading]
  /// The day of the readings.
  package let readOn: CivilDate?
  /// The amount.
  package let amount: Money

  /// Creates a payment.
  package init(
    payer: AccountNumber, provider: String, payeeAccount: AccountNumber?, account: String,
    details: [(caption: String, value: String)], readings: [Reading], readOn: CivilDate?, amount: Money
  ) {
    (self.payer, self.provider, self.payeeAccount, self.account) = (payer, provider, payeeAccount, account)
    (self.details, self.readings, self.readOn, self.amount) = (details, readings, readOn, amount)
  }
}
