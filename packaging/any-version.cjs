// Instead of `semver`, with which the client's library compares the release of VS Code: `engines` in package.json asks for
// the same releases, and VS Code starts no extension in others.
module.exports = (version) => version;
