# One image per service: docker build --target service --build-arg APP=gateway .   All migrations: --target migrate
# The operators' command line: --target operator
# An image holds one service, compiled, with the production dependencies of that service; it runs as an ordinary user and writes nothing.

FROM node:24-bookworm-slim AS build
WORKDIR /build
# From the lockfile alone, so that a changed source does not fetch the packages again.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY patches patches
RUN npx --yes "$(node -p "require('./package.json').packageManager")" fetch
COPY . .
RUN sh docker/assemble.sh /production

FROM node:24-bookworm-slim AS base
ENV NODE_ENV=production
WORKDIR /app

FROM base AS migrate
COPY --from=build /production/migrate ./
USER node
CMD ["sh", "-ec", "for migrate in apps/*/dist/migrate.js; do node --enable-source-maps $migrate; done"]

FROM base AS operator
COPY --from=build /production/tools tools
USER node
ENTRYPOINT ["node", "tools/src/operator/chat.mjs"]
CMD ["--help"]

FROM base AS service
ARG APP
COPY --from=build /production/apps/${APP} ./
# A new volume takes over the owner.
RUN mkdir -p /data/files && chown node:node /data/files
ENV HEALTH_PORT=9990
USER node
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT}/health/ready`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# No shell stays between the container's init and the service, which must get SIGTERM.
CMD ["node", "--enable-source-maps", "dist/bundle/main.js"]
