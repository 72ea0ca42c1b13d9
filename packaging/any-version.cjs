// Replaces `semver`, with which the client's library checks the release of VS Code. `engines` in package.json requires the
// same releases, and VS Code does not start an extension in any other.
module.exports = (version) => version;
