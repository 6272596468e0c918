import BankSystems
import ArgumentParser
import Hosting
import Operations
import Platform

/// The connections to the bank's systems that service files declare.
struct SystemOptions: ParsableArguments {
  @Option(
    help: """
      The source of the answers of the bank's systems, which config/services declares: live, the systems themselves; or \
      recorded, the *.recorded.yaml files next to the service files.
      """)
  var services: BankSystemRegistry.Mode = .live

  @Flag(
    inversion: .prefixedNo,
    help: """
      Lets recorded answers take the place of systems without --demo, for trials: effects then move money here that never moves \
      in the system.
      """)
  var servicesRecordedAllowed = false

  @Option(
    help: ArgumentHelp(
      """
      A network of this machine, its link or the metadata services of clouds in which systems may be, such as 127.0.0.0/8 or \
      100.64.0.0/10; other networks are allowed anyway. May be repeated.
      """, valueName: "network"),
    transform: { text throws -> Network in
      guard let network = Network(text) else { throw BadValue("an address or a network, such as 127.0.0.0/8") }
      return network
    })
  var servicesAllow: [Network] = []

  var settings: SystemSettings {
    SystemSettings(mode: services, allowsRecorded: servicesRecordedAllowed, allowed: servicesAllow)
  }
}

extension BankSystemRegistry.Mode: ExpressibleByArgument {}
