# docker build -t spruce .
# The program with the pages built, its own Node and PostgreSQL; no compiler, no npm, no development packages.
ARG DEBIAN=trixie

FROM node:24-${DEBIAN}-slim AS build
WORKDIR /srv/spruce
COPY package.json package-lock.json .npmrc ./
COPY scripts/trim-packages.js scripts/
RUN npm ci --omit=dev
COPY . .
RUN npm run --silent build && node scripts/prune.ts

FROM debian:${DEBIAN}-slim
RUN useradd --uid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin spruce \
  && install -d -o spruce -g spruce -m 700 /data
COPY --from=build /srv/spruce /srv/spruce
RUN ln -s /srv/spruce/node_modules/node-linux-*/bin/node /usr/local/bin/node \
  && ln -s /srv/spruce/scripts/spruce.js /usr/local/bin/spruce
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /srv/spruce
# By number, so that Kubernetes can see that it is not root; with a name, because PostgreSQL asks for one.
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=300s CMD ["node", "scripts/healthcheck.js"]
CMD ["node", "server.js"]
