import Demo
import Model
import Services

/// What a demo server says when it starts: how to log in, and a line to try.
struct DemoGreeting {
  let access: Demo.Access
  let address: String

  /// Its lines.
  var text: String {
    """
    demo person      \(access.person.name)
    login            \(access.login)
    password         \(access.password)
    security matrix
    \(MatrixTable(access.matrix))

    try:
      curl -s \(address)/auth/login -H 'Content-Type: application/json' \\
        -d '{"login": "\(access.login)", "password": "\(access.password)"}'

    """
  }
}
