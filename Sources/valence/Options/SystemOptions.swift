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
      Allows recorded answers to replace systems without --demo, for trials. Effects then move money in this ledger \
      that never moves in the system.
      """)
  var servicesRecordedAllowed = false

  @Option(
    help: ArgumentHelp(
      """
      A network of this machine, its link or a cloud's metadata service that systems may use, such as 127.0.0.0/8 or \
      100.64.0.0/10. Other networks are always allowed. May be repeated.
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
