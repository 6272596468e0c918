import Atoms
import Conditions
import SourceText
import HTTPClient

/// Parses the section `senders` of a service file.
extension SystemReading {
  static let senders = "senders"

  /// Parses the senders of a service.
  mutating func senders(
    _ node: SourceNode?, of system: String, limits: SystemLimits, timeout: Int, _ common: [SystemRequest.Parameter]
  ) -> [DeclaredSender] {
    guard let node else { return [] }
    guard let lines = node.sequence else {
      faults.error(.wrongShape, "`\(Self.senders)` takes a list, not \(node.noun)", at: node.location)
      return []
    }
    var senders: [DeclaredSender] = []
    for line in lines {
      guard let sender = sender(line, of: system, limits: limits, timeout: timeout, common) else { continue }
      if let first = senders.first(where: { $0.name == sender.name }) {
        faults.error(
          .duplicate, "`\(sender.name)` is already declared in \(first.location.described(from: line.location))",
          at: line.location)
      }
      senders.append(sender)
    }
    return senders
  }

  private mutating func sender(
    _ node: SourceNode, of system: String, limits: SystemLimits, timeout: Int, _ common: [SystemRequest.Parameter]
  ) -> DeclaredSender? {
    guard let entries = node.mapping else {
      faults.error(.wrongShape, "a sender is a mapping with `sender`, its name, not \(node.noun)", at: node.location)
      return nil
    }
    let before = faults.all.count
    var line = Properties(entries, at: node.location)
    let name = name(of: "sender", &line)
    if let get = line.node("get") { faults.error(.missingProperty, "a message requires `post`", at: get.location) }
    let request = request(&line, of: DeclaredSender.keys, as: nil, common)
    let sent = line.node("sent").map { declared($0, "sent") }
    let refused = line.node("refused").map { ($0.location, declared($0, "refused")) }
    if let (place, statuses) = refused, let both = statuses.first(where: { sent?.contains($0) == true }) {
      faults.error(.ambiguousStatus, "\(both) is also a status of `sent`", at: place)
    }
    if sent == nil {
      faults.error(
        .missingProperty, "`sent` is missing: the status of an accepted message, such as 202", at: node.location)
    }
    finish(&line, "a sender", needing: [])
    guard let name, let request, let sent, faults.all.count == before else { return nil }
    return DeclaredSender(
      name: name, system: system, request: request, sent: sent, refused: refused?.1 ?? [],
      needsPhone: request.expressions.contains { $0.reads.outer.contains(0) }, limits: limits, timeout: timeout,
      location: node.location)
  }

  /// Parses statuses: `202`, `[200, 202]` or `{status: 202}`.
  private mutating func declared(_ node: SourceNode, _ property: String) -> [Int] {
    guard node.mapping != nil else { return statuses(node) }
    var parts = part(node, property)
    let found = parts.node("status").map { statuses($0) }
    finish(&parts, "`\(property)`", needing: ["status"])
    return found ?? []
  }
}

extension SystemRequest {
  /// The expressions of all parts.
  fileprivate var expressions: [ConditionExpression] {
    path.compactMap { if case .value(let expression) = $0 { expression } else { nil } }
      + (query + headers).map(\.value) + (body?.expressions ?? [])
  }
}
