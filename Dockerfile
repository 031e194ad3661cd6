# syntax=docker/dockerfile:1
# Three images: api, worker, migrate. Native parts of Temporal and Typst need a glibc base.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS base

FROM base AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc prisma.config.ts ./
# npm ci generates the client from its schema.
COPY prisma ./prisma
# Your registry and certificate authorities are build secrets, so no layer keeps them (see `npm run proof -- images`).
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca,target=/run/ca.pem \
  --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY . .
# Copies only what processes read (tools/images/ship.ts). Files in a checkout may be group-writable.
RUN npm run build && node dist/tools/images/ship.js /shipped && chmod -R go-w /shipped

FROM base AS runtime
ENV NODE_ENV=production
# For the command `admin`.
ENV PATH=/app/bin:$PATH
WORKDIR /app
# Root owns the code, so processes cannot change it.
COPY --from=build /shipped /app
USER node

FROM runtime AS migrate
CMD ["node", "dist/prisma/migrate.js"]

FROM runtime AS worker
# `admin doctor` checks the settings of this role.
ENV DOCTOR_ROLE=worker
# Matches WORKER_START in base/process-settings.ts, which explains it.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072
CMD ["node", "--max-semi-space-size=2", "--heap-growing-percent=40", "--enable-source-maps", "dist/worker/main.js"]

FROM runtime AS api
ENV DOCTOR_ROLE=api HOST=0.0.0.0 PORT=8080
EXPOSE 8080
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
