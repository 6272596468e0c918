import Foundation
import ValenceClient

/// A transport with one response to all requests.
struct CannedTransport: Transport {
  let response: Response
  func send(_ request: Request) async throws -> Response { response }
}

/// Describes how the client understands an answer. README.md of the kit describes the result.
@MainActor func document(_ given: Members) async throws -> Members {
  let status = given["status"]?.integer ?? 200
  let bytes = try given["body"].flatMap { $0.isNull ? nil : Array(try JSONEncoder().encode($0)) } ?? []
  let headers = given["retryAfter"]?.integer.map { ["Retry-After": String($0)] } ?? [:]
  let client = Client(CannedTransport(response: Response(status: status, headers: headers, body: bytes)))
  do throws(Failure) {
    return described(try await client.follow(Link("GET", "/")))
  } catch {
    var result: Members = ["document": "problem", "problem": "", "passing": .bool(error.isPassing), "errors": []]
    guard case .refused(let problem) = error else { return result }
    result["problem"] = .string(problem.name.rawValue)
    result["retryAfter"] = problem.retryAfter.map { .integer(Int64($0)) }
    result["errors"] = .array(problem.violations.map { $0.atom.map(WireValue.string) ?? .null })
    result["update"] = problem.update.map(WireValue.string)
    result["next"] = problem.next?.name.map(WireValue.string)
    result["transition"] = (problem.next?.transition.drawnKind.rawValue).map(WireValue.string)
    return result
  }
}

private func described(_ document: Document) -> Members {
  var result: Members = [:]
  result["document"] = document.name.map(WireValue.string)
  result["transition"] = .string(document.transition.drawnKind.rawValue)
  switch document {
  case .tree(let tree):
    result["drawn"] = .array(LiveForm(tree).drawn().map { .string($0.path) })
  case .lead(let lead): result["href"] = .string(lead.link.href)
  case .listing(let list):
    result["rows"] = .integer(Int64(list.rows.count))
    result["more"] = list.next.map(WireValue.string)
  case .progress(let progress): result["next"] = progress.next?.name.map(WireValue.string)
  default: break
  }
  return result
}

/// Returns the address that a template gives with values.
@MainActor func address(_ given: Members) -> Members {
  let template = Template(given["template"]?.string ?? "")
  return ["href": template.address(with: given["values"]?.object ?? [:]).map(WireValue.string) ?? .null]
}

/// Returns the body that a template gives with the members of a row.
@MainActor func body(_ given: Members) -> Members {
  let filled = Template.body(given["template"]?.object ?? [:], with: given["row"]?.object ?? [:])
  return ["body": filled.map(WireValue.object) ?? .null]
}
