import BankSystems
package import JSON

/// The JSON Schema (2020-12) of service files, for editors; the reference lists the same sentences.
///
///     SystemSchema.document["properties"]?["timeout"]?["description"]
package enum SystemSchema {
  /// The whole schema.
  package static let document: Value = [
    "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A service of the bank, for Valence",
    "type": "object", "properties": .object(head), "required": ["service", "at"], "additionalProperties": false,
    "$defs": [
      "answer": answer, "keys": keys, "statuses": statuses, "texts": texts, "word": word,
    ],
  ]

  /// The properties of the head, by name, in the order of the documents.
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
              "The server's own identity at an authorization server, which gives a token for a time.",
              object(
                ("at", about("The address of the token endpoint.", text)), ("id", about("The client's id.", text)),
                ("secret", about("The client's secret, as a reference.", text)),
                ("scope", about("The scopes to ask for, with blanks between them.", text))))
          )))
    ),
    (
      "tls",
      about(
        "Files of TLS in PEM: the trusted `authorities`, and `certificate` with `key` for mutual TLS.",
        object(
          ("authorities", about("The file of the trusted certificates; without it, those of this machine.", text)),
          ("certificate", about("The file of the certificate that this server shows.", text)),
          ("key", about("The file of that certificate's key.", text))))
    ),
    ("timeout", about("Seconds for one question, connection included; 2 without it, at most 30.", number)),
    ("retries", about("Repetitions of a GET that failed, within the timeout; 1 without it.", whole)),
    (
      "limit",
      about(
        "Questions at a time (`atOnce`, 32), of one person (`perPerson`, 8), and in a second (`perSecond`, 200). Beyond "
          + "it the answer is unavailable at once.",
        object(
          ("atOnce", about("Questions at a time, of all people.", whole)),
          ("perPerson", about("Questions at a time of one person.", whole)),
          ("perSecond", about("Questions in a second, of all people; one person gets a quarter.", whole))))
    ),
    (
      "breaker",
      about(
        "After so many failures in a row of at least two persons (`after`, 5) nothing is asked for some seconds (`for`, 10).",
        object(
          ("after", about("Failures in a row.", whole)), ("for", about("Seconds without a question.", number))))
    ),
    ("headers", about("Headers of every request: constants, as expressions.", expressions)),
    ("lookups", about("Records that the value of an atom has.", list(lookup))),
    ("facts", about("Values that are known of the person.", list(fact))),
    ("verifications", about("Judgements of values.", list(verification))),
    ("searches", about("Lists that people search for an option.", list(search))),
    ("effects", about("Submissions that the service carries out.", list(effect))),
    (
      "callbacks",
      about(
        "The secrets by which its callbacks are verified: `secret`, and `former` while it is replaced.",
        object(
          ("secret", about("The present secret, as a reference.", text)),
          ("former", about("The secret before it, as a reference, until the service has the present one.", text))))
    ),
    ("senders", about("Ways to send messages to people: one-time codes, and notices of new deals.", list(sender))),
  ])

  /// The properties of the elements of each section, by the section's name.
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
      ("answer", about("The values that are kept, each as `TYPE PATH`; see docs/services.md.", ref("answer")))
    ], keeping)
  private static let fact = joined(
    [("fact", about("The name in operations.", identifier))], request,
    [("answer", about("The values that are kept, each as `TYPE PATH`.", ref("answer")))], keeping)
  private static let verification = joined(
    [
      ("verification", about("The name in operations.", identifier)),
      ("takes", about("The arguments: `[series, number]`, or with their types.", ref("keys"))),
    ], request,
    [
      ("holds", about("The condition over the answer for the values to be right.", text)),
      ("code", about("The place of the code of a refusal.", text)),
      ("reasons", about("The texts for the codes.", ["type": "object", "additionalProperties": ref("texts")])),
    ], keeping)
  private static let search = joined(
    [("search", about("The name in operations.", identifier))], request,
    [
      (
        "answer",
        about("The options: `{each: PATH, value: text PATH, caption: text PATH, ...}`.", ref("answer"))
      ),
      (
        "one",
        about(
          "The request that finds an option again by `$value`, with `at`, its place in the answer, and `missing`.",
          .object(
            [
              "type": "object", "additionalProperties": false,
              "properties": .object(
                joined(
                  request,
                  [
                    ("at", about("The place of the option in the answer; without it, the whole answer.", text)), signs,
                  ])),
            ]))
      ),
    ], keeping)

  private static let sender = joined(
    [("sender", about("The name, which `codes-by` and `notices-by` of the configuration choose.", identifier))],
    request.filter { $0.0 != "get" },
    [
      (
        "sent",
        about(
          "The status that means that the message was taken, a list, or `{status: 202}`; any other is tried again.",
          sentStatus)
      ),
      (
        "refused",
        about(
          "The status that means that no try will succeed, such as for a number that nobody has; written as `sent` is.",
          sentStatus)
      ),
    ])

  /// The properties of a request.
  private static let request: [(String, Value)] = [
    ("get", about("The path of a GET; `{...}` holds an expression: `/companies/{$inn}`.", text)),
    ("post", about("The path of a POST.", text)),
    ("query", about("The parameters behind `?`, each an expression; one that is null is left out.", expressions)),
    ("headers", about("Headers of the request, each an expression.", expressions)),
    ("body", about("The JSON body; each scalar is an expression, so that a constant text is quoted twice.", true)),
  ]
  private static let signs: (String, Value) = (
    "missing",
    about("The signs of \"there is none\": a status, a list, or `{status: 404, when: CONDITION}`.", missing)
  )
  private static let keeping: [(String, Value)] = [
    signs,
    ("cache", about("Seconds for which an answer is used again; 0 without it. A submission asks anew.", number)),
    ("stale", about("Seconds after that for which the old answer is used while a new one is fetched.", number)),
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
    "anyOf": [["type": "string"], ["type": "object", "minProperties": 1, "additionalProperties": ref("answer")]]
  ]
  private static let statuses: Value = [
    "anyOf": [["type": "integer"], ["type": "array", "items": ["type": "integer"]]]
  ]
  private static let missing: Value = [
    "anyOf": [
      ref("statuses"),
      object(
        ("status", about("A status of HTTP, or a list of them.", ref("statuses"))),
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

  private static func list(_ properties: Object) -> Value {
    ["type": "array", "items": ["type": "object", "properties": .object(properties), "additionalProperties": false]]
  }

  static func joined(_ parts: [(String, Value)]...) -> Object { Object(parts.flatMap(\.self)) }

  static func about(_ text: String, _ schema: Value) -> Value {
    guard var members = schema.object else { return ["description": .string(text)] }
    members["description"] = .string(text)
    return .object(members)
  }
}
