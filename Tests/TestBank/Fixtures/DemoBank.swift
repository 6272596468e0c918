extension Workplace {
  /// Returns a workplace that contains a demo database. The server that created it has stopped.
  package static func withDemoBank() throws -> Workplace {
    let place = try Workplace()
    try place.serve("--demo").stop()
    return place
  }

  /// Returns a workplace and a server that is listening in it.
  package static func serving(_ arguments: String...) throws -> (place: Workplace, server: RunningServer) {
    let place = try Workplace()
    return (place, try place.serve(arguments))
  }

  /// Returns a workplace, a demo server with these options, and its demo person, logged in.
  package static func servingPerson(
    _ options: String...
  ) throws -> (place: Workplace, server: RunningServer, person: Visitor) {
    let place = try Workplace()
    let server = try place.serve(["--demo"] + options)
    return (place, server, try server.person())
  }
}
