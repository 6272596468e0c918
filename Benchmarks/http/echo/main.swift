#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import HTTPServer

// The cost of `HTTPServer` alone: reads a body whole and answers 600 fixed bytes, like limit.c.
//
//   http-echo PORT THREADS [now|later]
//   http-echo router
//
// `later` responds through a job that completes at once. `router` measures `Router`. The program
// ends when its standard input ends.

let arguments = CommandLine.arguments
if arguments.dropFirst() == ["router"] {
  try measureRouter()
  exit(0)
}
guard arguments.count >= 3, let port = UInt16(arguments[1]), let threads = Int(arguments[2]) else {
  print("usage: http-echo PORT THREADS [now|later]")
  throw ServerError.badConfiguration("no port or threads")
}
var configuration = ServerConfiguration()
configuration.port = port
configuration.threads = threads

let answer = [UInt8](repeating: 0x78, count: 600)
let isLater = arguments.count > 3 && arguments[3] == "later"
let server = try Server(configuration: configuration) { [answer, isLater] request in
  let response = Response(
    status: request.body.isEmpty ? 400 : 200, headers: [("Content-Type", "application/json")], body: answer)
  return isLater ? .later(Job { done in done(response) }) : .now(response)
}
while readLine() != nil {}
server.stop(grace: .seconds(1))
