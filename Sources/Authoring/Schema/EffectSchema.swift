import JSON

/// The schema of the effects in a service file.
extension SystemSchema {
  /// The properties of an effect, in the order of the documentation.
  static let effect = joined(
    [
      (
        "effect",
        about(
          "The name in `effect:` of operations; `document` for operations that name the service in `core`.", identifier)
      ),
      (
        "takes",
        about(
          "The inputs of the operation that the effect reads, each with its type; `optional text` for an optional one, "
            + "`record` for the value of a composed atom.",
          ["type": "object", "additionalProperties": ["type": "string"]])
      ),
      ("post", about("The path for handing over a submission; `{...}` contains an expression.", text)),
      ("query", about("The parameters after `?`, each an expression. Null parameters are omitted.", expressions)),
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
          "The ledger movement after execution: the amount from `debit` to `credit`, each an input with an "
            + "account, or `settlement` or `equity`, with its `purpose`.",
          object(
            ("debit", about("The account that pays.", text)), ("credit", about("The account that receives.", text)),
            ("purpose", about("The text of the movement, an expression.", text))))
      ),
    ] + words + [
      (
        "status",
        about(
          "The query for the state of a submission: a path over `submission`, sent each `every` seconds (30).",
          .object(
            [
              "type": "object", "additionalProperties": false,
              "properties": .object(
                joined(
                  [
                    ("get", about("The path of the query; `{...}` contains an expression over `submission`.", text)),
                    ("query", about("The parameters after `?`, each an expression.", expressions)),
                    ("every", about("Seconds between two queries. Default: 30.", number)),
                    (
                      "missing",
                      about("The statuses that mean that the service does not know the submission.", ref("statuses"))
                    ),
                    (
                      "missingAfter",
                      about(
                        "Seconds after an attempt from which `missing` counts, if it is answered twice. Default: 60.",
                        number
                      )
                    ),
                  ], words)),
            ]))
      ),
      (
        "callback",
        about(
          "The reading of callbacks: the path of the submission's id, and conditions for each outcome.",
          .object(
            [
              "type": "object", "additionalProperties": false,
              "properties": .object(
                joined([("submission", about("The path of the submission's id.", text))], words)),
            ]))
      ),
      ("repeat", about("`never`: the service must not get the same submission twice.", ["enum": ["never"]])),
      (
        "order",
        about("`account`: deliveries with a hold on one account are sent one at a time.", ["enum": ["account"]])
      ),
      ("deadline", about("Seconds after which an open delivery raises an alarm. Default: a day.", number)),
      (
        "reasons",
        about("The texts for the rejection codes.", ["type": "object", "additionalProperties": ref("texts")])
      ),
      (
        "captions",
        about(
          "The captions of stored values that the person sees.",
          ["type": "object", "additionalProperties": ref("texts")])
      ),
    ])

  /// The outcomes of a submission.
  private static let words: [(String, Value)] = [
    ("executed", about("The answer that means executed.", ref("word"))),
    ("rejected", about("The answer that means rejected.", ref("word"))),
    ("accepted", about("The answer that means accepted, with a later decision.", ref("word"))),
  ]

  /// An outcome: the responses that report it, and the values to store.
  static let word = object(
    ("status", about("The status of the answer, or several.", ref("statuses"))),
    ("when", about("The condition over the document.", text)),
    (
      "keep", about("The fields to keep, each as `TYPE PATH`.", ["type": "object", "additionalProperties": text])
    ),
    ("reason", about("The path of the rejection code.", text)),
    ("message", about("The path of the text for the person.", text)))
}
