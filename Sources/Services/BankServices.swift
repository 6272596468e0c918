import Model
import Persistence
package import Storage
package import Platform
package import Secrets

/// All services over one database.
///
///     let services = try BankServices(store: database, keys: keys, configuration: ServiceConfiguration(ownBIC: bic))
///     let accounts = try services.accounts.all(person.id)
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
  /// The offers of the bank.
  package let deals: Deals
  /// The notifications of people.
  package let notifications: Notifications
  /// The settings of people.
  package let settings: Settings
  /// The submissions of people.
  package let submissions: Submissions
  /// The drafts of people.
  package let drafts: Drafts
  /// Named sets of values to begin with.
  package let templates: Templates
  /// The versions of operations.
  package let versions: Versions
  /// The operations that an operator has stopped.
  package let availability: Availability
  /// The effect of payments.
  package let payments: Payments
  /// The feed to the bank's core.
  package let coreFeed: CoreFeed
  /// The effect of transfers between a person's own accounts.
  package let transfers: OwnTransfers
  /// The daily limits of people.
  package let limits: DailyLimits
  /// The providers that people pay.
  package let providers: Providers
  /// The effect of payments to them.
  package let providerPayments: ProviderPayments
  /// Signatures.
  package let signing: Signing
  /// The deletion of data whose retention has ended.
  package let retention: Retention
  /// The inspection of the database.
  package let inspection: Inspection
  /// The operator's configuration.
  package let configuration: ServiceConfiguration
  /// The bank's time.
  package let clock: Clock
  /// The audit.
  package let audit: Audit
  /// The threads that hash passwords.
  package let pool: WorkerPool
  /// The database.
  package let store: any Store
  /// The keys of keyed digests.
  package let keys: SecretKeys

  /// Creates the services over a database with all migrations.
  ///
  /// Without `clock` the time is that of a `SteadyClock` that continues after the newest audit record; `stepped` gets
  /// its steps.
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
