package import Definitions
package import SourceText
import HTTPClient

/// A bank system as its service file declares it: its address, authentication, limits, queries,
/// effects and senders.
package struct BankSystem: Sendable {
  /// How the server authenticates.
  enum Authentication: Sendable {
    case bearer(Reference)
    case basic(user: Reference, password: Reference)
    /// Headers with secrets.
    case headers([(name: String, value: Reference)])
    /// OAuth 2.0 client credentials.
    case clientCredentials(at: Reference, id: Reference, secret: Reference, scope: String?)
  }

  /// The TLS files.
  struct Transport: Sendable {
    /// The trusted authorities in PEM; nil for the operating system's authorities.
    var authorities: Reference?
    /// The client certificate and its key, in PEM.
    var certificate: Reference?
    var key: Reference?
  }

  /// The secrets that verify callbacks.
  struct CallbackSecrets: Sendable {
    /// The current secret.
    var present: Reference
    /// The previous secret, during a change of the secret. It is ignored if it has no value.
    var former: Reference?
  }

  package let name: String
  package let file: DefinitionFile
  /// The queries, in the order of the file.
  package let queries: [DeclaredQuery]
  /// The senders of messages to people, in the order of the file.
  package let senders: [DeclaredSender]
  let address: Reference
  let authentication: Authentication?
  /// The headers of every request, which are constants.
  let headers: [SystemRequest.Parameter]
  let transport: Transport
  /// The timeout of one query in milliseconds, including the connection.
  package let timeout: Int
  let limits: SystemLimits
  /// The effects, in the order of the file.
  package let effects: [DeclaredEffect]
  /// The secrets of its callbacks; nil if it sends none.
  let callbacks: CallbackSecrets?
  /// The location of the declaration.
  package let location: Location

  /// Returns the location in the file of a setting that cannot be used.
  func place(of fault: Reference.Missing, _ environment: [String: String]) -> Location {
    switch fault {
    case .address: address.location
    case .secret: callbacks?.present.location ?? location
    case .variable, .file: references.first { (try? $0.value(environment)) == nil }?.location ?? location
    }
  }

  /// Returns a warning for each reference without a value in this environment. A server does not
  /// start without them.
  package static func missingSettings(of systems: [BankSystem], in environment: [String: String]) -> Diagnostics {
    var (warnings, reported) = (Diagnostics(), Set<String>())
    for reference in systems.flatMap(\.references) {
      do throws(Reference.Missing) {
        _ = try reference.value(environment)
      } catch {
        let reason = "\(error)"
        if reported.insert(reason).inserted {
          warnings.warning(error.code, "\(reason): a server does not start without it", at: reference.location)
        }
      }
    }
    return warnings
  }

  /// All references in the file, except the previous callback secret.
  package var references: [Reference] {
    var all = [address] + [transport.authorities, transport.certificate, transport.key].compactMap(\.self)
    switch authentication {
    case .bearer(let token): all.append(token)
    case .basic(let user, let password): all += [user, password]
    case .headers(let headers): all += headers.map(\.value)
    case .clientCredentials(let at, let id, let secret, _): all += [at, id, secret]
    case nil: break
    }
    if let callbacks { all.append(callbacks.present) }
    return all
  }
}
