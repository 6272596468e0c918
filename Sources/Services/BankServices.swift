import Model
import Persistence
package import Storage
package import Platform
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
  /// What is forgotten, and when.
  package let retention: Retention
  /// Whether the database is sound.
  package let inspection: Inspection
  /// What the operator decided.
  package let configuration: ServiceConfiguration
  /// What time it is.
  package let clock: Clock
  /// What was done, by whom and to what.
  package let audit: Audit
  /// Where passwords are hashed.
  package let pool: WorkerPool
  /// The database.
  package let store: any Store
  /// The keys of keyed digests.
  package let keys: SecretKeys

  /// Services over a database that has all migrations. Without `clock` the time is a `SteadyClock`'s that goes on after the
  /// newest audit record, and `stepped` is told what the system's clock did.
  package init(
    store: any Store, keys: SecretKeys, configuration: ServiceConfiguration, clock given: Clock? = nil,
    stepped: @escaping @Sendable (SteadyClock.Step) -> Void = { _ in }
  ) throws {
    let clock: Clock
    if let given {
      clock = given
    } else {
      let steady = try SteadyClock(over: store, told: stepped)
      clock = { steady.now }
    }
    pool = WorkerPool("valence.hashing", width: configuration.hashingWidth, capacity: configuration.hashingQueue)
    self.store = store
    self.keys = keys
    self.configuration = configuration
    self.clock = clock
    let audit = Audit(store: store, keys: keys, clock: clock)
    self.audit = audit
    auth = try Auth(
      store: store, pool: pool, key: keys.current, configuration: configuration, audit: audit, clock: clock)
    users = Users(store: store, pool: pool, configuration: configuration, audit: audit, clock: clock)
    banks = try Banks(store: store, audit: audit, clock: clock)
    accounts = Accounts(store: store)
    cards = Cards(store: store, audit: audit, clock: clock)
    deals = Deals(store: store, audit: audit, clock: clock)
    notifications = Notifications(store: store, clock: clock)
    settings = Settings(store: store, audit: audit, clock: clock)
    coreFeed = CoreFeed(store: store, silence: configuration.coreSilence, audit: audit, clock: clock)
    signing = Signing(
      store: store, keys: keys, rules: configuration.signing, execution: configuration.execution,
      post: configuration.codes, audit: audit, clock: clock)
    submissions = Submissions(
      store: store, signing: signing, configuration: configuration, audit: audit, clock: clock)
    drafts = Drafts(store: store, rules: configuration.drafts, clock: clock)
    templates = Templates(store: store, rules: configuration.templates, audit: audit, clock: clock)
    versions = Versions(store: store, kept: configuration.versionsKept, audit: audit, clock: clock)
    availability = try Availability(store: store, audit: audit, clock: clock)
    payments = Payments(ownBIC: configuration.ownBIC, banks: banks, clock: clock)
    transfers = OwnTransfers(clock: clock)
    limits = DailyLimits(
      store: store, lifetime: configuration.submissionLifetime, audit: audit, clock: clock)
    providers = Providers(store: store, audit: audit)
    providerPayments = ProviderPayments(payments: payments)
    retention = Retention(
      store: store, rules: configuration.retention, drafts: configuration.drafts, audit: audit,
      clock: clock)
    inspection = Inspection(store: store)
  }
}
