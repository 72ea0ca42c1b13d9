# Kubewin without Node.js on the machine:
#   docker build --tag kubewin .
#   docker run --rm --volume "$PWD:/work:ro" kubewin check
# It installs the released package, and uses no file of this repository.
FROM node:22-alpine
ARG VERSION=0.1.0
RUN npm install --global --no-audit --no-fund "kubewin@$VERSION" && npm cache clean --force
USER node
WORKDIR /work
ENTRYPOINT ["kubewin"]
CMD ["check"]
