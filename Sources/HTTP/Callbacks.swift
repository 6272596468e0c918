import CMicroHTTPD

/// The functions that libmicrohttpd calls, on its own threads. Their context is the `Core`, which outlives the daemon;
/// a connection's context is its `Link`, a request's its `Exchange`, each retained while the library holds it.
enum Callbacks {
  /// The callbacks of a daemon whose state is `core`.
  static func make(_ core: Core) -> valence_MHD_callbacks {
    valence_MHD_callbacks(
      access: { context, connection, _, method, version, part, size, state in
        guard let connection, let method, let version, let size, let exchange = state?.pointee else { return .NO }
        return Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue()
          .proceed(connection, method: method, version: version, part: part, size: size)
      },
      target: { context, target, connection in
        guard let context, let connection, let link = valence_MHD_socket_context(connection) else { return nil }
        return Unmanaged<Core>.fromOpaque(context)._withUnsafeGuaranteedRef { core in
          let exchange = Exchange(
            core: core, link: Unmanaged<Link>.fromOpaque(link).takeUnretainedValue(), connection, target: target)
          Batch.ofThisThread.expectHead(of: exchange)
          return Unmanaged.passRetained(exchange).toOpaque()
        }
      },
      completed: { context, connection, state, code in
        guard let context, let connection, let exchange = state?.pointee else { return }
        let ended = Unmanaged<Exchange>.fromOpaque(exchange)
        ended._withUnsafeGuaranteedRef { $0.end(isFault: code == .REQUEST_TERMINATED_WITH_ERROR) }
        ended.release()
        state?.pointee = nil
        guard let link = valence_MHD_socket_context(connection) else { return }
        Unmanaged<Core>.fromOpaque(context)._withUnsafeGuaranteedRef { core in
          Unmanaged<Link>.fromOpaque(link).takeUnretainedValue().finish(milliseconds: core.nextTimeout)
          if core.isStopping { core.watch.wake() }
        }
      },
      connection: { context, connection, state, code in
        guard let context, let connection, let state else { return }
        let core = Unmanaged<Core>.fromOpaque(context).takeUnretainedValue()
        switch code {
        case .CONNECTION_NOTIFY_STARTED:
          let session = valence_MHD_tls_session(connection)
          let identity = session == nil ? nil : core.identities.present
          let peer = valence_MHD_peer(connection).map(numericAddress) ?? "unknown"
          let link = Link(
            descriptor: valence_MHD_socket(connection), peer: peer,
            site: Site(peer, trusting: core.configuration.trustedProxies), number: core.nextNumber(),
            milliseconds: core.requestTimeout, identity: identity)
          core.links.add(link)
          if let session { identity?.use(in: session) }
          state.pointee = Unmanaged.passRetained(link).toOpaque()
        default:
          guard let link = state.pointee else { return }
          let ended = Unmanaged<Link>.fromOpaque(link).takeRetainedValue()
          core.links.remove(ended)
          state.pointee = nil
          core.held.hold(0, by: ended, among: core.links)
          core.held.giveBack(core.configuration.connectionMemory)
          core.quota.free(ended.site)
        }
      },
      complaint: { Batch.ofThisThread.answerForLibrary() },
      context: Unmanaged.passUnretained(core).toOpaque())
  }
}
