# The executable, and nothing else of this project. Its base has glibc (which the executable is linked against, so
# `scratch` will not do), certificates and time zones, and neither shell nor package manager.
#
#   bun run build linux-x64 && docker build -t balcao .
#   bun run build linux-arm64 && docker build --platform linux/arm64 --build-arg ARCH=arm64 -t balcao .

# Only to make an empty directory that belongs to the user below.
FROM debian:12-slim AS volume
RUN mkdir -m 0700 /data

FROM gcr.io/distroless/base-debian12:nonroot
ARG ARCH=x64
COPY --from=volume --chown=65532:65532 /data /data
COPY --chmod=0755 dist/balcao-linux-${ARCH} /balcao
ENV BALCAO_DATA_DIR=/data
# A proxy on the host or in another container has an address of Docker's networks.
ENV BALCAO_TRUSTED_PROXIES=127.0.0.0/8,::1,172.16.0.0/12
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=6s --start-period=60s CMD ["/balcao", "doctor", "--serving"]
# It drains within ten seconds of SIGTERM, which is what Docker waits for.
ENTRYPOINT ["/balcao"]
CMD ["serve"]
