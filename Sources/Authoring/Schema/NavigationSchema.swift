import Atoms
package import JSON
package import Operations

/// The JSON Schemas (2020-12) of screens, flows and routes, for editors.
package struct NavigationSchema {
  private let names: DefinitionNames

  /// Creates the schemas of files that may use these names.
  package init(_ names: DefinitionNames) { self.names = names }

  /// The schema of screen files.
  package var screens: Value {
    document("A screen of Valence", screen, required: ["screen", "title", "modules"], ["module": modules])
  }

  /// The schema of flow files.
  package var flows: Value {
    document("A flow of Valence", flow, required: ["flow", "title", "operation", "steps"], ["step": steps])
  }

  /// The schema of files of routes.
  package var routes: Value {
    document("Routes of Valence", routeFile, required: ["routes"], ["route": routeLines])
  }

  private func document(_ title: String, _ head: Object, required: [Value], _ lines: Value) -> Value {
    var definitions = Object([
      ("text", FormatSchema.text), ("scalar", FormatSchema.scalar), ("condition", FormatSchema.condition(names)),
      ("ports", Self.ports), ("wiring", Self.wiring),
    ])
    if lines.object?["module"] != nil { definitions["rowText"] = RowSchema(names).text }
    for line in lines.object?.members ?? [] { definitions[line.name] = line.value }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(title), "type": "object",
      "properties": .object(head), "required": .array(required), "additionalProperties": false,
      "$defs": .object(definitions),
    ]
  }

  // MARK: - Heads

  private var screen: Object {
    let containers = Screen.Container.allCases.map(\.rawValue)
    return Object([
      ("screen", about("The screen's id: words joined by dots. `home` is the initial screen.", OwnShapes.id)),
      ("title", about("The title for the person.", text)),
      ("container", about("The layout of the modules. Default: `column`.", OwnShapes.one(of: containers))),
      ("access", about("`public`: the screen can be opened without a token.", ["enum": ["person", "public"]])),
      ("icon", icon),
      ("transition", about("How the screen is opened, unless its opener decides. Default: `push`.", transition())),
      ("input", about("The values that the screen takes: `{account: text, month: optional date}`.", ref("ports"))),
      ("output", about("The values that the screen returns, each from the `output` of a list.", ref("ports"))),
      (
        "modules",
        about("The modules, one line each.", ["type": "array", "minItems": 1, "items": ref("module")])
      ),
    ])
  }

  private var flow: Object {
    Object([
      ("flow", about("The flow's id: words joined by dots.", OwnShapes.id)),
      ("title", about("The title for the person.", text)),
      ("operation", about("The operation that the flow submits.", name(after: "operation"))),
      ("icon", icon),
      ("input", about("The values that the flow takes: `{payee: text, amount: optional number}`.", ref("ports"))),
      ("steps", about("The steps, one line each.", ["type": "array", "minItems": 1, "items": ref("step")])),
    ])
  }

  private var routeFile: Object {
    Object([
      ("routes", about("The routes, one line each.", ["type": "array", "minItems": 1, "items": ref("route")]))
    ])
  }

  // MARK: - Lines

  /// The lines of a screen. The properties depend on the target.
  private var modules: Value {
    let common: [(String, Value)] = [
      ("id", about("The module's name on the screen. Default: the name after the keyword.", OwnShapes.identifier)),
      ("caption", about("The caption. An expression in braces shows an input: `{$account}`.", text)),
      ("icon", icon),
      ("showIf", about("The condition, over the screen's inputs, under which the module is shown.", condition)),
    ]
    let list: [(String, Value)] =
      [
        ("hideEmpty", about("`true`: a list without rows is not shown.", ["type": "boolean"])),
        (
          "open",
          about("The target of a tap on a row; `$name` is a value of the row.", targets(KnownModules.tapping))
        ),
        ("output", about("The screen's outputs that a tap on a row gives: `{account: $number}`.", ref("wiring"))),
      ] + RowSchema(names).properties(targets: targets(KnownModules.tapping))
    let shown = FormatSchema(names).textProperties(ModuleLine.shownWords + ["fontSize"])
    return lines(ModuleLine.words) { word in
      let own: [(String, Value)] = word == "list" ? list : word == "text" ? shown : []
      let target = self.target(word).filter { word != "text" || $0.0 != "input" }
      let fields = target + common + own
      return word == "list"
        ? RowSchema.constrained(Self.line(fields, not: ["required": ["open", "output"]]))
        : Self.line(fields, required: word == "text" ? ["caption"] : [])
    }
  }

  /// The steps of a flow.
  private var steps: Value {
    let step = OwnShapes.identifier
    let branch = SystemSchema.object(
      ("step", about("The next step, or `\(Flow.submit)`.", step)),
      ("if", about("The condition, over the flow's values, under which this step follows.", condition)))
    let next: Value = [
      "anyOf": [
        step, ["type": "array", "items": ["anyOf": [step, Self.requiring(["step"], branch)]]],
      ]
    ]
    let titled = SystemSchema.object(("title", about("The title of the review.", text)))
    let review: [(String, Value)] = [
      (
        FormPage.review,
        about("The review of all values before the submission, with its title.", ["anyOf": [["enum": [true]], titled]])
      ), ("transition", about("How the review is shown.", transition(besides: .embed))),
    ]
    return lines(FlowLine.words + [FormPage.review]) { word in
      if word == FormPage.review { return Self.line(review) }
      return Self.line(
        target(word, besides: .embed) + [
          ("step", about("The step's name. Default: the last word of the target's id.", step)),
          ("skipIf", about("The condition, over the flow's values, under which the step is skipped.", condition)),
        ]
          + (word == FlowLine.exit
            ? []
            : [
              (
                "next",
                about(
                  "The next step, `\(Flow.submit)`, or branches: `[{step: confirm, if: \"$amount > 1000\"}]`. "
                    + "Default: the next line.", next)
              )
            ]))
    }
  }

  private var routeLines: Value {
    let route: Value = ["type": "string", "pattern": "^[a-z0-9._-]+/[A-Za-z0-9._-]+$"]
    return lines(KnownModules.opening) { word in
      Self.line(
        target(word, besides: .embed) + [
          ("route", about("The path of the link: `product/feature`.", route)),
          (
            "parameters",
            about("The query parameters with their types. Default: the inputs of the target.", ref("ports"))
          ),
        ], required: ["route"])
    }
  }

  // MARK: - Targets

  /// Returns a schema of mappings that have only a target.
  private func targets(_ words: [String]) -> Value { lines(words) { Self.line(target($0)) } }

  /// Returns a schema of mappings with exactly one of the keywords, which decides the properties.
  private func lines(_ words: [String], _ line: (String) -> Value) -> Value {
    let described = words.map { ($0, about(Self.notes[$0] ?? "", [:])) }
    return [
      "type": "object", "properties": .object(Object(described)),
      "oneOf": .array(words.map { ["required": [.string($0)]] }),
      "allOf": .array(words.map { ["if": ["required": [.string($0)]], "then": line($0)] }),
    ]
  }

  private static func line(
    _ properties: [(String, Value)], required: [Value] = [], not excluded: Value? = nil
  ) -> Value {
    var line = Object([
      ("properties", .object(Object(properties))), ("required", .array(required)), ("additionalProperties", false),
    ])
    line["not"] = excluded
    return .object(line)
  }

  /// Returns the properties of a target with that keyword.
  private func target(_ word: String, besides excluded: TransitionKind? = nil) -> [(String, Value)] {
    [
      (word, about(Self.notes[word] ?? "", name(after: word))),
      ("input", about("The inputs of the target: `$name` is a known value, anything else a constant.", ref("wiring"))),
      ("transition", about("How the target is shown.", transition(besides: excluded))),
    ]
  }

  private static let notes = [
    "operation": "The operation whose form is shown.", "list": "The list whose rows are shown.",
    "text": "The name of a text, which is the caption of this line.", "screen": "The screen to show.",
    "flow": "The flow to start.", "scan": "A code that begins a form: `\(Target.code)`.",
    "result": "The status of a submission: `\(Signature.submission)`.",
    "draft": "A draft or a begun flow: `draft`.",
    "exit": "The screen at which the way ends without a submission.",
    "review": "The review of all values before the submission.",
    "prefill": "A form with the values of a template or an earlier submission.",
  ]

  private func name(after word: String) -> Value {
    switch word {
    // `RowSchema` distinguishes the names of the server's lists.
    case "list": OwnShapes.id
    case "result": OwnShapes.one(of: [Signature.submission])
    case "draft": OwnShapes.one(of: ["draft"])
    case "prefill": OwnShapes.one(of: Target.Stored.allCases.map(\.rawValue))
    case "scan": OwnShapes.one(of: [Target.code])
    case FlowLine.exit: OwnShapes.one(of: names.own?.targets["screen"], otherwise: OwnShapes.id)
    default: OwnShapes.one(of: names.own?.targets[word], otherwise: OwnShapes.id)
    }
  }

  /// Returns the schema of a transition: its kind, or its kind with properties of appearance.
  private func transition(besides excluded: TransitionKind? = nil) -> Value {
    let kinds = TransitionKind.allCases.filter { $0 != excluded }
    let details = kinds.map { kind -> Value in
      var properties = [("kind", about("The kind of the transition.", OwnShapes.one(of: [kind.rawValue])))]
      properties += kind.properties.map { name, property in
        (name, about("The appearance of `\(kind)`.", Self.appearance(property)))
      }
      if kind == .embed {
        properties.append(("container", about("The module of this screen to replace.", OwnShapes.identifier)))
      }
      return [
        "type": "object", "properties": .object(Object(properties)), "required": ["kind"],
        "additionalProperties": false,
      ]
    }
    return ["anyOf": .array([OwnShapes.one(of: kinds.map(\.rawValue))] + details)]
  }

  private static func appearance(_ property: TransitionKind.Property) -> Value {
    switch property {
    case .color: ["type": "string", "pattern": "^#[0-9A-Fa-f]{6}$"]
    case .flag: ["type": "boolean"]
    case .word(let words): OwnShapes.one(of: words)
    }
  }

  // MARK: - Shapes

  /// Names with their types.
  private static let ports: Value = [
    "type": "object", "propertyNames": OwnShapes.identifier,
    "additionalProperties": OwnShapes.one(of: Port.typeWords.flatMap { [$0, "optional \($0)", "\($0)?"] }),
  ]
  /// Inputs with the sources of their values.
  private static let wiring: Value = [
    "type": "object", "propertyNames": OwnShapes.identifier, "additionalProperties": ref("scalar"),
  ]
  private var text: Value { ref("text") }
  private var condition: Value { ref("condition") }
  private var icon: Value { about("The picture that clients draw.", OwnShapes.one(of: Icon.allCases.map(\.rawValue))) }

  private static func requiring(_ names: [Value], _ schema: Value) -> Value {
    var members = schema.object ?? Object([])
    members["required"] = .array(names)
    return .object(members)
  }

  private static func ref(_ name: String) -> Value { SystemSchema.ref(name) }
  private func ref(_ name: String) -> Value { SystemSchema.ref(name) }
  private func about(_ text: String, _ schema: Value) -> Value { SystemSchema.about(text, schema) }
}
