/// The handwritten schemas of the OpenAPI document (JSON Schema 2020-12).
///
/// `OpenAPI` merges them and adds members that are derived from entities and lists.
enum Schemas {
  /// The embedded files of `schemas`, in the order of the document.
  ///
  /// Each file is a JSON object of schemas by name.
  static let files: [(name: String, content: [UInt8])] = [
    ("problems", PackageResources.problems_json),
    ("sessions", PackageResources.sessions_json),
    ("health", PackageResources.health_json),
    ("users", PackageResources.users_json),
    ("trees", PackageResources.trees_json),
    ("evaluation", PackageResources.evaluation_json),
    ("drafts", PackageResources.drafts_json),
    ("submissions", PackageResources.submissions_json),
    ("accounts", PackageResources.accounts_json),
    ("rows", PackageResources.rows_json),
    ("templates", PackageResources.templates_json),
    ("providers", PackageResources.providers_json),
    ("people", PackageResources.people_json),
    ("deals", PackageResources.deals_json),
    ("core", PackageResources.core_json),
    ("limits", PackageResources.limits_json),
    ("open-sessions", PackageResources.open_sessions_json),
    ("playground", PackageResources.playground_json),
    ("navigation", PackageResources.navigation_json),
    ("events", PackageResources.events_json),
  ]
}
