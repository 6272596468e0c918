// swift-tools-version: 6.1
import PackageDescription

// A separate package, which neither the product nor its tests build. `../run` compares it with
// GNUstep.
let package = Package(
  name: "conditions-benchmark",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "valence", path: "../../..")],
  targets: [
    .executableTarget(name: "ConditionsBenchmark", dependencies: [.product(name: "Conditions", package: "valence")])
  ],
  swiftLanguageModes: [.v6]
)
