# Runs the service in a container: docker build -t proviso . && docker run -p 3000:3000 -v proviso:/data proviso
FROM node:20-bookworm-slim AS build
WORKDIR /proviso
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build
RUN npm prune --omit=dev --ignore-scripts

FROM node:20-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /proviso
COPY --from=build /proviso/package.json /proviso/openapi.json ./
COPY --from=build /proviso/bin ./bin
COPY --from=build /proviso/prompts ./prompts
COPY --from=build /proviso/samples/rule-sets ./samples/rule-sets
COPY --from=build /proviso/dist ./dist
COPY --from=build /proviso/node_modules ./node_modules
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/proviso.js"]
CMD ["serve"]
