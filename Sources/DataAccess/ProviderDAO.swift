package import Model
package import Storage

extension Provider.Kind: Storable {}
extension Provider.Category: Storable {}

/// The tables of providers and of their fields.
package struct ProviderDAO {
  /// A provider without its fields.
  private struct Head {
    let id: String
    let title: String
    let kind: Provider.Kind
    let category: Provider.Category
    let payee: Provider.Payee
    let minimum: Int64
    let maximum: Int64
  }

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns the provider with this id; nil if it is unknown or disabled.
  package func find(_ id: String) throws(StoreError) -> Provider? {
    let head = try connection.first(
      """
      SELECT id, title, kind, category, payee_name, payee_inn, payee_bic, payee_account, least, most
      FROM provider WHERE id = $1 AND disabled = 0
      """, id, read: Self.head)
    return try head.flatMap(whole)
  }

  /// Returns the enabled provider with this account; nil unless exactly one provider has it.
  package func find(payee account: AccountNumber, at bic: BIC) throws(StoreError) -> Provider? {
    let heads = try connection.all(
      """
      SELECT id, title, kind, category, payee_name, payee_inn, payee_bic, payee_account, least, most
      FROM provider WHERE payee_account = $1 AND payee_bic = $2 AND disabled = 0 LIMIT 2
      """, account, bic, read: Self.head)
    return heads.count == 1 ? try whole(heads[0]) : nil
  }

  /// Returns the enabled providers whose search text contains `text`, in the order of the search
  /// texts, after the provider `after`.
  ///
  /// Nil if `after` is not a provider whose search text contains `text`. It may be disabled.
  /// Both texts are folded. A search text contains the name and the number of a provider.
  package func all(with text: String, after: String?, limit: Int) throws(StoreError) -> [Provider]? {
    var last = ""
    if let after {
      let search = try connection.first(
        "SELECT search FROM provider WHERE id = $1 AND instr(search, $2) > 0", after, text
      ) { (row) throws(StoreError) in try row.get(0, as: String.self) }
      guard let search else { return nil }
      last = search
    }
    let heads = try connection.all(
      """
      SELECT id, title, kind, category, payee_name, payee_inn, payee_bic, payee_account, least, most
      FROM provider WHERE disabled = 0 AND instr(search, $1) > 0
        AND (search, id) > ($2, $3)
      ORDER BY search, id LIMIT $4
      """, text, last, after ?? "", limit, read: Self.head)
    var providers: [Provider] = []
    for head in heads { if let provider = try whole(head) { providers.append(provider) } }
    return providers
  }

  /// Returns true if payments to the provider are disabled, and nil if it does not exist.
  package func disabled(_ id: String) throws(StoreError) -> Bool? {
    try connection.first("SELECT disabled FROM provider WHERE id = $1", id) { (row) throws(StoreError) in
      try row.get(0)
    }
  }

  /// Returns the providers after the id `after`, in the order of the ids, including disabled ones.
  package func all(
    afterID after: String, limit: Int
  ) throws(StoreError) -> [(provider: Provider, disabled: Bool)] {
    let heads = try connection.all(
      """
      SELECT id, title, kind, category, payee_name, payee_inn, payee_bic, payee_account, least, most, disabled
      FROM provider WHERE id > $1 ORDER BY id LIMIT $2
      """, after, limit
    ) { (row) throws(StoreError) in (head: try Self.head(row), disabled: try row.get(10, as: Bool.self)) }
    var providers: [(provider: Provider, disabled: Bool)] = []
    for found in heads { if let provider = try whole(found.head) { providers.append((provider, found.disabled)) } }
    return providers
  }

  /// Adds a provider. `search` is its folded search text.
  package func insert(_ provider: Provider, search: String) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO provider
        (id, title, search, kind, category, payee_name, payee_inn, payee_bic, payee_account, least, most)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      """, provider.id, provider.title, search, provider.kind, provider.category, provider.payee.name,
      provider.payee.inn, provider.payee.bic, provider.payee.account, provider.minimum.minor, provider.maximum.minor)
    for (place, field) in ([provider.account] + provider.fields).enumerated() {
      try connection.execute(
        """
        INSERT INTO provider_field
          (provider, place, caption_ru, caption_en, hint_ru, hint_en, mask, pattern, length, keyboard)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        """, provider.id, place, field.caption.ru, field.caption.en, field.hint?.ru, field.hint?.en, field.mask,
        field.pattern, field.length, field.keyboard)
    }
  }

  /// Disables or enables payments to a provider.
  package func setDisabled(_ disabled: Bool, _ id: String) throws(StoreError) {
    try connection.execute("UPDATE provider SET disabled = $2 WHERE id = $1", id, disabled)
  }

  /// Returns the provider with its fields; nil if it has no fields.
  private func whole(_ head: Head) throws(StoreError) -> Provider? {
    let fields = try connection.all(
      """
      SELECT caption_ru, caption_en, hint_ru, hint_en, mask, pattern, length, keyboard
      FROM provider_field WHERE provider = $1 ORDER BY place
      """, head.id, read: Self.field)
    return fields.first.map { account in
      Provider(
        id: head.id, title: head.title, kind: head.kind, category: head.category, payee: head.payee,
        minimum: Money(minor: head.minimum, .rub), maximum: Money(minor: head.maximum, .rub), account: account,
        fields: Array(fields.dropFirst()))
    }
  }

  private static func head(_ row: Row) throws(StoreError) -> Head {
    Head(
      id: try row.get(0), title: try row.get(1), kind: try row.get(2), category: try row.get(3),
      payee: Provider.Payee(
        name: try row.get(4), inn: try row.get(5), bic: try row.get(6), account: try row.get(7)),
      minimum: try row.get(8), maximum: try row.get(9))
  }

  private static func field(_ row: Row) throws(StoreError) -> ProviderField {
    let hint: (String?, String?) = (try row.get(2), try row.get(3))
    let text: ProviderField.Text? =
      if case (let ru?, let en?) = hint { ProviderField.Text(ru: ru, en: en) } else { nil }
    return ProviderField(
      caption: ProviderField.Text(ru: try row.get(0), en: try row.get(1)), hint: text, mask: try row.get(4),
      pattern: try row.get(5), length: try row.get(6), keyboard: try row.get(7))
  }
}

/// The table of the numbers by which providers identify people. Every row is accessed through its
/// person.
package struct SubscriptionDAO {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns the person's numbers at a provider.
  package func all(person: PersonID, provider: String) throws(StoreError) -> [ProviderSubscription] {
    try connection.all(
      "SELECT provider, account, caption FROM subscription WHERE person = $1 AND provider = $2 ORDER BY account",
      person, provider
    ) { (row) throws(StoreError) in
      ProviderSubscription(provider: try row.get(0), account: try row.get(1), caption: try row.get(2))
    }
  }

  /// Stores a number of the person at a provider, or changes its caption.
  package func put(_ subscription: ProviderSubscription, person: PersonID) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO subscription (person, provider, account, caption) VALUES ($1, $2, $3, $4)
      ON CONFLICT (person, provider, account) DO UPDATE SET caption = excluded.caption
      """, person, subscription.provider, subscription.account, subscription.caption)
  }
}
