import fc from 'fast-check';

// The same examples on every machine; `SEED=1 npm test` tries others.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 20_261_121) });
