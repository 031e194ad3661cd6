# syntax=docker/dockerfile:1
# One file, three images: api, worker, migrate. A glibc base, because Temporal's and Typst's native parts need it.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS base

FROM base AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc prisma.config.ts ./
# Its schema, from which the installation generates the client.
COPY prisma ./prisma
# A registry and authorities of your own are secrets, which no layer keeps: `npm run proof -- images` passes them.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca,target=/run/ca.pem \
  --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY . .
# Of the checkout and its packages what processes read (tools/images/ship.ts); a checkout can have files of a group.
RUN npm run build && node dist/tools/images/ship.js /shipped && chmod -R go-w /shipped

FROM base AS runtime
ENV NODE_ENV=production
# `admin` is a command.
ENV PATH=/app/bin:$PATH
WORKDIR /app
# The code belongs to root: the process cannot change what it runs.
COPY --from=build /shipped /app
USER node

FROM runtime AS migrate
CMD ["node", "dist/prisma/migrate.js"]

FROM runtime AS worker
# Whose settings `admin doctor` finds here.
ENV DOCTOR_ROLE=worker
# Started as base/process-settings.ts has it, for the reasons given there.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072
CMD ["node", "--max-semi-space-size=2", "--heap-growing-percent=40", "--enable-source-maps", "dist/worker/main.js"]

FROM runtime AS api
ENV DOCTOR_ROLE=api HOST=0.0.0.0 PORT=8080
EXPOSE 8080
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
