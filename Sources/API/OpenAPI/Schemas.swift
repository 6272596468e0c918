/// The schemas of the OpenAPI document (JSON Schema 2020-12).
///
/// Each text is a JSON object of schemas by name; `OpenAPI` merges them and adds those of the entities.
enum Schemas {
  /// The schemas of problems, logins, operations, trees, states, drafts and submissions.
  static let text = #"""
    {
      "Problem": {
        "type": "object",
        "description": "RFC 9457",
        "required": ["type", "title", "status", "requestId"],
        "properties": {
          "type": {"type": "string", "description": "/problems/{name}, answered with its explanation"},
          "title": {"type": "string"},
          "status": {"type": "integer"},
          "detail": {"type": "string"},
          "requestId": {"type": "string"},
          "offset": {"type": "integer", "description": "where malformed JSON goes wrong, in bytes from 0"},
          "errors": {"type": "array", "maxItems": 100, "items": {"$ref": "#/components/schemas/ValueError"}},
          "moreErrors": {"type": "integer", "minimum": 1, "description": "count of further errors"},
          "attemptsLeft": {"type": "integer"},
          "changes": {
            "type": "array", "maxItems": 100, "description": "values that differ from what the client has shown",
            "items": {"$ref": "#/components/schemas/ShownChange"}
          },
          "moreChanges": {"type": "integer", "minimum": 1, "description": "count of further elements of `changes`"},
          "current": {
            "description": "of draft-changed: the draft as it is, with its values; null if there is none",
            "oneOf": [{"$ref": "#/components/schemas/Draft"}, {"type": "null"}]
          },
          "differs": {
            "type": "array", "description": "of draft-changed",
            "items": {"$ref": "#/components/schemas/DraftDifference"}
          },
          "next": {"$ref": "#/components/schemas/Next"},
          "submission": {"$ref": "#/components/schemas/Submission"},
          "asked": {"type": "string", "description": "the submission that the question of the matrix has moved to"},
          "submissions": {"$ref": "#/components/schemas/Link", "description": "the list of what awaits a signature"},
          "reason": {"type": "string", "description": "why the ledger cannot post it"},
          "link": {"type": "string", "description": "the link of the fast payment system that the code is"},
          "renewal": {
            "type": "object", "description": "the operation that gives a new security matrix",
            "required": ["operation", "title", "method", "href"],
            "properties": {
              "operation": {"type": "string"}, "title": {"type": "string"}, "method": {"type": "string"},
              "href": {"type": "string"}
            }
          },
          "moreFindings": {"type": "integer", "minimum": 1, "description": "count of further findings"},
          "findings": {
            "type": "array", "maxItems": 100, "description": "the errors of an operation file",
            "items": {"$ref": "#/components/schemas/Finding"}
          },
          "minimumVersion": {"type": "string", "description": "the oldest version of the client that is served"},
          "update": {"type": "string", "description": "where a newer client is"},
          "missing": {
            "type": "array",
            "description": "the atoms that the client cannot draw",
            "items": {
              "type": "object",
              "required": ["atom", "kind"],
              "properties": {
                "atom": {"type": "string"}, "kind": {"type": "string"}, "minimumVersion": {"type": "string"}
              }
            }
          }
        }
      },
      "ValueError": {
        "type": "object",
        "required": ["atom", "code", "message", "params"],
        "properties": {
          "atom": {"type": "string", "description": "the atom's path"},
          "code": {"type": "string", "description": "the rule, or the verification's name"},
          "message": {"type": "string"},
          "params": {"type": "object"}
        }
      },
      "ShownChange": {
        "type": "object",
        "required": ["atom", "shown", "now"],
        "properties": {
          "atom": {"type": "string", "description": "the atom's path"},
          "shown": {
            "type": ["string", "number", "boolean", "null"], "description": "what the client has shown; null for nothing"
          },
          "now": {
            "type": ["string", "number", "boolean", "null"],
            "description": "the present value; null for none; of a repeat the count of its items"
          }
        }
      },
      "ProblemExplanation": {
        "type": "object",
        "required": ["type", "status", "title", "explanation"],
        "properties": {
          "type": {"type": "string"}, "status": {"type": "integer"}, "title": {"type": "string"},
          "explanation": {"type": "string"}
        }
      },
      "Credentials": {
        "type": "object",
        "required": ["login", "password"],
        "properties": {"login": {"type": "string"}, "password": {"type": "string"}}
      },
      "Session": {
        "type": "object",
        "required": ["token", "expiresAt", "endsAt", "user"],
        "properties": {
          "token": {"type": "string", "description": "goes into Authorization: Bearer"},
          "expiresAt": {
            "type": "string", "format": "date-time",
            "description": "when the token is refused if it is not used before; using it moves that on"
          },
          "endsAt": {
            "type": "string", "format": "date-time", "description": "when it is refused however much it is used"
          },
          "user": {
            "type": "object",
            "required": ["id", "name"],
            "properties": {"id": {"type": "string"}, "name": {"type": "string"}}
          },
          "logout": {"$ref": "#/components/schemas/Link"},
          "events": {"$ref": "#/components/schemas/Link"}
        }
      },
      "Health": {"type": "object", "required": ["status"], "properties": {"status": {"const": "ok"}}},
      "User": {
        "type": "object",
        "required": ["signaturesLeft"],
        "properties": {
          "signaturesLeft": {"type": "integer", "description": "count of signatures that the security matrix can still give"}
        }
      },
      "OperationRow": {
        "type": "object",
        "required": ["id", "title", "href"],
        "properties": {
          "id": {"type": "string"}, "title": {"type": "string"}, "href": {"type": "string"},
          "icon": {"$ref": "#/components/schemas/Icon"},
          "unavailable": {
            "type": "object",
            "description": "why this client cannot open it",
            "required": ["type"],
            "properties": {
              "type": {"enum": ["/problems/client-outdated", "/problems/kinds-not-accepted"]},
              "minimumVersion": {"type": "string"}, "update": {"type": "string"}
            }
          }
        }
      },
      "Link": {
        "type": "object",
        "required": ["method", "href"],
        "properties": {"method": {"type": "string"}, "href": {"type": "string"}}
      },
      "Action": {
        "type": "object",
        "description": "the action of a tap; without href the client does it by itself",
        "required": ["name"],
        "properties": {
          "name": {"enum": ["submit", "next", "back", "cancel", "navigate"]}, "method": {"type": "string"},
          "href": {"type": "string"}
        }
      },
      "Tree": {
        "type": "object",
        "required": ["operation", "version", "title", "transition", "atoms"],
        "properties": {
          "operation": {"type": "string"},
          "version": {"type": "string"},
          "title": {"type": "string"},
          "transition": {"$ref": "#/components/schemas/Transition"},
          "evaluate": {"$ref": "#/components/schemas/Link"},
          "draft": {"$ref": "#/components/schemas/DraftLink"},
          "self": {
            "description": "where the same tree is asked again, such as in another language; of what came as `next`",
            "allOf": [{"$ref": "#/components/schemas/Link"}]
          },
          "flow": {"$ref": "#/components/schemas/FlowProgress"},
          "signing": {
            "type": "object", "description": "of the tree of a signature: what is signed in short, and how",
            "required": ["method", "attemptsLeft"],
            "properties": {
              "method": {"enum": ["matrix", "code"]},
              "about": {"type": "string", "description": "the title of the operation"},
              "amount": {"$ref": "#/components/schemas/ShownValue"},
              "to": {"$ref": "#/components/schemas/ShownValue"},
              "from": {"$ref": "#/components/schemas/ShownValue"},
              "attemptsLeft": {"type": "integer", "minimum": 0},
              "sentTo": {"type": "string", "description": "the telephone that the code went to, but for its middle digits"},
              "resendAfter": {"type": "integer", "minimum": 0, "description": "seconds after which another code can be had"},
              "cells": {
                "type": "array", "description": "the asked cells of the matrix, counted from 1",
                "items": {
                  "type": "object", "required": ["atom", "column", "row", "columns", "rows"],
                  "properties": {
                    "atom": {"type": "string"}, "column": {"type": "string"}, "row": {"type": "integer"},
                    "columns": {"type": "integer"}, "rows": {"type": "integer"}
                  }
                }
              }
            }
          },
          "result": {
            "type": "object", "description": "of the tree of a result: what became of it in short",
            "required": ["state", "tone", "title"],
            "properties": {
              "state": {"type": "string", "description": "the status of the submission"},
              "tone": {"enum": ["neutral", "success", "warning", "danger"]},
              "title": {"type": "string"}, "text": {"type": "string", "description": "the title with its reason"},
              "id": {"type": "string", "description": "the number of the submission"},
              "createdAt": {"type": "string", "format": "date-time", "description": "the time of the submission"},
              "created": {"$ref": "#/components/schemas/ShownValue"},
              "zone": {"type": "string", "description": "the time zone of `created`, such as `GMT+3`"},
              "about": {"type": "string", "description": "the title of the operation"},
              "amount": {"$ref": "#/components/schemas/ShownValue"},
              "to": {"$ref": "#/components/schemas/ShownValue"},
              "from": {"$ref": "#/components/schemas/ShownValue"},
              "next": {"type": "array", "description": "sentences on what comes next", "items": {"type": "string"}}
            }
          },
          "actions": {
            "type": "array", "description": "of the tree of a result: what may follow",
            "items": {"$ref": "#/components/schemas/ResultAction"}
          },
          "retryAfter": {
            "type": "integer", "description": "seconds after which to ask again: an atom tells that something is not known now"
          },
          "atoms": {"type": "array", "items": {"$ref": "#/components/schemas/Atom"}}
        }
      },
      "Atom": {
        "type": "object",
        "required": ["id", "kind", "shown"],
        "properties": {
          "id": {"type": "string"},
          "kind": {"type": "string"},
          "type": {"type": "string"},
          "caption": {"type": "string"},
          "pair": {"$ref": "#/components/schemas/ShownPair"},
          "severity": {"const": "warning", "description": "of a text: it warns, and is drawn apart"},
          "role": {
            "enum": ["account", "card", "person"], "description": "of a text that is typed: what it is, so that it can be grouped"
          },
          "live": {
            "const": true,
            "description": "of an input or a text: its value depends on an answer, a fact or the clock, and is reported in `shown` of a submission"
          },
          "shown": {"type": "boolean"},
          "enabled": {"type": "boolean"},
          "required": {"type": "boolean"},
          "value": {},
          "options": {"type": "array", "items": {"type": "object"}},
          "search": {
            "description": "of a search: where its options are asked for", "allOf": [{"$ref": "#/components/schemas/Link"}]
          },
          "minLength": {"type": "integer", "description": "of a search: the least count of characters to ask with"},
          "takesValue": {"const": true, "description": "of a search: a typed text may be the value of an option, such as a BIC"},
          "chosen": {"$ref": "#/components/schemas/ChosenOption"},
          "notify": {"enum": ["commit", "change"]},
          "hint": {"type": ["string", "null"], "description": "a short text in or below what is entered or tapped"},
          "help": {"type": "string", "description": "a longer text, which the person opens"},
          "confirm": {"$ref": "#/components/schemas/Confirmation"},
          "tone": {"enum": ["primary", "quiet", "danger"], "description": "of a button, where its author says so"},
          "action": {"$ref": "#/components/schemas/Action"},
          "fixed": {"const": true, "description": "of a repeat whose items come from a list: nobody adds or removes any"},
          "computed": {
            "const": true, "description": "of a repeat with computed rows: nobody enters anything into them, and none is sent"
          },
          "folded": {
            "const": true, "description": "of a group: closed until the person opens it, or an atom in it has an error"
          },
          "atoms": {
            "type": "array", "description": "of a group: its atoms", "items": {"$ref": "#/components/schemas/Atom"}
          },
          "item": {
            "description": "of a repeat: a new item, as it is before anything is entered",
            "allOf": [{"$ref": "#/components/schemas/Item"}]
          },
          "items": {
            "type": "array", "description": "of a repeat: its items", "items": {"$ref": "#/components/schemas/Item"}
          }
        }
      },
      "ResultAction": {
        "type": "object",
        "description": "a request with its body, which the client sends as it is, with the text that it asks for first",
        "required": ["name", "title", "method", "href", "body"],
        "properties": {
          "name": {"enum": ["repeat", "saveTemplate"]}, "title": {"type": "string"}, "method": {"const": "POST"},
          "href": {"type": "string"}, "body": {"type": "object"},
          "ask": {
            "type": "object", "description": "a text to ask the person for, and the member of the body that it becomes",
            "required": ["member", "label", "value", "maxLength"],
            "properties": {
              "member": {"type": "string"}, "label": {"type": "string"}, "value": {"type": "string"},
              "maxLength": {"type": "integer"}
            }
          }
        }
      },
      "Icon": {
        "description": "a picture that clients draw by its name; one that a client does not know is left out",
        "enum": ["account", "card", "cash", "certificate", "deposit", "document", "exchange", "history", "home", "key", "limit",
          "loan", "lock", "message", "more", "offer", "payment", "person", "phone", "plus", "qr", "search", "settings",
          "shield", "star", "template", "transfer", "utilities", "warning"]
      },
      "ShownValue": {
        "type": "object",
        "description": "a value that is only shown; a client that does not know the role draws the text",
        "required": ["role", "value", "text"],
        "properties": {
          "role": {"enum": ["amount", "number", "date", "dateTime", "account", "card", "person", "status", "text"]},
          "value": {"type": "string", "description": "for programs: plain digits, a day, the value of a chosen option"},
          "text": {"type": "string", "description": "as the language of the answer writes it"},
          "currency": {"type": "string", "description": "of an amount"}
        }
      },
      "ShownPair": {
        "type": ["object", "null"],
        "description": "of a text: a shown value with its label; null where it has no value now",
        "required": ["label", "role", "value", "text"],
        "properties": {
          "label": {"type": "string"},
          "group": {"type": "string", "description": "the captions around it, such as that of the item that it stands in"},
          "role": {"enum": ["amount", "number", "date", "dateTime", "account", "card", "person", "status", "text"]},
          "value": {"type": "string"},
          "text": {"type": "string"},
          "currency": {"type": "string"}
        }
      },
      "Confirmation": {
        "type": "object",
        "description": "of a button: the question to ask before it acts; a client that does not know it does not ask",
        "required": ["title"],
        "properties": {
          "title": {"type": "string", "description": "the question"},
          "text": {"type": "string", "description": "an explanation below it"},
          "action": {"type": "string", "description": "the caption of the button that acts; that of the button without it"},
          "cancel": {"type": "string", "description": "the caption of the button that leaves all as it is"}
        }
      },
      "Item": {
        "type": "object",
        "required": ["atoms"],
        "properties": {
          "atoms": {"type": "array", "items": {"$ref": "#/components/schemas/Atom"}}
        }
      },
      "ValuesSchema": {
        "type": "object",
        "description": "JSON Schema 2020-12 of `values`; what depends on a condition stands under if and then"
      },
      "Question": {
        "type": "object",
        "description": "null is as if it were not there",
        "properties": {
          "values": {"type": ["object", "null"], "description": "by atom id; an absent one is the default, null is cleared"},
          "version": {"type": ["string", "null"], "description": "the version that was drawn; the current one by default"},
          "changed": {"type": ["array", "null"], "maxItems": 1000, "items": {"type": "string"}},
          "commit": {"type": ["boolean", "null"]},
          "revision": {
            "type": ["integer", "null"], "minimum": -9223372036854775808, "maximum": 9223372036854775807,
            "description": "comes back with the answer"
          }
        }
      },
      "OptionQuestion": {
        "type": "object",
        "required": ["atom"],
        "properties": {
          "atom": {"type": "string", "description": "the path of the atom, such as lines[3].payee"},
          "text": {"type": ["string", "null"], "description": "the typed text, at most 200 characters of it"},
          "limit": {"type": ["integer", "null"], "minimum": 1, "maximum": 50, "description": "20 by default"},
          "after": {"type": ["string", "null"], "description": "the one of the page before, for the same text"},
          "version": {"type": ["string", "null"], "description": "the version that was drawn; the current one by default"},
          "revision": {
            "type": ["integer", "null"], "minimum": -9223372036854775808, "maximum": 9223372036854775807,
            "description": "comes back with the answer, so that late answers can be dropped"
          }
        }
      },
      "Options": {
        "type": "object",
        "required": ["data"],
        "properties": {
          "revision": {"type": "integer"},
          "data": {
            "type": "array",
            "items": {
              "type": "object", "required": ["value", "caption"],
              "properties": {
                "value": {"type": "string"}, "caption": {"type": "string"},
                "detail": {"type": "string", "description": "a second line"},
                "image": {"type": "string", "description": "the path of a picture beside it, such as the mark of a brand"}
              }
            }
          },
          "after": {"type": "string", "description": "to go on with the next page; absent at the end"}
        }
      },
      "ChosenOption": {
        "type": ["object", "null"],
        "description": "of a search: the option with the value; null without a value, or if there is no such option",
        "required": ["value", "caption"],
        "properties": {"value": {"type": "string"}, "caption": {"type": "string"}}
      },
      "States": {
        "type": "object",
        "required": ["operation", "version", "atoms"],
        "properties": {
          "operation": {"type": "string"},
          "version": {"type": "string"},
          "revision": {"type": "integer"},
          "retryAfter": {
            "type": "integer",
            "description": "seconds after which to ask again, for all atoms: a state tells that something is not known now"
          },
          "atoms": {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/AtomState"}}
        }
      },
      "AtomState": {
        "type": "object",
        "required": ["shown"],
        "properties": {
          "shown": {"type": "boolean"},
          "enabled": {"type": "boolean"},
          "required": {"type": "boolean"},
          "value": {},
          "entered": {
            "type": "boolean",
            "description": "of an input that a reported change has filled (true: post its value from now on) or cleared (false: its value is as if nobody had entered one); in a tree false for a value that the form presets from others, which need not be posted, and true for null where the input was cleared: post null, because an absent value means its preset"
          },
          "caption": {"type": "string"},
          "pair": {"$ref": "#/components/schemas/ShownPair"},
          "options": {"type": "array", "items": {"type": "object"}},
          "chosen": {"$ref": "#/components/schemas/ChosenOption"},
          "min": {"type": ["string", "null"], "description": "a limit that follows something, as max is"},
          "max": {"type": ["string", "null"]},
          "length": {"type": ["integer", "null"], "description": "of a text whose form follows something, as the next four are"},
          "pattern": {"type": ["string", "null"]},
          "mask": {"type": ["string", "null"]},
          "hint": {"type": ["string", "null"]},
          "confirm": {"$ref": "#/components/schemas/Confirmation"},
          "keyboard": {"type": ["string", "null"]},
          "currency": {"type": ["string", "null"], "description": "of an amount, where it follows something"},
          "scale": {"type": ["integer", "null"], "description": "the decimal places of that currency"},
          "error": {
            "type": ["object", "null"],
            "description": "absent where not judged, null where right",
            "required": ["code", "message", "params"],
            "properties": {
              "code": {"type": "string"}, "message": {"type": "string"}, "params": {"type": "object"}
            }
          },
          "normalized": {
            "type": ["object", "null"],
            "description": "on atoms with normalize, and on an IBAN, SWIFT code, LEI or card number: what of the posted text was changed; value has the kept text, null where nothing was",
            "required": ["message", "changes"],
            "properties": {
              "message": {"type": "string"},
              "changes": {
                "type": "array",
                "items": {
                  "type": "object",
                  "required": ["from", "to", "positions"],
                  "properties": {
                    "from": {"type": "string"},
                    "to": {"type": "string", "description": "empty for a dropped character"},
                    "positions": {"type": "array", "items": {"type": "integer", "minimum": 1}, "description": "in the posted text without white space at its ends, from 1"}
                  }
                }
              }
            }
          },
          "warning": {
            "type": ["object", "null"],
            "description": "a rule that the value breaks and may break: it refuses no submission; on atoms that may warn, judged as error is",
            "required": ["code", "message", "params"],
            "properties": {
              "code": {"type": "string"}, "message": {"type": "string"}, "params": {"type": "object"}
            }
          },
          "note": {
            "type": ["object", "null"],
            "description": "a text that stands at the value; on atoms that have such texts, judged as error is, null beside an error; neither stored nor signed",
            "required": ["severity", "code", "message", "params"],
            "properties": {
              "severity": {"enum": ["info", "success"]},
              "code": {"const": "note"}, "message": {"type": "string"}, "params": {"type": "object"}
            }
          }
        }
      },
      "DraftBody": {
        "type": "object",
        "required": ["values"],
        "properties": {
          "values": {"type": "object"},
          "version": {
            "type": ["string", "null"], "description": "the version that was drawn; the current one by default"
          }
        }
      },
      "Draft": {
        "type": "object",
        "required": ["id", "title", "expiresAt", "href"],
        "properties": {
          "id": {"type": "string", "description": "the operation's id: there is one draft of each; another one for a flow"},
          "title": {"type": "string"}, "subtitle": {"type": "string"},
          "expiresAt": {"type": "string", "format": "date-time"}, "href": {"type": "string"},
          "etag": {"type": "string", "description": "the entity tag of the draft, for If-Match; absent for a flow"},
          "flow": {"type": "string", "description": "of a begun flow: its id; `href` continues it"},
          "step": {"type": "string", "description": "of a begun flow: its present step"}
        }
      },
      "DraftLink": {
        "type": "object",
        "description": "where what is typed is kept",
        "required": ["method", "href"],
        "properties": {
          "method": {"type": "string"}, "href": {"type": "string"},
          "etag": {"type": "string", "description": "the entity tag of the draft whose values the tree has, for If-Match"}
        }
      },
      "DraftCopy": {
        "type": "object",
        "required": ["id", "version", "keptAt", "values"],
        "properties": {
          "id": {"type": "string", "description": "the number among the copies of the draft"},
          "version": {"type": "string", "description": "the version that the values were entered into"},
          "keptAt": {"type": "string", "format": "date-time"},
          "values": {"type": "object"}
        }
      },
      "DraftDifference": {
        "type": "object",
        "description": "an input whose sent value is not that of the draft; a list of items is one value",
        "required": ["atom", "caption", "mine", "theirs"],
        "properties": {
          "atom": {"type": "string"}, "caption": {"type": "string"},
          "mine": {"description": "the sent value, null for none"}, "theirs": {"description": "the value of the draft, null for none"},
          "mineText": {"type": "string", "description": "the sent value as people read it, if that differs"},
          "theirsText": {"type": "string", "description": "the value of the draft as people read it, if that differs"}
        }
      },
      "Carried": {
        "type": "object",
        "description": "the fate of values that were entered into a replaced version",
        "required": ["from", "to", "dropped", "doubtful"],
        "properties": {
          "from": {"type": "string"},
          "to": {"type": "string"},
          "moreDropped": {"type": "integer", "minimum": 1, "description": "count of further elements of `dropped`"},
          "dropped": {
            "type": "array", "maxItems": 100, "description": "values that have no place any more",
            "items": {"$ref": "#/components/schemas/ValueError"}
          },
          "moreDoubtful": {"type": "integer", "minimum": 1, "description": "count of further elements of `doubtful`"},
          "doubtful": {
            "type": "array", "maxItems": 100, "description": "values that are kept and break a rule",
            "items": {"$ref": "#/components/schemas/ValueError"}
          }
        }
      },
      "KeptDraft": {
        "type": "object",
        "required": ["draft"],
        "properties": {
          "draft": {"$ref": "#/components/schemas/Draft"}, "carried": {"$ref": "#/components/schemas/Carried"}
        }
      },
      "ResumedDraft": {
        "type": "object",
        "required": ["draft", "next"],
        "properties": {
          "draft": {"$ref": "#/components/schemas/Draft"},
          "carried": {"$ref": "#/components/schemas/Carried"},
          "next": {"$ref": "#/components/schemas/Tree"}
        }
      },
      "Values": {
        "type": "object",
        "description": "null is as if it were not there",
        "properties": {
          "values": {"type": ["object", "null"], "description": "by atom id; an absent one is the default, null is cleared"},
          "version": {"type": ["string", "null"], "description": "the version that was drawn; the current one by default"},
          "shown": {
            "type": ["object", "null"],
            "description": "by the path of an atom with `live`: what the client has shown, the value of an input, the value of a pair or the caption of a text, the count of items of a repeat, null for nothing"
          },
          "action": {"type": ["string", "null"], "description": "the button that was tapped, where there are several"}
        }
      },
      "Submission": {
        "type": "object",
        "required": ["href"],
        "properties": {
          "title": {"type": "string"}, "subtitle": {"type": "string"}, "trailing": {"type": "string"},
          "history": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["status", "at"],
              "properties": {
                "status": {"type": "string"}, "at": {"type": "string", "format": "date-time"},
                "reason": {"type": "string"}, "message": {"type": "string", "description": "the core's text about it"}
              }
            }
          },
          "delivery": {
            "type": "object",
            "description": "state at the system of the bank that carries it out; absent where none does",
            "required": ["status", "text"],
            "properties": {
              "status": {"enum": ["waiting", "accepted", "unknown", "executed", "rejected"]},
              "text": {"type": "string", "description": "the state in words"},
              "kept": {
                "type": "array",
                "description": "values that the system gave",
                "items": {
                  "type": "object",
                  "required": ["caption", "value"],
                  "properties": {"caption": {"type": "string"}, "value": {"type": "string"}}
                }
              }
            }
          },
          "href": {"type": "string"},
          "signature": {"$ref": "#/components/schemas/Link"},
          "cancel": {"$ref": "#/components/schemas/Link"}
        }
      },
      "Progress": {
        "type": "object",
        "description": "a submission and the tree that follows: the signature or the result",
        "required": ["submission", "next"],
        "properties": {
          "submission": {"$ref": "#/components/schemas/Submission"},
          "next": {"$ref": "#/components/schemas/Next"}
        }
      }
    }
    """#
}
