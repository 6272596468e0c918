# Builds Valence with scripts/build. The final image contains no Swift toolchain.
FROM swift:6.1-bookworm AS build
WORKDIR /build
COPY scripts scripts
RUN scripts/prepare
COPY Package.swift ./
COPY Sources Sources
COPY Tests Tests
RUN valence=$(scripts/build) && install -D "$valence" /out/valence

FROM debian:bookworm-slim
WORKDIR /opt/valence
COPY scripts/prepare scripts/prepare
RUN scripts/prepare runtime && rm -rf /var/lib/apt/lists/* scripts \
  && useradd --uid 10001 --home-dir /var/lib/valence --create-home --shell /usr/sbin/nologin valence
COPY --from=build /out/valence /usr/local/bin/valence
COPY config config
COPY migrations migrations
COPY web web
# `serve --demo` also needs `--demo-open`, because the server listens on all addresses of the
# container. All commands read these variables: `docker exec ... valence users unlock ivan`.
ENV VALENCE_HOST=0.0.0.0 VALENCE_DATABASE=/var/lib/valence/valence.sqlite
USER valence
VOLUME /var/lib/valence
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s CMD curl -fsS http://127.0.0.1:8080/healthz || exit 1
ENTRYPOINT ["valence"]
CMD ["serve"]
