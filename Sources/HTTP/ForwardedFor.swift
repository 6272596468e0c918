/// Who asks, where the connection comes from a proxy that the operator trusts: each proxy writes the address that it was
/// asked from at the end of `X-Forwarded-For`. What stands before the first address that is not a trusted proxy's was
/// written by a stranger, and is never read.
enum ForwardedFor {
  /// The address of the client of a request that came from `peer`, itself where no proxy is trusted.
  static func client(of headers: Headers, from peer: String, trusting proxies: [Network]) -> String {
    guard trusts(peer, proxies) else { return peer }
    var client = peer
    let hops = headers.all.lazy.filter { $0.name.lowercased() == "x-forwarded-for" }
      .flatMap { $0.value.split(separator: ",", omittingEmptySubsequences: false) }
    for hop in Array(hops).reversed() {
      let text = String(hop.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
      // What is no address (a name, a port behind it) was not written by a proxy that can be trusted.
      guard IPAddress(text) != nil else { return client }
      client = text
      if !trusts(text, proxies) { return client }
    }
    return client
  }

  private static func trusts(_ address: String, _ proxies: [Network]) -> Bool {
    guard let address = IPAddress(address) else { return false }
    return proxies.contains { $0.contains(address) }
  }
}
