# The site as an image: `docker build --build-arg RELEASE=$(git rev-parse --short HEAD) -t agres .`
# The first stage makes a release (`pnpm bundle`) from the sources; the second holds that folder and
# nothing else. It is started by a user without rights, and writes nothing but /tmp, ASSETS_FOLDER and the folder of backups.
# docs/OPERATIONS.md, "In containers". Nothing is fetched but from the registries of images and packages.
ARG BUILD_IMAGE=docker.io/library/node:26.10.0-bookworm
# Its slim sister: a Debian with the libraries that Node.js needs (libatomic1 beside the usual ones).
ARG RUN_IMAGE=docker.io/library/node:26.10.0-bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /src
COPY . .
RUN npx -y pnpm@12 install --frozen-lockfile \
 && node_modules/.bin/node scripts/generate.ts \
 && npx -y pnpm@12 bundle /release
ARG RELEASE=unknown
RUN echo "${RELEASE}" > /release/RELEASE \
 && mkdir -p /state/assets /state/backups

FROM ${RUN_IMAGE} AS site
COPY --from=build /release /opt/agres
# A volume that is mounted here begins with this owner.
COPY --from=build --chown=10001:10001 /state /var/lib/agres
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 ASSETS_FOLDER=/var/lib/agres/assets
USER 10001:10001
WORKDIR /opt/agres
EXPOSE 3000
# Ready: started, and not about to end. A database that is away is no fault of the container: others would
# not have it either.
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["/opt/agres/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz?exclude=database`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# The script hands over to Node.js by exec: signals reach it.
ENTRYPOINT ["/opt/agres/agres"]
CMD ["start"]
