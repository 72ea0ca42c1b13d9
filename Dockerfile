# Kubewin without Node.js on the machine:
#   npm ci && npm run pack:image
#   docker run --rm --volume "$PWD:/work:ro" kubewin check
# The image has the packed npm package, dist/kubewin-<version>.tgz. No command runs for its platform, so that all are built alike.
FROM --platform=$BUILDPLATFORM node:24.19.0-alpine3.24@sha256:d32cdf619f63fe0471182d08996dd516c6275bb5fd31ae06e55a570bd9e1ad43 AS files
ARG VERSION=0.2.0
ADD dist/kubewin-$VERSION.tgz /files/opt/
RUN mkdir -p /files/usr/local/bin && ln -s /opt/package/dist/cli.js /files/usr/local/bin/kubewin

FROM node:24.19.0-alpine3.24@sha256:d32cdf619f63fe0471182d08996dd516c6275bb5fd31ae06e55a570bd9e1ad43
ARG VERSION=0.2.0
ARG SOURCE
ARG REVISION
LABEL org.opencontainers.image.title="Kubewin" \
      org.opencontainers.image.description="Finds what does not work on Windows nodes in Kubernetes manifests." \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.source="$SOURCE" \
      org.opencontainers.image.revision="$REVISION"
COPY --from=files /files/ /
USER node
WORKDIR /work
ENTRYPOINT ["kubewin"]
CMD ["check"]
