// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that the product neither builds nor ships the fuzzer. `scripts/fuzz SECONDS` runs it.
let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "valence", path: "..")],
  targets: [
    .executableTarget(
      name: "ConditionsFuzz",
      dependencies: [.product(name: "Conditions", package: "valence")],
      // libFuzzer brings the entry point.
      swiftSettings: [.unsafeFlags(["-parse-as-library"])])
  ],
  swiftLanguageModes: [.v6]
)
