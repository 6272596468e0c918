package import Model
package import Storage

/// The table of the numbers under which providers know people. Every row is reached through its person.
package struct SubscriptionDAO {
  private let connection: Connection

  /// The table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// The person's numbers at a provider.
  package func all(person: PersonID, provider: String) throws(StoreError) -> [ProviderSubscription] {
    try connection.all(
      "SELECT provider, account, caption FROM subscription WHERE person = $1 AND provider = $2 ORDER BY account",
      person, provider
    ) { (row) throws(StoreError) in
      ProviderSubscription(provider: try row.get(0), account: try row.get(1), caption: try row.get(2))
    }
  }

  /// Gives the person a number at a provider, or calls it otherwise.
  package func put(_ subscription: ProviderSubscription, person: PersonID) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO subscription (person, provider, account, caption) VALUES ($1, $2, $3, $4)
      ON CONFLICT (person, provider, account) DO UPDATE SET caption = excluded.caption
      """, person, subscription.provider, subscription.account, subscription.caption)
  }
}
