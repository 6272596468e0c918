import Atoms
import HTTP
import Services

extension Call {
  /// Where it comes from: the address of the other end, and what the client calls itself where that is well-formed.
  var origin: Origin {
    let client = (try? ClientHeaders.client(of: request)) ?? nil
    return Origin(address: request.peer, client: client.map { "\($0.platform)/\($0.version)" })
  }
}
