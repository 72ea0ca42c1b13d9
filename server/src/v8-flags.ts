import { setFlagsFromString } from 'node:v8';

// The flags of V8 for the command line. V8 accepts compiled code only with the flags with which it was compiled.

// The heap grows by less than half at a time: a large scan takes two thirds of the memory, and hardly more time.
setFlagsFromString('--heap-growing-percent=40');
// The objects of a file live no longer than its check. Without this flag, V8 sometimes allocates them as old objects at once,
// which took a third more time in one scan of three, and a tenth more memory.
setFlagsFromString('--no-allocation-site-pretenuring');
// Optimize less: the compiler takes a fourth of the time of a scan, and most scans end before that pays off. Only V8 of Node.js
// 20 has the flag. Later ones print an error, and optimize in steps.
if (process.version.startsWith('v20.')) setFlagsFromString('--interrupt-budget=200000');
