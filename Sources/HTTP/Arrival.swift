/// The parts of a request while they arrive. It cannot be copied: its parts are moved into the request, where a copy
/// would count a reference to each.
struct Arrival: ~Copyable {
  /// The method.
  var method = Method.get
  /// The path as it was sent.
  var path: String
  /// The pairs of the query.
  var query: [(name: String, value: String)]
  /// The headers.
  var headers = Headers()
  /// As much of the content as is here.
  var body: [UInt8] = []
  /// The address of the other end of the connection.
  var peer: String
  /// What names the request in logs and answers.
  var id = ""
  /// When the request line had arrived.
  var arrived: Moment

  /// A request of which the line is here.
  init(path: String, query: [(name: String, value: String)], peer: String, arrived: Moment) {
    (self.path, self.query, self.peer, self.arrived) = (path, query, peer, arrived)
  }
}
