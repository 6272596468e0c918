import Foundation
import ValenceClient

/// The driver of the Swift library: answers the questions of the kit with `ValenceClient`.
let app = App()
var functions: [String: DriverFunction] = [
  "hello": { _ in
    [
      "client": "ValenceClient", "version": "1.0", "kinds": .array(Atom.Kind.all.map { .string($0.rawValue) }),
      "profiles": ["core", "typing", "format", "repeats", "searches", "signing", "drafts", "events"],
    ]
  },
  "document": document,
  "address": address,
  "body": body,
  "link": { given in ["own": .bool(Link("GET", given["href"]?.string ?? "").isOwn)] },
  "form": form,
]
functions.merge(app.steps) { $1 }
functions.merge(typing) { $1 }

for await line in lines() {
  guard let question = try JSONDecoder().decode(WireValue.self, from: Data(line.utf8)).object else { continue }
  var answer: Members = ["id": question["id"] ?? .null]
  if let function = functions[question["do"]?.string ?? ""] {
    do {
      answer["result"] = .object(try await function(question))
    } catch {
      answer["error"] = .string("\(error)")
    }
  } else {
    answer["skip"] = .string("no function \(question["do"]?.string ?? "")")
  }
  FileHandle.standardOutput.write(try JSONEncoder().encode(WireValue.object(answer)) + Data("\n".utf8))
}
