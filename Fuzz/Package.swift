// swift-tools-version: 6.1
import PackageDescription

/// A fuzzer over what the product `Conditions` offers.
func fuzzer(_ name: String) -> Target {
  .executableTarget(
    name: name,
    dependencies: [.product(name: "Conditions", package: "valence")],
    // libFuzzer brings the entry point.
    swiftSettings: [.unsafeFlags(["-parse-as-library"])])
}

// A package of its own, so that the product neither builds nor ships the fuzzers. `scripts/fuzz SECONDS` runs them.
let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "valence", path: "..")],
  targets: [fuzzer("ConditionsFuzz"), fuzzer("JSONFuzz")],
  swiftLanguageModes: [.v6]
)
