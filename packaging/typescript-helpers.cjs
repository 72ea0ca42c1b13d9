// The helpers that TypeScript writes into each CommonJS module: see `helpersOnce` in esbuild.js.

function bind(to, from, name, as = name) {
  Object.defineProperty(to, as, { enumerable: true, get: () => from[name] });
}

exports.__createBinding = bind;

exports.__exportStar = (from, to) => {
  for (const name in from) if (name !== 'default' && !Object.hasOwn(to, name)) bind(to, from, name);
};

exports.__setModuleDefault = (to, value) => Object.defineProperty(to, 'default', { enumerable: true, value });

exports.__importStar = (from) => {
  if (from?.__esModule) return from;
  const all = {};
  for (const name of Object.getOwnPropertyNames(from ?? {})) if (name !== 'default') bind(all, from, name);
  return exports.__setModuleDefault(all, from);
};

exports.__importDefault = (from) => (from?.__esModule ? from : { default: from });
