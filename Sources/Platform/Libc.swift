// Re-exports the C library. A file that imports Platform can use its names.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Darwin
#endif

/// Constants of the C library whose type or existence depends on the system.
package enum Libc {
  /// `SOCK_STREAM` as an argument of `socket`.
  @inlinable package static var streamSocket: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_STREAM.rawValue)
    #else
      SOCK_STREAM
    #endif
  }

  /// `SOCK_STREAM` with `SOCK_CLOEXEC`, if the system has that flag.
  @inlinable package static var closedOnExecStreamSocket: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #elseif canImport(Musl)
      SOCK_STREAM | SOCK_CLOEXEC
    #else
      SOCK_STREAM
    #endif
  }

  /// `SOCK_DGRAM` with `SOCK_CLOEXEC`, if the system has that flag.
  package static var closedOnExecDatagramSocket: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #elseif canImport(Musl)
      SOCK_DGRAM | SOCK_CLOEXEC
    #else
      SOCK_DGRAM
    #endif
  }

  /// `MSG_NOSIGNAL`; 0 on systems without that flag.
  @inlinable package static var noSignal: Int32 {
    #if canImport(Darwin)
      0
    #else
      Int32(MSG_NOSIGNAL)
    #endif
  }
}
