# Runs the service in a container: docker build -t proviso . && docker run -p 3000:3000 -v proviso:/data proviso
# docs/operations.md describes the image; test/long/image/run.ts executes every step of this file without Docker.
FROM node:20-bookworm-slim AS build
# Languages of scans and pictures besides English, by Tesseract's names; about 3 MB each.
ARG OCR_PACKAGES="deu fra spa ita por nld pol"
WORKDIR /proviso
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build \
  && npm prune --omit=dev --ignore-scripts \
  && npm install --no-save --ignore-scripts $(for language in $OCR_PACKAGES; do echo "@tesseract.js-data/$language@1.0.0"; done) \
  && find node_modules/@tesseract.js-data -mindepth 2 -maxdepth 2 -type d ! -name 4.0.0_best_int -exec rm -r {} +

FROM node:20-bookworm-slim
# LibreOffice without windows for the pages of office files, with fonts that are as wide as those of Microsoft; ffmpeg for
# recordings and videos.
RUN apt-get update \
  && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui ffmpeg \
    fonts-liberation2 fonts-crosextra-carlito fonts-crosextra-caladea fonts-dejavu-core \
  && rm -rf /var/lib/apt/lists/*
# The volume /data is the only folder that is written to, so that the root file system can be read-only. LibreOffice needs
# /tmp whatever TMPDIR says.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data TMPDIR=/data/tmp XDG_CACHE_HOME=/data/tmp
WORKDIR /proviso
COPY --from=build /proviso/node_modules ./node_modules
COPY --from=build /proviso/package.json /proviso/openapi.json ./
COPY --from=build /proviso/bin ./bin
COPY --from=build /proviso/prompts ./prompts
COPY --from=build /proviso/exam/*.jsonl.gz ./exam/
COPY --from=build /proviso/samples/rule-sets ./samples/rule-sets
COPY --from=build /proviso/dist ./dist
RUN mkdir /data && chown node:node /data && rm -rf /tmp && ln -s /data/tmp /tmp
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/proviso.js"]
CMD ["serve"]
