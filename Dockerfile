# Container images of the server. `slim` is the default target; `full` adds Slither, Foundry and more Solidity compilers.
#
#   docker build -t mintwright:slim .
#   docker build -t mintwright:full --target full .
#
# A registry or proxy of your own: --secret id=npmrc,src=$HOME/.npmrc and, for full, --secret id=pipconf,src=/etc/pip.conf
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /source
COPY . .
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=npmrc,target=/root/.npmrc \
  npm ci --no-audit --no-fund --loglevel=error
RUN npm run build
RUN mkdir /tarballs \
  && npm pack --silent --pack-destination /tarballs -w apps/server -w packages/api-contract \
    -w packages/old-compilers -w packages/compilers-0.8

# With --build-context tarballs=FOLDER, packages that are already packed replace this stage and the one before it.
FROM scratch AS tarballs
COPY --from=build /tarballs /

FROM ${BASE} AS install
WORKDIR /opt/mintwright
COPY --from=tarballs / /tarballs/
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=npmrc,target=/root/.npmrc \
  npm install --omit=dev --no-audit --no-fund --loglevel=error \
  /tarballs/mintwright-[0-9]*.tgz /tarballs/mintwright-api-contract-*.tgz

FROM install AS install-full
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=npmrc,target=/root/.npmrc \
  npm install --omit=dev --no-audit --no-fund --loglevel=error \
  /tarballs/mintwright-old-compilers-*.tgz /tarballs/mintwright-compilers-0.8-*.tgz \
  @foundry-rs/forge@1.7.1 @foundry-rs/anvil@1.7.1

FROM ${BASE} AS install-slither
RUN apt-get update -qq \
  && apt-get install -y -qq --no-install-recommends python3 python3-venv \
  && python3 -m venv /opt/slither
RUN --mount=type=secret,id=pipconf,target=/etc/pip.conf \
  /opt/slither/bin/pip install --quiet --no-cache-dir --no-compile --disable-pip-version-check slither-analyzer==0.11.6 \
  && rm -rf /opt/slither/lib/python3*/site-packages/pip

FROM ${BASE} AS runtime
# tini runs as process 1, passes signals on and reaps the children of compilers and Slither.
RUN command -v tini >/dev/null \
  || (apt-get update -qq && apt-get install -y -qq --no-install-recommends tini && rm -rf /var/lib/apt/lists/*)
# A new volume mounted here belongs to the user of the image.
RUN install -d -o 1000 -g 1000 /var/lib/mintwright
# The settings of glibc's allocator return the memory of a burst of images to the system.
ENV NODE_ENV=production \
  HOME=/tmp \
  PATH=/opt/mintwright/node_modules/.bin:$PATH \
  MALLOC_ARENA_MAX=2 \
  MALLOC_MMAP_THRESHOLD_=131072 \
  MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /var/lib/mintwright
USER 1000:1000
EXPOSE 8080 9464 9465
# HEALTH_URL names another address: a worker's metrics, or https where the API itself serves TLS.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", \
  "fetch(process.env.HEALTH_URL ?? `http://127.0.0.1:${process.env.PORT ?? 8080}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "mintwright"]
CMD ["api"]
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Mintwright" \
  org.opencontainers.image.description="Self-hosted Web3 AI platform: one HTTP API, one key, one exact credit ledger." \
  org.opencontainers.image.licenses="AGPL-3.0-only" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"

FROM runtime AS full
USER root
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends python3 && rm -rf /var/lib/apt/lists/*
COPY --from=install-slither /opt/slither /opt/slither
COPY --from=install-full /opt/mintwright /opt/mintwright
RUN ln -s "$(ls -d /opt/mintwright/node_modules/@foundry-rs/forge-linux-*/bin/forge)" /opt/forge
ENV SLITHER=/opt/slither/bin/slither \
  FORGE=/opt/forge
USER 1000:1000

FROM runtime AS slim
COPY --from=install /opt/mintwright /opt/mintwright
