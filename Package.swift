// swift-tools-version: 6.1
import PackageDescription

// `scripts/build` sets both variables. Without them `valence --version` names no commit, and a new
// commit compiles nothing.
let commitSettings = ["VALENCE_COMMIT", "VALENCE_BUILD_DATE"].compactMap { name in
  Context.environment[name].map { CSetting.define(name, to: "\"\($0)\"") }
}

// The targets are in import order: a target may import only targets above it that its entry lists.
// `LayeringTests` checks the `import` lines against this list.
let package = Package(
  name: "valence",
  // The server supports macOS and Linux. The other platforms are for `ValenceClient` only.
  platforms: [.macOS(.v15), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .executable(name: "valence", targets: ["valence"]),
    .library(name: "Conditions", targets: ["Conditions", "Dates", "JSON"]),
    .library(name: "RussianPayments", targets: ["Dates", "RussianPayments"]),
    .library(name: "ValenceClient", targets: ["ValenceClient"]),
  ],
  dependencies: [
    // Command line parsing, help and completion.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // The common logging interface of Swift servers, so that operators can replace the log handler.
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    .systemLibrary(
      name: "CGnuTLS", pkgConfig: "gnutls",
      providers: [.apt(["libgnutls28-dev"]), .brew(["gnutls"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium",
      providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
    .systemLibrary(
      name: "CPCRE2", pkgConfig: "libpcre2-8",
      providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(name: "CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(name: "CPlatform"),
    .target(name: "CCommit", cSettings: commitSettings),
    .target(name: "CVersion", dependencies: ["CCommit"]),

    .target(name: "Dates"),
    .target(name: "Texts"),
    .target(name: "SourceText", dependencies: ["Texts"]),
    .target(name: "JSON"),
    .target(name: "YAML", dependencies: ["CYAML", "JSON"]),
    .target(name: "XML", dependencies: ["CXML"]),
    .target(name: "Platform", dependencies: ["CPlatform", "CVersion"]),
    .target(name: "Model", dependencies: ["Dates", "Texts", "Platform"]),
    .target(name: "Storage", dependencies: ["Platform"]),
    .target(name: "SQLiteStorage", dependencies: ["CPlatform", "CSQLite", "Platform", "Storage"]),
    .target(name: "PostgreSQLStorage", dependencies: ["CPostgreSQL", "Platform", "Storage"]),
    .target(name: "RussianPayments", dependencies: ["Dates"]),
    .target(name: "Secrets", dependencies: ["CSodium", "Platform"]),
    // For client developers. It shares only the wire format with the server.
    .target(name: "ValenceClient"),

    .target(
      name: "Conditions", dependencies: ["Dates", "Texts", "JSON", "CPCRE2", "Platform"],
      exclude: ["Folding/generate-table"]),
    .target(name: "HTTPClient", dependencies: ["CCurl", "Dates", "Texts", "JSON", "Platform"]),
    .target(name: "HTTPServer", dependencies: ["CMicroHTTPD", "CGnuTLS", "CZlib", "JSON", "Platform"]),

    .target(
      name: "Telemetry",
      dependencies: [
        "Dates", "Texts", "JSON", "Platform", "HTTPServer", .product(name: "Logging", package: "swift-log"),
      ]),

    .target(name: "Atoms", dependencies: ["Dates", "SourceText", "Texts", "JSON", "Conditions"]),
    .target(name: "DataAccess", dependencies: ["Dates", "Texts", "Model", "Storage"]),

    .target(name: "BICDirectory", dependencies: ["Dates", "Texts", "XML", "Model", "RussianPayments"]),
    .target(
      name: "Services",
      dependencies: [
        "BICDirectory", "Dates", "Texts", "JSON", "Model", "DataAccess", "Platform", "RussianPayments", "Secrets",
        "Storage",
      ]),
    .target(
      name: "DemoData",
      dependencies: ["BICDirectory", "Dates", "Model", "DataAccess", "Secrets", "Services", "Storage"]),
    .target(
      name: "Definitions",
      dependencies: [
        "Atoms", "Conditions", "Dates", "Texts", "SourceText", "JSON", "Model", "Platform", "Secrets", "YAML",
      ]),
    .target(
      name: "BankSystems",
      dependencies: [
        "Atoms", "Conditions", "Dates", "Definitions", "HTTPClient", "JSON", "Model", "Platform", "Secrets", "Services",
        "SourceText", "Texts",
      ]),
    .target(
      name: "Operations",
      dependencies: [
        "Atoms", "BankSystems", "Conditions", "Dates", "Definitions", "HTTPClient", "JSON", "Model", "Platform",
        "RussianPayments", "Secrets", "Services", "SourceText", "Texts", "YAML",
      ]),
    .target(
      name: "Support",
      dependencies: [
        "BankSystems", "DataAccess", "Dates", "JSON", "Model", "Operations", "Secrets", "Services", "Storage", "Texts",
      ]),
    .target(
      name: "Authoring",
      dependencies: [
        "Atoms", "BankSystems", "Conditions", "Dates", "Definitions", "HTTPClient", "JSON", "Model", "Operations",
        "Platform", "Services", "SourceText", "Texts", "YAML",
      ]),
    .target(
      name: "API",
      dependencies: [
        "HTTPServer", "JSON", "Model", "Atoms", "Dates", "Texts", "SourceText", "HTTPClient", "Platform", "Services",
        "Operations", "Authoring", "BICDirectory", "BankSystems", "Telemetry",
        .product(name: "Logging", package: "swift-log"),
      ],
      resources: [.embedInCode("OpenAPI/schemas")]),
    .target(
      name: "Hosting",
      dependencies: [
        "API", "Atoms", "BankSystems", "DemoData", "Definitions", "Dates", "Texts", "SourceText", "HTTPServer", "JSON",
        "Model", "Operations",
        "DataAccess", "HTTPClient", "Platform", "PostgreSQLStorage", "Secrets", "Services", "SQLiteStorage",
        "Storage", "Telemetry",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .target(
      name: "Conformance",
      dependencies: [
        "API", "Atoms", "BankSystems", "Definitions", "DemoData", "HTTPServer", "Hosting", "JSON", "Model",
        "Operations", "Platform", "SQLiteStorage", "Secrets", "Services", "SourceText", "Storage",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .executableTarget(
      name: "valence",
      dependencies: [
        "Hosting", "Telemetry",
        "API", "Atoms", "BICDirectory", "Conditions", "Conformance", "DemoData", "Dates", "Texts", "SourceText",
        "HTTPServer", "JSON",
        "Model",
        "Operations", "Support", "Authoring", "BankSystems", "Definitions",
        "DataAccess",
        "HTTPClient", "Platform", "PostgreSQLStorage",
        "RussianPayments", "Secrets", "Services", "SQLiteStorage", "Storage",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),

    .target(name: "TestClient", dependencies: ["CPlatform", "CZlib", "Platform"], path: "Tests/TestClient"),
    .target(name: "SeededRandom", path: "Tests/SeededRandom"),
    .target(name: "SchemaChecking", dependencies: ["Dates", "JSON"], path: "Tests/SchemaChecking"),
    .target(name: "DirectorySamples", path: "Tests/DirectorySamples", exclude: ["ed807-sample.xml"]),
    .target(name: "StoreContract", dependencies: ["Storage"], path: "Tests/StoreContract"),
    .target(
      name: "TestDatabases",
      dependencies: ["DataAccess", "PostgreSQLStorage", "SQLiteStorage", "Secrets", "Storage", "TestClient"],
      path: "Tests/TestDatabases"),
    .target(
      name: "TestBank",
      dependencies: [
        "API", "Atoms", "BankSystems", "DataAccess", "Dates", "DemoData", "HTTPClient", "HTTPServer", "Hosting", "JSON",
        "Model",
        "Operations", "Platform", "SQLiteStorage", "Secrets", "Services", "Storage", "Telemetry", "TestClient",
        "TestDatabases",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/TestBank"),
    // Rules about sources, documents and this file.
    .testTarget(
      name: "HouseRules",
      dependencies: [
        "valence", "API", "Atoms", "Authoring", "Conditions", "CSodium", "DataAccess", "Definitions", "Hosting",
        "Operations", "Services", "Support", "SourceText", "SQLiteStorage", "Storage", "TestDatabases", "Texts",
      ],
      exclude: ["README.md", "exceptions.json", "prose-limits.json"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "SeededRandom"], exclude: ["Cases"]),
    .testTarget(name: "PlatformTests", dependencies: ["Platform", "TestClient"]),
    .testTarget(name: "SQLiteStorageTests", dependencies: ["SQLiteStorage", "CSQLite", "Storage", "StoreContract"]),
    .testTarget(
      name: "PostgreSQLStorageTests", dependencies: ["PostgreSQLStorage", "Storage", "StoreContract", "TestDatabases"]),
    .testTarget(
      name: "RussianPaymentsTests",
      dependencies: ["Dates", "RussianPayments", "JSON", "SeededRandom"],
      exclude: ["Cases"]),
    .testTarget(name: "ConformanceTests", dependencies: ["Conformance", "JSON", "SourceText"]),
    .testTarget(name: "SecretsTests", dependencies: ["Secrets"]),
    .testTarget(name: "ValenceClientTests", dependencies: ["ValenceClient"]),
    .testTarget(
      name: "ConditionsTests", dependencies: ["Conditions", "Dates", "JSON", "SeededRandom"],
      exclude: ["Cases"]),
    .testTarget(
      name: "HTTPClientTests", dependencies: ["HTTPServer", "HTTPClient", "Platform", "TestClient"],
      exclude: ["Certificates"]),
    .testTarget(
      name: "HTTPServerTests", dependencies: ["HTTPServer", "Platform", "TestClient"], exclude: ["Certificates"]),
    .testTarget(
      name: "AtomsTests",
      dependencies: [
        "Atoms", "Authoring", "Conditions", "Dates", "Texts", "SourceText", "Operations", "Definitions", "JSON",
        "SchemaChecking", "SeededRandom",
      ],
      exclude: ["Cases"]),
    .testTarget(
      name: "BICDirectoryTests",
      dependencies: ["BICDirectory", "Dates", "DirectorySamples", "Model", "RussianPayments"],
      exclude: ["Cases"]),
    .testTarget(
      name: "ServicesTests",
      dependencies: [
        "BICDirectory", "DemoData", "Dates", "DirectorySamples", "JSON", "Texts", "Services", "DataAccess",
        "PostgreSQLStorage",
        "RussianPayments",
        "SQLiteStorage",
        "Storage", "Model",
        "Secrets", "SeededRandom", "TestClient", "TestDatabases",
      ],
      exclude: ["Banks/Cases", "Snapshots"]),
    .testTarget(
      name: "SupportTests",
      dependencies: [
        "API", "DataAccess", "Dates", "JSON", "Model", "Operations", "SQLiteStorage", "Services", "Storage", "Support",
        "TestBank", "TestClient", "TestDatabases", "Texts",
      ]),
    .testTarget(
      name: "OperationsTests",
      dependencies: [
        "Operations", "Authoring", "BankSystems", "Definitions", "Atoms", "Conditions", "Dates", "Texts", "SourceText",
        "JSON", "Model", "HTTPClient",
        "SeededRandom", "Services",
        "Platform", "TestClient", "YAML",
      ],
      exclude: ["Cases"]),
    .testTarget(
      name: "APITests",
      dependencies: [
        "API", "Atoms", "BICDirectory", "BankSystems", "DataAccess", "Dates", "Definitions", "HTTPClient", "HTTPServer",
        "JSON",
        "Model",
        "Operations", "Platform", "SQLiteStorage", "SchemaChecking", "Secrets", "SeededRandom", "Services",
        "SourceText", "Storage", "Telemetry", "TestBank", "TestClient", "TestDatabases", "Texts", "ValenceClient",
      ],
      exclude: ["Cases", "README.md"]),
    // The suites in `Executable` start the program, so it must be built first.
    .testTarget(
      name: "HostingTests",
      dependencies: [
        "valence", "DataAccess", "Dates", "Hosting", "JSON", "Model", "Platform", "PostgreSQLStorage", "SQLiteStorage",
        "Secrets", "Storage", "StoreContract", "Telemetry", "TestBank", "TestClient", "TestDatabases", "Texts",
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["README.md"]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "valence", "API", "Dates", "Hosting", "JSON", "Model", "Operations", "Platform", "PostgreSQLStorage",
        "SQLiteStorage",
        "Secrets", "Services", "Storage", "TestBank", "TestClient", "TestDatabases", "Texts",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["README.md"]),
  ],
  swiftLanguageModes: [.v6]
)

// These targets are documented by a DocC page, and the other targets by a README.md.
let documentedByDocC: Set = ["Atoms", "Authoring", "Conditions", "RussianPayments", "ValenceClient"]
for target in package.targets where target.type != .system && !documentedByDocC.contains(target.name) {
  if !target.exclude.contains("README.md") { target.exclude.append("README.md") }
}

// Benchmark programs, and the driver of the client library for the conformance kit. They are built
// only with this variable.
if Context.environment["VALENCE_BENCHMARKS"] != nil {
  package.targets.append(
    .executableTarget(
      name: "client-driver", dependencies: ["ValenceClient"], path: "conformance/drivers/swift"))
  package.targets.append(
    .executableTarget(
      name: "engine-benchmark",
      dependencies: ["Atoms", "Dates", "Definitions", "Texts", "SourceText", "JSON", "Operations"],
      path: "Benchmarks/engine/program"))
  package.targets.append(
    .executableTarget(
      name: "banks-benchmark",
      dependencies: [
        "Atoms", "BICDirectory", "DemoData", "Dates", "Texts", "SourceText", "JSON", "Model", "Operations",
        "SQLiteStorage", "Secrets", "SeededRandom",
        "Services",
        "Storage",
      ],
      path: "Benchmarks/banks/program"))
  package.targets.append(
    .executableTarget(
      name: "writes-setup",
      dependencies: [
        "DemoData", "Dates", "Texts", "SourceText", "Model", "DataAccess", "SQLiteStorage", "Secrets", "Services",
        "Storage",
      ],
      path: "Benchmarks/writes/setup"))
  package.targets.append(
    .executableTarget(
      name: "entities-benchmark",
      dependencies: ["Dates", "Texts", "SourceText", "Model", "DataAccess", "SQLiteStorage", "Storage"],
      path: "Benchmarks/entities/program")
  )
  package.targets.append(
    .executableTarget(name: "http-echo", dependencies: ["HTTPServer"], path: "Benchmarks/http/echo"))
  package.targets.append(
    .executableTarget(
      name: "services-benchmark", dependencies: ["HTTPClient", "Platform"], path: "Benchmarks/services/program"))
  package.targets.append(
    .executableTarget(
      name: "evaluate-inprocess",
      dependencies: [
        "API", "Atoms", "DemoData", "Dates", "Texts", "SourceText", "HTTPServer", "JSON", "Model", "Operations",
        "SQLiteStorage",
        "Secrets", "Services",
        "Storage",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Benchmarks/evaluate/inprocess"))
}

/// The only targets that may contain unsafe code: those that call C libraries or the system, and
/// JSON for its text operations (Units.swift).
let unsafeTargets: Set = [
  "JSON", "YAML", "XML", "Platform", "SQLiteStorage", "Secrets", "HTTPServer", "Conditions", "HTTPClient",
  "HTTPClientTests", "TestClient",
  "HTTPServerTests",
  "PlatformTests",
  "SQLiteStorageTests", "PostgreSQLStorage", "PostgreSQLStorageTests",
]

for target in package.targets where target.type == .regular || target.type == .executable || target.type == .test {
  var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
  // Tests use many layers. Only shipped targets must import every module whose members they use.
  if target.type != .test { settings.append(.enableUpcomingFeature("MemberImportVisibility")) }
  // CI sets VALENCE_STRICT. Warnings are then errors in the targets of this package, not in
  // dependencies. Memory-unsafe constructs cause warnings outside the unsafe targets.
  if Context.environment["VALENCE_STRICT"] != nil {
    var flags = ["-warnings-as-errors"]
    #if compiler(>=6.2)
      let isMeasured = target.path?.hasPrefix("Benchmarks/") == true
      if !isMeasured, !unsafeTargets.contains(target.name) { flags.append("-strict-memory-safety") }
    #endif
    settings.append(.unsafeFlags(flags))
  }
  target.swiftSettings = (target.swiftSettings ?? []) + settings
}

// The DocC site of the public libraries, which scripts/docs builds.
if Context.environment["VALENCE_DOCS"] != nil {
  package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

// AddressSanitizer can find faults only in unsafe code. With this variable, only the targets with
// unsafe code are built and tested.
if Context.environment["VALENCE_UNSAFE_TARGETS"] != nil {
  let kept = unsafeTargets.union([
    "CCommit", "CVersion", "Dates", "Texts", "SourceText", "Storage", "ConditionsTests", "JSONTests", "SecretsTests",
    "SeededRandom",
    "StoreContract",
    "TestDatabases", "DataAccess", "Model",
  ])
  package.products = []
  package.targets.removeAll { $0.type != .system && !kept.contains($0.name) }
}

// `scripts/fuzz` builds the fuzzers. They are targets of this package because they use internal
// targets and `package` declarations.
if Context.environment["VALENCE_FUZZ"] != nil {
  // libFuzzer provides the entry point.
  let settings: [SwiftSetting] = [.unsafeFlags(["-parse-as-library"])]
  let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
  package.targets += [
    .target(
      name: "FuzzedBank",
      dependencies: [
        "API", "DemoData", "Dates", "Texts", "SourceText", "HTTPServer", "JSON", "Model", "Operations", "SQLiteStorage",
        "Secrets",
        "Services", "Storage",
        logging,
      ],
      path: "Fuzz/Sources/FuzzedBank", swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .executableTarget(
      name: "ConditionsFuzz", dependencies: ["Conditions", "Dates", "JSON"], path: "Fuzz/Sources/ConditionsFuzz",
      swiftSettings: settings),
    .executableTarget(
      name: "JSONFuzz", dependencies: ["JSON"], path: "Fuzz/Sources/JSONFuzz", swiftSettings: settings),
    .executableTarget(
      name: "BodiesFuzz", dependencies: ["FuzzedBank", "HTTPServer", "JSON"], path: "Fuzz/Sources/BodiesFuzz",
      swiftSettings: settings),
    .executableTarget(
      name: "HeadsFuzz", dependencies: ["FuzzedBank", "HTTPServer"], path: "Fuzz/Sources/HeadsFuzz",
      swiftSettings: settings),
    .executableTarget(
      name: "DefinitionsFuzz",
      dependencies: ["Atoms", "Authoring", "Dates", "Definitions", "Texts", "SourceText", "JSON", "Operations"],
      path: "Fuzz/Sources/DefinitionsFuzz",
      swiftSettings: settings),
  ]
}
