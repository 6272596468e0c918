import HTTPServer

/// All endpoints, grouped by the part of the bank.
enum Endpoints {
  /// Returns all endpoints except that of the OpenAPI document, which describes the others.
  ///
  /// Throws `RouterError` if two of them clash.
  static func all(of bank: ServedBank, errors: ErrorAnswers) throws(RouterError) -> [Endpoint] {
    let failures = ConditionFailures(log: bank.log)
    let submissions = SubmissionEndpoints(bank: bank, errors: errors, failures: failures)
    let others =
      AuthEndpoints(bank: bank, errors: errors).all
      + SessionEndpoints(bank: bank, errors: errors).all
      + PasswordEndpoints(bank: bank, errors: errors).all
      + UserEndpoints(bank: bank, errors: errors).all
      + BankEndpoints(bank: bank).all
      + AccountEndpoints(bank: bank).all
      + ProviderEndpoints(bank: bank).all
      + CardEndpoints(bank: bank).all
      + DealEndpoints(bank: bank, errors: errors).all
      + DealChangeEndpoints(bank: bank, errors: errors).all
      + EventEndpoints(bank: bank).all
      + NotificationEndpoints(bank: bank, errors: errors).all
      + SettingsEndpoints(bank: bank, errors: errors).all
      + OperationEndpoints(bank: bank, failures: failures).all
      + OptionEndpoints(bank: bank).all
      + submissions.all
      + LimitEndpoints(bank: bank).all
      + FlowEndpoints(bank: bank, errors: errors, submissions: submissions).all
      + DraftEndpoints(bank: bank, errors: errors, failures: failures).all
      + TemplateEndpoints(bank: bank, errors: errors).all
      + PrefillEndpoints(bank: bank, failures: failures).all
      + SignatureEndpoints(bank: bank, errors: errors).all
      + CoreEndpoints(bank: bank, errors: errors).all
      + CallbackEndpoints(bank: bank, errors: errors).all
      + ServerEndpoints(bank: bank).all
      + ImageEndpoints(marks: bank.marks).all
      + WebEndpoints(client: bank.web).all
      + PlaygroundEndpoints(bank: bank, errors: errors).all
    let contents = try EmbeddedContent(of: others)
    return others + NavigationEndpoints(bank: bank, failures: failures, contents: contents).all
  }
}
