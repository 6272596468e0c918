import Model
package import SQLite
package import Secrets

/// All services over one database.
package final class BankServices: Sendable {
  /// Logins.
  package let auth: Auth
  /// The people who may log in.
  package let users: Users
  /// The BIC directory.
  package let banks: Banks
  /// Accounts and statements.
  package let accounts: Accounts
  /// Cards.
  package let cards: Cards
  /// What the bank offers.
  package let deals: Deals
  /// What people are told of.
  package let notifications: Notifications
  /// What people have set.
  package let settings: Settings
  /// What people sent.
  package let submissions: Submissions
  /// What people have begun.
  package let drafts: Drafts
  /// Named sets of values to begin with.
  package let templates: Templates
  /// The versions of operations.
  package let versions: Versions
  /// Which operations an operator has stopped.
  package let availability: Availability
  /// The effect of payments.
  package let payments: Payments
  /// What the bank's core is handed.
  package let coreFeed: CoreFeed
  /// The effect of transfers between a person's own accounts.
  package let transfers: OwnTransfers
  /// How much people may send in a day.
  package let limits: DailyLimits
  /// Whom people pay for services.
  package let providers: Providers
  /// The effect of payments to them.
  package let providerPayments: ProviderPayments
  /// Signatures.
  package let signing: Signing
  /// Whether the database is sound.
  package let inspection: Inspection
  /// What the operator decided.
  package let configuration: Configuration
  /// What time it is.
  package let clock: Clock
  let database: Database
  let keys: SecretKeys

  /// Services over a database that has all migrations.
  package init(
    database: Database, keys: SecretKeys, configuration: Configuration,
    clock: @escaping Clock = { Instant.systemNow }
  ) throws {
    let pool = HashingPool(width: configuration.hashingWidth, capacity: configuration.hashingQueue)
    self.database = database
    self.keys = keys
    self.configuration = configuration
    self.clock = clock
    auth = try Auth(database: database, pool: pool, configuration: configuration, clock: clock)
    users = Users(database: database, pool: pool, configuration: configuration, clock: clock)
    banks = try Banks(database: database, clock: clock)
    accounts = Accounts(database: database)
    cards = Cards(database: database, clock: clock)
    deals = Deals(database: database, clock: clock)
    notifications = Notifications(database: database, clock: clock)
    settings = Settings(database: database, clock: clock)
    coreFeed = CoreFeed(database: database, silence: configuration.coreSilence, clock: clock)
    signing = Signing(
      database: database, keys: keys, rules: configuration.signing, execution: configuration.execution,
      post: configuration.codes, clock: clock)
    submissions = Submissions(database: database, signing: signing, configuration: configuration, clock: clock)
    drafts = Drafts(database: database, rules: configuration.drafts, clock: clock)
    templates = Templates(database: database, rules: configuration.templates, clock: clock)
    versions = Versions(database: database, kept: configuration.versionsKept, clock: clock)
    availability = try Availability(database: database, clock: clock)
    payments = Payments(ownBIC: configuration.ownBIC, banks: banks, clock: clock)
    transfers = OwnTransfers(clock: clock)
    limits = DailyLimits(database: database, lifetime: configuration.submissionLifetime, clock: clock)
    providers = Providers(database: database)
    providerPayments = ProviderPayments(payments: payments)
    inspection = Inspection(database: database)
  }
}
