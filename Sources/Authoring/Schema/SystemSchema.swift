import BankSystems
package import JSON

/// The JSON Schema (2020-12) of service files, for editors. The reference uses the same
/// descriptions.
package enum SystemSchema {
  package static let document: Value = [
    "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A service of the bank, for Valence",
    "type": "object", "properties": .object(head), "required": ["service", "at"], "additionalProperties": false,
    "$defs": [
      "answer": answer, "keys": keys, "statuses": statuses, "texts": texts, "word": word,
    ],
  ]

  /// The top-level properties, in the order of the documentation.
  package static let head = Object([
    ("service", about("The name of the service.", identifier)),
    ("at", about("The base address, such as `${CRM_URL}` or `https://crm.bank.example/api`.", text)),
    (
      "auth",
      about(
        "The authentication of this server: one of `bearer`, `basic`, `headers` and `clientCredentials` (OAuth 2.0).",
        object(
          ("bearer", about("The token, as a reference.", text)),
          (
            "basic",
            about(
              "A name and a password.",
              object(
                ("user", about("The name.", text)), ("password", about("The password, as a reference.", text))))
          ),
          (
            "headers",
            about(
              "Headers with secrets, each a reference.", ["type": "object", "additionalProperties": text])
          ),
          (
            "clientCredentials",
            about(
              "The server's identity at an authorization server, which issues temporary tokens.",
              object(
                ("at", about("The address of the token endpoint.", text)), ("id", about("The client's id.", text)),
                ("secret", about("The client's secret, as a reference.", text)),
                ("scope", about("The requested scopes, separated by spaces.", text))))
          )))
    ),
    (
      "tls",
      about(
        "Files of TLS in PEM: the trusted `authorities`, and `certificate` with `key` for mutual TLS.",
        object(
          ("authorities", about("The file of the trusted certificates. Default: the machine's authorities.", text)),
          ("certificate", about("The file of this server's client certificate.", text)),
          ("key", about("The file of that certificate's key.", text))))
    ),
    ("timeout", about("Seconds for one query, including the connection; at most 30. Default: 2.", number)),
    ("retries", about("Retries of a failed GET, within the timeout. Default: 1.", whole)),
    (
      "limit",
      about(
        "Queries in flight (`atOnce`, 32), in flight for one person (`perPerson`, 8), and per second (`perSecond`, "
          + "200). Beyond it the answer is unavailable at once.",
        object(
          ("atOnce", about("Queries in flight, of all people.", whole)),
          ("perPerson", about("Queries in flight of one person.", whole)),
          ("perSecond", about("Queries per second, of all people; one person gets a quarter.", whole))))
    ),
    (
      "breaker",
      about(
        "Consecutive failures of at least two persons that open the circuit (`after`, 5), and its seconds without "
          + "requests (`for`, 10).",
        object(
          ("after", about("Consecutive failures.", whole)), ("for", about("Seconds without requests.", number))))
    ),
    ("headers", about("Headers of every request: constants, as expressions.", expressions)),
    ("lookups", about("Records for the value of an atom.", list(lookup, required: ["lookup", "key", "answer"]))),
    ("facts", about("Values about the person.", list(fact, required: ["fact", "answer"]))),
    ("verifications", about("Rules for values.", list(verification, required: ["verification", "takes", "holds"]))),
    (
      "searches",
      about("Lists in which people find an option by typing.", list(search, required: ["search", "answer", "one"]))
    ),
    ("effects", about("Submissions that the service carries out.", list(effect, required: ["effect", "post"]))),
    (
      "callbacks",
      about(
        "The secrets that verify its callbacks: `secret`, and `former` during a change of the secret.",
        object(
          ("secret", about("The current secret, as a reference.", text)),
          ("former", about("The previous secret, as a reference, until the service uses the current one.", text))))
    ),
    (
      "senders",
      about(
        "Ways to send messages to people: one-time codes, and notices of new deals.",
        list(sender, required: ["sender", "post", "sent"]))
    ),
  ])

  /// The properties of the elements of each section.
  package static let sections: [(name: String, properties: Object)] = [
    ("lookups", lookup), ("facts", fact), ("verifications", verification), ("searches", search),
    ("effects", effect),
    ("senders", sender),
  ]

  private static let lookup = joined(
    [
      ("lookup", about("The name in operations.", identifier)),
      ("key", about("The keys, the value of the atom first: `[inn]`, or `{from: text, on: date}`.", ref("keys"))),
    ], request,
    [
      ("answer", about("The fields to keep, each as `TYPE PATH`; see docs/services.md.", ref("answer")))
    ], keeping)
  private static let fact = joined(
    [("fact", about("The name in operations.", identifier))], request,
    [("answer", about("The fields to keep, each as `TYPE PATH`.", ref("answer")))], keeping)
  private static let verification = joined(
    [
      ("verification", about("The name in operations.", identifier)),
      ("takes", about("The arguments: `[series, number]`, or with their types.", ref("keys"))),
    ], request,
    [
      ("holds", about("The condition over the answer for valid values.", text)),
      ("code", about("The path of the rejection code.", text)),
      ("reasons", about("The texts for the codes.", ["type": "object", "additionalProperties": ref("texts")])),
    ], keeping)
  private static let search = joined(
    [
      ("search", about("The name in operations.", identifier)),
      (
        "key",
        about(
          "Keys in addition to `$text`, `$limit` and `$offset`, which `with` of an atom provides: `{city: text}`.",
          ref("keys"))
      ),
    ], request,
    [
      (
        "answer",
        about("The options: `{each: PATH, value: text PATH, caption: text PATH, ...}`.", ref("answer"))
      ),
      (
        "one",
        about(
          "The request that finds an option again by `$value` and the keys, with `at`, its path in the answer, and "
            + "`missing`. A key that it does not read is compared with the field of the same name.",
          .object(
            [
              "type": "object", "additionalProperties": false, "oneOf": oneRequest,
              "properties": .object(
                joined(
                  request,
                  [
                    ("at", about("The path of the option in the answer. Default: the whole answer.", text)), signs,
                  ])),
            ]))
      ),
    ], keeping)

  private static let sender = joined(
    [("sender", about("The name, which `codes-by` and `notices-by` of the configuration select.", identifier))],
    request.filter { $0.0 != "get" },
    [
      (
        "sent",
        about(
          "The status of an accepted message, a list, or `{status: 202}`. Any other status is retried.",
          sentStatus)
      ),
      (
        "refused",
        about(
          "The status after which no retry can succeed, such as for an unknown number; written like `sent`.",
          sentStatus)
      ),
    ])

  private static let request: [(String, Value)] = [
    ("get", about("The path of a GET; `{...}` contains an expression: `/companies/{$inn}`.", text)),
    ("post", about("The path of a POST.", text)),
    ("query", about("The parameters after `?`, each an expression. Null parameters are omitted.", expressions)),
    ("headers", about("Headers of the request, each an expression.", expressions)),
    ("body", about("The JSON body. Each scalar is an expression, so a constant text is quoted twice.", true)),
  ]
  private static let signs: (String, Value) = (
    "missing",
    about("The signs of an absent record: a status, a list, or `{status: 404, when: CONDITION}`.", missing)
  )
  private static let keeping: [(String, Value)] = [
    signs,
    (
      "cache",
      about("Seconds for which an answer is reused. Default: 0. A submission always sends a new query.", number)
    ),
    ("stale", about("Further seconds for which the old answer is used while a new one is fetched.", number)),
  ]

  // MARK: - Shapes

  static let text: Value = ["type": ["string", "number", "boolean"]]
  static let number: Value = ["type": ["number", "string"]]
  private static let whole: Value = ["type": "integer"]
  static let identifier: Value = ["type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"]
  static let expressions: Value = ["type": "object", "additionalProperties": text]
  private static let texts: Value = [
    "anyOf": [["type": "string"], ["type": "object", "additionalProperties": ["type": "string"]]]
  ]
  private static let keys: Value = [
    "anyOf": [
      ["type": "string"], ["type": "array", "minItems": 1, "items": identifier],
      [
        "type": "object", "minProperties": 1,
        "additionalProperties": ["enum": .array(AnswerLeaf.types.keys.sorted().map(Value.string))],
      ],
    ]
  ]
  private static let answer: Value = [
    "anyOf": [
      ["type": "string"], ["type": "array", "minItems": 1, "maxItems": 1, "items": ["type": "string"]],
      ["type": "object", "minProperties": 1, "additionalProperties": ref("answer")],
    ]
  ]
  private static let statuses: Value = [
    "anyOf": [["type": "integer"], ["type": "array", "items": ["type": "integer"]]]
  ]
  private static let missing: Value = [
    "anyOf": [
      ref("statuses"),
      object(
        ("status", about("An HTTP status, or a list of them.", ref("statuses"))),
        ("when", about("A condition over the answer.", text))),
    ]
  ]

  private static let sentStatus: Value = [
    "anyOf": [ref("statuses"), object(("status", about("The status, or a list of them.", ref("statuses"))))]
  ]

  static func ref(_ name: String) -> Value { ["$ref": .string("#/$defs/\(name)")] }

  static func object(_ members: (String, Value)...) -> Value {
    ["type": "object", "properties": .object(Object(members)), "additionalProperties": false]
  }

  /// Returns the schema of a list of queries or submissions. A query is a GET or a POST.
  private static func list(_ properties: Object, required: [Value]) -> Value {
    var line = Object([
      ("type", "object"), ("properties", .object(properties)), ("required", .array(required)),
      ("additionalProperties", false),
    ])
    if properties["get"] != nil { line["oneOf"] = oneRequest }
    return ["type": "array", "items": .object(line)]
  }

  private static let oneRequest: Value = [["required": ["get"]], ["required": ["post"]]]

  static func joined(_ parts: [(String, Value)]...) -> Object { Object(parts.flatMap(\.self)) }

  static func about(_ text: String, _ schema: Value) -> Value {
    guard var members = schema.object else { return ["description": .string(text)] }
    members["description"] = .string(text)
    return .object(members)
  }
}
