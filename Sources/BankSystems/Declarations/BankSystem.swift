package import Definitions
package import SourceText
import HTTPClient

/// A system of the bank as its service file declares it: where it is, how to speak to it, and the queries it answers.
///
///     let system = try BankSystem(DefinitionFile(name: "config/services/crm.yaml", bytes: bytes), facts: Facts.types)
///     system.queries.map(\.name)  // ["company", "loans"]
package struct BankSystem: Sendable {
  /// The way in which the server proves itself.
  enum Authentication: Sendable {
    /// `Authorization: Bearer`.
    case bearer(Reference)
    /// `Authorization: Basic`.
    case basic(user: Reference, password: Reference)
    /// Headers with secrets.
    case headers([(name: String, value: Reference)])
    /// OAuth 2.0 client credentials.
    case clientCredentials(at: Reference, id: Reference, secret: Reference, scope: String?)
  }

  /// The files of TLS.
  struct Transport: Sendable {
    /// The trusted authorities in PEM; nil for those of the machine.
    var authorities: Reference?
    /// The certificate and the key with which the server proves itself, in PEM.
    var certificate: Reference?
    var key: Reference?
  }

  /// The secrets by which callbacks are verified.
  struct CallbackSecrets: Sendable {
    /// The present one.
    var present: Reference
    /// The one before, while it is replaced; without a value there is none.
    var former: Reference?
  }

  /// The name.
  package let name: String
  /// The service file.
  package let file: DefinitionFile
  /// The queries, in the order of the file.
  package let queries: [DeclaredQuery]
  /// The senders of messages to people, in the order of the file.
  package let senders: [DeclaredSender]
  /// The base address.
  let address: Reference
  let authentication: Authentication?
  /// The headers of every request, which are constants.
  let headers: [SystemRequest.Parameter]
  let transport: Transport
  /// Milliseconds for one question, connection included.
  package let timeout: Int
  /// The limits.
  let limits: SystemLimits
  /// The effects that it carries out, in the order of the file.
  package let effects: [DeclaredEffect]
  /// The secrets of its callbacks; nil if it calls back nothing.
  let callbacks: CallbackSecrets?
  /// The place of the declaration.
  package let location: Location

  /// Returns the place in the file of a setting that cannot be used.
  func place(of fault: Reference.Missing, _ environment: [String: String]) -> Location {
    switch fault {
    case .address: address.location
    case .secret: callbacks?.present.location ?? location
    case .variable, .file: references.first { (try? $0.value(environment)) == nil }?.location ?? location
    }
  }

  /// Returns a warning for each reference that has no value in this environment: a server would not start.
  package static func missingSettings(of systems: [BankSystem], in environment: [String: String]) -> Diagnostics {
    var (warnings, reported) = (Diagnostics(), Set<String>())
    for reference in systems.flatMap(\.references) {
      do throws(Reference.Missing) {
        _ = try reference.value(environment)
      } catch {
        let reason = "\(error)"
        if reported.insert(reason).inserted {
          warnings.warning("\(reason), without which no server starts", at: reference.location)
        }
      }
    }
    return warnings
  }

  /// The references in the file, for the check that each has a value.
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
