// swift-tools-version: 6.1
import PackageDescription

// A package of its own: neither the product nor its tests build it. `./run` runs it beside GNUstep.
let package = Package(
  name: "conditions-benchmark",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "valence", path: "../../..")],
  targets: [
    .executableTarget(name: "ConditionsBenchmark", dependencies: [.product(name: "Conditions", package: "valence")])
  ],
  swiftLanguageModes: [.v6]
)
