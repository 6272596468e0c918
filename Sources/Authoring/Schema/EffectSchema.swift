import JSON

/// The schema of the effects in a service file.
extension SystemSchema {
  /// The properties of an effect, in the order of the documents.
  static let effect = joined(
    [
      (
        "effect",
        about("The name in `effect:` of operations; `document` for those that name the service by `core`.", identifier)
      ),
      (
        "takes",
        about(
          "The inputs of the operation that the effect reads, each with its type; `text?` for one that it may lack.",
          ["type": "object", "additionalProperties": ["type": "string"]])
      ),
      ("post", about("The path that a submission is handed over to; `{...}` holds an expression.", text)),
      ("query", about("The parameters behind `?`, each an expression; one that is null is left out.", expressions)),
      ("headers", about("Headers of the request, each an expression.", expressions)),
      (
        "body",
        about(
          "The JSON body; each scalar is an expression over the taken values, `user`, `submission`, `operation` and "
            + "`values`.", true)
      ),
      ("amount", about("The input with the submission's amount, such as `$amount`.", text)),
      ("currency", about("The currency of the amount.", text)),
      ("hold", about("The input with the account on which the amount is held until the end.", text)),
      (
        "moves",
        about(
          "The movement of the ledger once it is executed: the amount from `debit` to `credit`, each an input with an "
            + "account, or `settlement` or `equity`, with its `purpose`.",
          object(
            ("debit", about("The account that pays.", text)), ("credit", about("The account that receives.", text)),
            ("purpose", about("The text of the movement, an expression.", text))))
      ),
    ] + words + [
      (
        "status",
        about(
          "The question for what became of a submission: a path over `submission`, asked each `every` seconds (30).",
          .object(
            [
              "type": "object", "additionalProperties": false,
              "properties": .object(
                joined(
                  [
                    ("get", about("The path of the question; `{...}` holds an expression over `submission`.", text)),
                    ("query", about("The parameters behind `?`, each an expression.", expressions)),
                    ("every", about("Seconds between two questions; 30 without it.", number)),
                    (
                      "missing",
                      about("The statuses by which the service does not know the submission.", ref("statuses"))
                    ),
                    (
                      "missingAfter",
                      about(
                        "Seconds after an attempt from which that counts, once it is said twice; 60 without it.", number
                      )
                    ),
                  ], words)),
            ]))
      ),
      (
        "callback",
        about(
          "The reading of callbacks: the place of the submission's id, and conditions for each word.",
          .object(
            [
              "type": "object", "additionalProperties": false,
              "properties": .object(
                joined([("submission", about("The place of the submission's id.", text))], words)),
            ]))
      ),
      ("repeat", about("`never`: the service must not get the same submission twice.", ["enum": ["never"]])),
      ("order", about("`account`: deliveries that hold on one account go one after the other.", ["enum": ["account"]])),
      ("deadline", about("Seconds after which an open delivery raises an alarm; a day without it.", number)),
      (
        "reasons",
        about("The texts for the codes of a refusal.", ["type": "object", "additionalProperties": ref("texts")])
      ),
      (
        "captions",
        about(
          "The captions of kept values that the person sees.", ["type": "object", "additionalProperties": ref("texts")])
      ),
    ])

  /// The words of the service by which a submission goes on.
  private static let words: [(String, Value)] = [
    ("executed", about("The answer that means that it is done.", ref("word"))),
    ("rejected", about("The answer that means that it is refused.", ref("word"))),
    ("accepted", about("The answer that means that it is taken, and decided later.", ref("word"))),
  ]

  /// One word of the service: how it is known, and what is kept of it.
  static let word = object(
    ("status", about("The status of the answer, or several.", ref("statuses"))),
    ("when", about("The condition over the document.", text)),
    (
      "keep", about("The values that are kept, each as `TYPE PATH`.", ["type": "object", "additionalProperties": text])
    ),
    ("reason", about("The place of the code of a refusal.", text)),
    ("message", about("The place of the text for the person.", text)))
}
