import Model
import Atoms
import Texts
import HTTPServer
import JSON
import Operations
import Services

extension SavedTemplate {
  static let document = EntityJSON(entity)
  /// The members of a template in a list.
  static let row = document.without(\.values)
  /// The body of a new template.
  static let entered = EntityJSON(
    entity
      .with(\.version, .sometimes, .about("the version of the form with the values"))
      .with(\.values, .about("values by atom id; may be incomplete and violate rules")))
}

/// Endpoints for templates, which are named initial values of operations.
struct TemplateEndpoints {
  let templates: Templates
  let forms: OperationForms
  let errors: ErrorAnswers

  static let schemas: [EndpointSchema] = [
    .entity("Template", SavedTemplate.document),
    .body("NewTemplate", SavedTemplate.entered, of: SavedTemplate.entered.without(\.id, \.created)),
    .page("Templates", of: "Template"),
  ]

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/templates", .person,
        EndpointDocument(
          tag: "Templates", id: "listTemplates", summary: "The person's templates, newest first.",
          query: [.limit, .after("the id of the last row of the previous page", .identifierSchema)],
          answers: [.init(200, "Templates", "A page."), .init(304, nil, "Not modified.")],
          problems: [.unknownQuery]),
        handle: list),
      Endpoint(
        .post, "/templates", .person,
        EndpointDocument(
          tag: "Templates", id: "saveTemplate",
          summary: "Saves values under a title, without passwords, codes and values that apply to one submission only.",
          body: "NewTemplate",
          answers: [
            .init(201, "Template", "Saved."),
            .init(200, "Template", "A template with this title and these values exists."),
          ],
          problems: [.notFound, .invalidValues, .conflict, .tooManyTemplates]),
        handle: save),
      Endpoint(
        .get, "/templates/{id}", .person,
        EndpointDocument(
          tag: "Templates", id: "getTemplate", summary: "One template with its values.",
          answers: [.init(200, "Template", "The template."), .init(304, nil, "Not modified.")],
          problems: [.notFound]),
        handle: find),
      Endpoint(
        .patch, "/templates/{id}", .person,
        EndpointDocument(
          tag: "Templates", id: "renameTemplate", summary: "Renames a template.", body: "TemplatePatch",
          headers: WriteConditions.documents,
          answers: [.init(200, "Template", "The renamed template.")],
          problems: [.notFound, .invalidValues, .conflict, .changedMeanwhile]),
        handle: rename),
      Endpoint(
        .delete, "/templates/{id}", .person,
        EndpointDocument(
          tag: "Templates", id: "deleteTemplate", summary: "Deletes a template.", headers: WriteConditions.documents,
          answers: [.init(204, nil, "Deleted.")], problems: [.notFound, .changedMeanwhile]),
        handle: delete),
    ]
  }

  @Sendable private func list(_ call: Call) throws -> Reply {
    let limit = try call.limit()
    let after: TemplateID? = try call.identifier(after: LocalizedText(ru: "шаблона", en: "a template"))
    let page = try templates.all(try call.caller.person, before: after, limit: limit)
    return .now(
      Response.page(page, next: { "/templates?limit=\(limit)&after=\($0.rawValue)" }) { template, writer in
        Self.write(template, in: forms.catalog, call.language, to: &writer)
      }.compressible.tagged(for: call.request))
  }

  @Sendable private func save(_ call: Call) throws -> Reply {
    let body = try call.object()
    let document = SavedTemplate.document
    let id = try document.read(\.operation, of: body)
    let values = try document.object(\.values, of: body)
    // A missing title, or one of the wrong type, is reported like a fault of any other field. The
    // rules for a title are checked next.
    _ = try document.read(\.title, of: body)
    var reader = RecordReader(body)
    guard let title = Self.title(&reader) else { throw Self.unfit(reader.violations) }
    guard let current = forms.catalog[id], current.effect != nil else {
      throw Problem(
        .notFound, ru: "Операции \(id) нет, или её не отправляют", en: "No operation \(id) accepts submissions")
    }
    let drawn = try forms.carry(values, from: try body.text("version") ?? current.version, of: current, call)
    let operation = drawn.operation
    let kept = operation.repeatable(operation.withoutSecrets(drawn.values))
    // An invalid value or an option that is not offered may be valid later. A value that its atom
    // can never accept is rejected.
    let prefilled = PrefilledValues(
      kept, of: operation, fresh: false, in: call.language, forms.surroundings(of: call))
    let foreign = prefilled.dropped.filter { $0.code != "option" }
    guard foreign.isEmpty else { throw Problem(.invalidValues).violations(foreign) }
    let text = String(decoding: Value.object(operation.draftable(kept)).canonical, as: UTF8.self)
    let saved = templates.add(
      text, of: operation.id, version: operation.version, title: title, by: try call.caller)
    return call.later(saved, failing: errors.response(to: call)) { receipt in
      let location = receipt.isNew ? [("Location", "/templates/\(receipt.template.id.rawValue)")] : []
      return Response.json(receipt.isNew ? 201 : 200, headers: location) { writer in
        Self.write(receipt.template, in: forms.catalog, call.language, withValues: true, to: &writer)
      }
    }
  }

  @Sendable private func find(_ call: Call) throws -> Reply {
    let template = try templates.find(try Self.id(call), person: try call.caller.person)
    return .now(
      Response.json { Self.write(template, in: forms.catalog, call.language, withValues: true, to: &$0) }
        .tagged(for: call.request))
  }

  @Sendable private func rename(_ call: Call) throws -> Reply {
    let id = try Self.id(call)
    var reader = RecordReader(try call.object())
    let title = Self.title(&reader)
    try reader.refuseTheRest()
    let renamed = templates.rename(
      id, to: title ?? "", if: fitting(call) ?? { _ in true }, by: try call.caller)
    return call.later(renamed, failing: errors.response(to: call)) { template in
      Response.json { Self.write(template, in: forms.catalog, call.language, withValues: true, to: &$0) }.withTag
    }
  }

  /// Returns the condition of the request on the stored template; nil if the request has none.
  ///
  /// A template is rendered with its operation's title, so it has a tag for each language.
  private func fitting(_ call: Call) -> (@Sendable (SavedTemplate) -> Bool)? {
    let conditions = WriteConditions(of: call.request)
    if conditions.isEmpty { return nil }
    return { [forms] template in
      conditions.hold(
        for: Language.allCases.map { language in
          EntityTag.of { Self.write(template, in: forms.catalog, language, withValues: true, to: &$0) }
        })
    }
  }

  @Sendable private func delete(_ call: Call) throws -> Reply {
    let deleted = templates.delete(try Self.id(call), if: fitting(call), by: try call.caller)
    return call.later(deleted, failing: errors.response(to: call)) { _ in Response(status: 204) }
  }

  /// The maximum length of a title, in characters.
  private static let longestTitle = SavedTemplate.entity.field(\.title).length?.upperBound ?? 100

  /// Reads the title of a body: one line of 1 to 100 characters.
  private static func title(_ reader: inout RecordReader) -> String? {
    reader.text("title", longest: longestTitle, isRequired: true)
  }

  /// Returns the problem for an invalid title.
  private static func unfit(_ violations: [Violation]) -> Problem {
    let character = violations.first?.params.first { $0.name == "character" }?.value.string
    if let character {
      return Problem(
        .malformedRequest, ru: "`title`: символа \(character) в нём быть не может",
        en: "`title` must not contain the character \(character)")
    }
    return Problem(
      .malformedRequest, ru: "`title`: нужно от 1 до \(longestTitle) символов",
      en: "`title` must have 1 to \(longestTitle) characters")
  }

  private static func id(_ call: Call) throws(Problem) -> TemplateID {
    guard let id = TemplateID(try call.parameter("id")) else { throw Problem(.notFound) }
    return id
  }

  private static func write(
    _ template: SavedTemplate, in catalog: Catalog, _ language: Language, withValues: Bool = false,
    to writer: inout Writer
  ) {
    let href = "/templates/\(template.id.rawValue)"
    writer.object { writer in
      SavedTemplate.document.write(
        template, withValues ? nil : SavedTemplate.row, to: &writer, in: language)
      let what = catalog[template.operation]?.title[language] ?? template.operation
      writer.member("subtitle", what)
      writer.member("href", href)
      guard !withValues else { return }
      writer.row(
        RowParts(title: .words(template.title), subtitle: [.words(what)]), icon: .template, in: language)
      writer.actions(actions(on: template, at: href), in: language)
    }
  }

  private static func actions(on template: SavedTemplate, at href: String) -> [RowAction] {
    let title = template.title
    return [
      RowAction(
        name: "rename", title: LocalizedText(ru: "Переименовать", en: "Rename"), method: "PATCH", href: href,
        tone: .quiet,
        asked: RowAction.Asked(
          member: "title", label: LocalizedText(ru: "Название", en: "Title"), value: title, maxLength: longestTitle)),
      .deletion(
        of: href, asking: LocalizedText(ru: "Удалить шаблон «\(title)»?", en: "Delete the template “\(title)”?")),
    ]
  }
}
