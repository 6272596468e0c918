import HTTPServer
import Services

/// All endpoints, grouped by subject.
enum Endpoints {
  /// The derived schemas of all groups, in the order of the OpenAPI document.
  static let schemas: [EndpointSchema] = [
    AccountEndpoints.schemas,
    BankEndpoints.schemas,
    CardEndpoints.schemas,
    DealEndpoints.schemas,
    DealChangeEndpoints.schemas,
    DraftEndpoints.schemas,
    CoreEndpoints.schemas,
    LimitEndpoints.schemas,
    ScreenListEndpoints.schemas,
    NotificationEndpoints.schemas,
    OperationEndpoints.schemas,
    ProviderEndpoints.schemas,
    SessionEndpoints.schemas,
    SubmissionEndpoints.schemas,
    TemplateEndpoints.schemas,
    UserEndpoints.schemas,
    SettingsEndpoints.schemas,
    ServerEndpoints.schemas,
  ].flatMap { $0 }

  /// Returns all endpoints except the endpoint of the OpenAPI document.
  ///
  /// Throws `RouterError` if two patterns conflict.
  static func all(of parts: ApplicationParts, errors: ErrorAnswers) throws(RouterError) -> [Endpoint] {
    let others =
      ofSessions(parts, errors) + ofBank(parts, errors) + ofNotices(parts, errors) + ofOperations(parts, errors)
      + ofSystems(parts, errors) + ofServer(parts, errors)
    let navigation = NavigationEndpoints(
      pages: parts.pages, forms: parts.forms, events: parts.events, users: parts.services.users,
      contents: try EmbeddedContent(of: others))
    return others + navigation.all
  }

  /// Endpoints for sessions, the password and the profile.
  private static func ofSessions(_ parts: ApplicationParts, _ errors: ErrorAnswers) -> [Endpoint] {
    let (services, clock) = (parts.services, parts.forms.clock)
    return AuthEndpoints(auth: services.auth, errors: errors).all
      + EnrolmentEndpoints(enrolments: services.enrolments, pages: parts.pages, errors: errors).all
      + SessionEndpoints(auth: services.auth, clock: clock, errors: errors).all
      + PasswordEndpoints(auth: services.auth, errors: errors).all
      + UserEndpoints(users: services.users, signing: services.signing, errors: errors).all
  }

  /// Endpoints for accounts, cards, directories and deals.
  private static func ofBank(_ parts: ApplicationParts, _ errors: ErrorAnswers) -> [Endpoint] {
    let (services, clock) = (parts.services, parts.forms.clock)
    let accounts = AccountEndpoints(
      accounts: services.accounts, banks: services.banks, ownBIC: services.configuration.ownBIC,
      lists: AccountLists(services), clock: clock)
    return BankEndpoints(banks: services.banks).all
      + accounts.all
      + ProviderEndpoints(providers: services.providers, marks: parts.options.marks).all
      + CardEndpoints(cards: services.cards, accounts: services.accounts, clock: clock).all
      + DealEndpoints(deals: services.deals, clock: clock, errors: errors).all
      + DealChangeEndpoints(deals: services.deals, clock: clock, errors: errors).all
  }

  /// Endpoints for events, notifications and settings.
  private static func ofNotices(_ parts: ApplicationParts, _ errors: ErrorAnswers) -> [Endpoint] {
    let (services, clock) = (parts.services, parts.forms.clock)
    return EventEndpoints(events: parts.events).all
      + NotificationEndpoints(notifications: services.notifications, clock: clock, errors: errors).all
      + SettingsEndpoints(settings: services.settings, errors: errors).all
  }

  /// Endpoints for operations, submissions, flows, drafts and templates.
  private static func ofOperations(_ parts: ApplicationParts, _ errors: ErrorAnswers) -> [Endpoint] {
    let services = parts.services
    let (forms, process, pages) = (parts.forms, parts.process, parts.pages)
    let sender = SubmissionSender(process, pages, errors)
    let submissions = SubmissionEndpoints(
      forms: forms, process: process, sender: sender, pages: pages, errors: errors)
    let limits = LimitEndpoints(limits: services.limits, process: process, pages: pages, clock: forms.clock)
    let prefill = PrefillEndpoints(
      forms: forms, process: process, templates: services.templates, providers: services.providers,
      banks: services.banks)
    return OperationEndpoints(forms: forms, pages: pages).all
      + DocumentEndpoints(forms: forms, openings: services.documentOpenings, errors: errors).all
      + OptionEndpoints(forms: forms, pages: pages, marks: parts.options.marks).all
      + RowEndpoints(forms: forms, pages: pages).all
      + submissions.all
      + limits.all
      + ScreenListEndpoints(pages: pages, forms: forms).all
      + FlowEndpoints(
        pages: pages, forms: forms, process: process, errors: errors, sender: sender,
        paged: PageEndpoints(pages: pages, forms: forms, process: process, errors: errors, sender: sender)
      ).all
      + DraftEndpoints(drafts: services.drafts, forms: forms, pages: pages, errors: errors).all
      + TemplateEndpoints(templates: services.templates, forms: forms, errors: errors).all
      + prefill.all
      + SignatureEndpoints(process: process, pages: pages, errors: errors).all
  }

  /// Endpoints for the core and other systems of the bank.
  private static func ofSystems(_ parts: ApplicationParts, _ errors: ErrorAnswers) -> [Endpoint] {
    let services = parts.services
    let callbacks = CallbackEndpoints(
      process: parts.process, systems: parts.systems, deliveries: services.deliveries, clock: parts.forms.clock,
      errors: errors, log: parts.log)
    return CoreEndpoints(feed: services.coreFeed, process: parts.process, forms: parts.forms, errors: errors).all
      + callbacks.all
  }

  /// Endpoints for the server itself, its pages and its images.
  private static func ofServer(_ parts: ApplicationParts, _ errors: ErrorAnswers) -> [Endpoint] {
    let options = parts.options
    let readiness = ReadinessSources(
      services: parts.services, definitions: parts.definitions, systems: parts.systems, courier: parts.courier,
      stopping: parts.stopping)
    let playground = PlaygroundEndpoints(
      forms: parts.forms, web: options.web, isOn: options.hasPlayground, errors: errors)
    return ServerEndpoints(readiness).all
      + ImageEndpoints(forms: parts.forms, marks: options.marks).all
      + WebEndpoints(client: options.web).all
      + playground.all
  }
}
