import Dates
import JSON
package import Model

/// The request that signs a submission.
package struct SigningRequest: Sendable {
  /// The full address of the client.
  package let peer: String
  /// The client's name, such as `ios/3.2`; nil if the client sends none.
  package let client: String?
  /// The id of the request in the log.
  package let id: String

  package init(peer: String, client: String?, id: String) {
    self.peer = peer
    self.client = client
    self.id = id
  }
}

/// The question that a correct answer belongs to.
package enum AnsweredQuestion: Sendable, Equatable {
  /// The codes in these cells of a matrix.
  case cells([Cell], of: MatrixID)
  /// The code that was sent to this masked telephone number.
  case code(sentTo: String)
}

/// The circumstances of a signature, which are stored as evidence.
struct SignatureCircumstances {
  let caller: Caller
  let request: SigningRequest
  let question: AnsweredQuestion

  /// The circumstances as JSON for the database.
  var text: String {
    var writer = Writer(capacity: 320)
    writer.object { writer in
      writer.member("session", caller.session.description)
      if let began = caller.began { writer.member("sessionBegan", began.description) }
      if let client = request.client { writer.member("client", client) }
      writer.member("peer", request.peer)
      writer.member("request", request.id)
      switch question {
      case .cells(let cells, let matrix):
        writer.key("cells")
        writer.array { writer in for cell in cells { writer.string(cell.rawValue) } }
        writer.member("matrix", matrix.description)
      case .code(let number): writer.member("sentTo", number)
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
